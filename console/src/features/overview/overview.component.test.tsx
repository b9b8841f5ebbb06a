import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, serveCalls, showPage, signedInAs, resetConsole } from '#console/testing/console-page.tsx';
import { moderationFigures } from '#contract/moderation/moderation.ts';
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
