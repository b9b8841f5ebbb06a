import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storage } from '#console/shell/storage.ts';
import {
  answer,
  ines,
  resetConsole,
  serveCalls,
  showPage,
  signedInAs,
} from '#console/testing/console-page.tsx';
import { type FoundMember, findMembers } from '#contract/staff/members.ts';
import { useSearch } from '../use-search.tsx';

beforeEach(() => {
  resetConsole();
  storage.remove('recent');
});
afterEach(() => void vi.unstubAllGlobals());

function Home() {
  const search = useSearch();
  return (
    <main>
      <button type="button" onClick={search.open}>
        Cerca
      </button>
      {search.panel}
    </main>
  );
}

const anna: FoundMember = {
  brand: 'lunaria',
  accountId: ines,
  profileId: ines,
  screenName: 'Anna',
  email: 'anna@example.com',
  gender: 'female',
  age: 41,
  region: null,
  city: null,
  photo: null,
  status: 'active',
  level: 0,
  createdAt: 0,
  lastActiveAt: 0,
};

function show(reply: () => Response) {
  const asked: string[] = [];
  serveCalls([
    signedInAs('owner', {
      brands: [
        { key: 'lunaria', title: 'Lunaria', role: 'owner' },
        { key: 'verbena', title: 'Verbena', role: 'owner' },
      ],
    }),
    [
      'GET',
      /\/members$/,
      () => {
        asked.push('members');
        return reply();
      },
    ],
  ]);
  const elsewhere = { path: '*', handle: { title: 'overview:page.overview' }, Component: Home };
  return showPage([elsewhere], '/').then(() => asked);
}

const field = page.getByRole('combobox', { name: 'Cerca nella console' });
const option = (name: string | RegExp) => page.getByRole('option', { name });

test('the keyboard alone opens the search, finds a page and goes there; next time it stands first', async () => {
  await show(() => answer(findMembers, { members: [], next: null }));
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('turn');
  await expect.element(option('Turni')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => window.location.pathname).toBe('/shifts');
  await expect.element(field).not.toBeInTheDocument();

  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByText('Aperti di recente')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
});

test('letters that follow quickly are one question to the server, whose failure is said and can be asked again', async () => {
  let fails = true;
  const asked = await show(() =>
    fails
      ? Response.json({ code: 'server.fault', details: { faultId: 'f' } }, { status: 500 })
      : answer(findMembers, { members: [anna], next: null }),
  );
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('anna');
  await expect.element(page.getByRole('alert')).toBeVisible();
  const before = asked.length;
  fails = false;
  page.getByRole('button', { name: 'Riprova' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(option(/^Anna/)).toBeVisible();
  expect(asked.length).toBe(before + 1);
});

test('a brand that is chosen there stands in the address', async () => {
  await show(() => answer(findMembers, { members: [], next: null }));
  await page.getByRole('button', { name: 'Cerca' }).click();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('verb');
  await expect.element(option('Verbena')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => window.location.search).toBe('?brand=verbena');
});
