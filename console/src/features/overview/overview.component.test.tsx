import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, serveCalls, showPage, signedInAs, resetConsole } from '#console/testing/console-page.tsx';
import { moderationFigures } from '#contract/moderation/moderation.ts';
import { readHome } from '#contract/staff/home.ts';
import { listBrands } from '#contract/staff/staff.ts';
import { Overview } from './overview.tsx';

beforeEach(resetConsole);
afterEach(() => void vi.unstubAllGlobals());

function showAs(role: 'analyst' | 'brand_manager') {
  const brand = {
    key: 'lunaria',
    title: 'Lunaria',
    hostnames: ['lunaria.example'],
    country: 'it' as const,
    flows: 1,
    accounts: 12,
    profiles: { member: 12, staff: 3, ai: 1 },
    missingFacts: [],
  };
  serveCalls([
    signedInAs(role),
    ['GET', /\/brands$/, () => answer(listBrands, { brands: [brand], refused: [] })],
    ['GET', /\/moderation\/figures$/, () => answer(moderationFigures, { kinds: [] })],
  ]);
  return showPage([{ path: '/', handle: { title: 'overview:page.overview' }, Component: Overview }], '/');
}
const hint = page.getByText(/^Il tuo ruolo serve a leggere i numeri/);

test('an analyst reads all figures of the role on one page, which says that they are all', async () => {
  await showAs('analyst');
  await expect.element(hint).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Moderazione' })).toBeVisible();
  await expect.element(page.getByText('Lunaria', { exact: true })).toBeVisible();
});

test('with other pages the notice is not there', async () => {
  await showAs('brand_manager');
  await expect.element(page.getByText('Lunaria', { exact: true })).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();
});

test('what waits for a person stands there in its order, each line with the way to it at its brand', async () => {
  serveCalls([
    signedInAs('support', {
      brands: [
        { key: 'lunaria', title: 'Lunaria', role: 'support' },
        { key: 'verbena', title: 'Verbena', role: 'support' },
      ],
    }),
    [
      'GET',
      /\/home$/,
      () =>
        answer(readHome, {
          waiting: [
            { kind: 'tickets', brand: 'verbena', count: 201, since: Date.now() - 3.5 * 3_600_000 },
            { kind: 'tickets', brand: 'lunaria', count: 1, since: Date.now() },
            { kind: 'facts', brand: 'lunaria', count: 2, since: null },
          ],
        }),
    ],
  ]);
  await showPage([{ path: '/', handle: { title: 'overview:page.overview' }, Component: Overview }], '/');
  await expect.element(page.getByRole('heading', { name: /Ines$/, level: 1 })).toBeVisible();
  const lines = page.getByRole('listitem').getByRole('link');
  await expect
    .poll(() => lines.elements()[0]?.textContent)
    .toMatch(/^200\+ messaggi all’assistenzaVerbena3 h/);
  expect(lines.elements().map((line) => line.getAttribute('href'))).toEqual([
    '/tickets?brand=verbena',
    '/tickets?brand=lunaria',
    '/?brand=lunaria#missing-facts',
  ]);
});

test('where nothing waits the page says so', async () => {
  serveCalls([
    signedInAs('moderator'),
    ['GET', /\/home$/, () => answer(readHome, { waiting: [] })],
    ['GET', /\/moderation\/figures$/, () => answer(moderationFigures, { kinds: [] })],
  ]);
  await showPage([{ path: '/', handle: { title: 'overview:page.overview' }, Component: Overview }], '/');
  await expect.element(page.getByText('Niente ti aspetta')).toBeVisible();
});
