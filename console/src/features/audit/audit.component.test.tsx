import { Link } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answer,
  ines,
  serveCalls,
  showPage,
  signedInAs,
  resetConsole,
} from '#console/testing/console-page.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { listAudit } from '#contract/staff/staff.ts';
import { Audit } from './audit.tsx';

beforeEach(resetConsole);
afterEach(() => void vi.unstubAllGlobals());

type Reply = ReplyOf<typeof listAudit>;

const entryOf = (actor: string): Reply['entries'][number] => ({
  id: ines,
  at: Date.now(),
  brand: 'lunaria',
  actor,
  actorId: ines,
  action: 'photo.refused',
  subject: null,
  details: {},
});
const found = (...actors: string[]): Reply => ({
  entries: actors.map(entryOf),
  next: null,
  actorFound: actors.length > 0,
});

function serve(read: () => Reply | Promise<Reply>): void {
  serveCalls([signedInAs('owner'), ['GET', /\/audit$/, async () => answer(listAudit, await read())]]);
}

const audit = { path: '/audit', handle: { title: 'audit:page.audit' }, Component: Audit };

test('a reader who comes back to a page sees at once what was there, and then what has changed meanwhile', async () => {
  const reads: (Reply | Promise<Reply>)[] = [found('Carla')];
  serve(() => reads.at(-1) ?? found());
  const elsewhere = () => <Link to="/audit">Torna</Link>;
  await showPage([audit, { path: '/elsewhere', Component: elsewhere }], '/audit');
  await expect.element(page.getByText('Carla')).toBeVisible();
  history.pushState(null, '', '/elsewhere');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  const { promise, resolve } = Promise.withResolvers<Reply>();
  reads.push(promise);
  await page.getByRole('link', { name: 'Torna' }).click();
  await expect.element(page.getByText('Carla')).toBeVisible();
  resolve(found('Dora'));
  await expect.element(page.getByText('Dora')).toBeVisible();
});

test('the audit is searched by a name, and a name without entries says so', async () => {
  serve(() => found());
  await showPage([audit], '/audit');
  await page.getByRole('textbox', { name: 'Chi' }).fill('ada');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('heading', { name: 'Qui non c’è nessuno che si chiami “ada”' }))
    .toBeVisible();
  expect(window.location.search).toBe('?actor=ada');
});
