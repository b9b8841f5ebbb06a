import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PageName, pages } from '#console/shell/paths.ts';
import { files } from '#contract/files.gen.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { hasRight, staffRoles } from '#contract/kernel/staff-rights.ts';
import type { StaffRole } from '#contract/kernel/staff-rights.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { readGraph } from '#scripts/lib/module-graph.ts';
import { mayOpen, pageNames, routes } from './routes.ts';

const root = join(import.meta.dirname, '../../..');
const source = readFileSync(join(import.meta.dirname, 'routes.ts'), 'utf8');

/** What a page asks the server for: the names of everything of the contract that its code imports. */
function callsOf(page: PageName): Set<string> {
  const [, screen = ''] = new RegExp(`\\n  ${page}: \\{[^}]*?import\\('#console/([^']+)'`).exec(source) ?? [];
  const modules = [...readGraph(root, `console/src/${screen}`).values()];
  if (modules.length === 0) throw new Error(`the screen of ${page} cannot be found`);
  const own = modules.filter(({ file }) => file.startsWith('console/src/'));
  return new Set(own.flatMap(({ imports }) => [...imports.values()].map(({ name }) => name)));
}

const calls = new Map(pageNames.map((page) => [page, callsOf(page)]));
const isEndpoint = (entry: unknown): entry is Endpoint =>
  typeof entry === 'object' && entry !== null && 'access' in entry;
/** What can be read with some right, by its name in the contract. */
const reads = files.flatMap((file) =>
  Object.entries(file).flatMap(([name, entry]: [string, unknown]) => {
    if (!isEndpoint(entry) || entry.access !== 'staff' || entry.method !== 'GET') return [];
    const rights = [entry.right].flat().filter((right) => right !== 'signed_in' && right !== 'signing_in');
    return [{ name, rights }];
  }),
);

function staffWith(role: StaffRole): StaffMember {
  const isOwner = role === 'owner';
  return {
    id: '01890000-0000-7000-8000-000000000001',
    email: 'ada@staff.example',
    name: 'Ada',
    isOwner,
    language: 'en',
    brands: [{ key: 'lunaria', title: 'Lunaria', role }],
    worksEverywhere: true,
    missing: null,
    factors: { totp: true, passkeys: 0 },
  };
}

/** No page shows these yet: operators look at them by command or by the API. */
const withoutPage = new Set(['listReserved', 'readVersion']);

test('there is something to be read', () => {
  expect(reads.length).toBeGreaterThan(30);
});

test.each(staffRoles)('whatever the role of %s may read stands on a page that it may open', (role) => {
  const open = pageNames.filter((page) => mayOpen(routes[page], staffWith(role)));
  const unseen = reads
    .filter(({ name, rights }) => !withoutPage.has(name) && rights.some((right) => hasRight(role, right)))
    .filter(({ name }) => !open.some((page) => calls.get(page)?.has(name)));
  expect(unseen.map(({ name }) => name)).toEqual([]);
});

test('each page has an address of its own', () => {
  const addresses = Object.values(pages);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('the menu of a role leads to every page that it may open and that no other leads to', () => {
  for (const role of staffRoles) {
    const names = pageNames.filter((page) => mayOpen(routes[page], staffWith(role)));
    const inMenu = names.filter((page) => routes[page].menu);
    expect(inMenu).toContain('overview');
    // A page about one thing is opened from its list; one's own account has a place of its own in the menu.
    const others = names.filter((page) => !inMenu.includes(page) && page !== 'account');
    expect(others.filter((page) => !pages[page].includes(':'))).toEqual([]);
  }
});
