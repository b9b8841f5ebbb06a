import { QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { queryClient } from '#client/query-client.ts';
import { sampleBoot, sampleUser } from '#client/testing/sample-boot.ts';
import { samplePlan } from '#client/testing/sample-plan.ts';
import type { RatePlan } from '#contract/brand/flow.ts';
import { paywallWords } from '#contract/brand/paywalls.ts';
import words from '#site/locales/it/plans.json';
import { ShellContext, shellOf } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { sessionStore } from '#site/shell/session.ts';
import { choosePlan } from '../chosen-plan.ts';
import { PlansScreen } from './plans-screen.tsx';

vi.mock('#site/shell/api.ts', () => ({ call: () => new Promise(() => undefined) }));
vi.mock('#site/shell/tracking/measure.ts', () => ({ measure: () => undefined }));

const month = samplePlan({ productId: 'month', name: 'Un mese' });
const pack = samplePlan({ productId: 'pack', name: 'Cento crediti', credits: 100, level: 1, period: null });
const texts = await createTexts('it', ['plans', 'popups', 'spending', 'shell', 'errors']);

/** The page that a paywall leads to, in a flow that offers these. */
async function show(reason: string, standard: RatePlan[] = [month]): Promise<void> {
  const plans = { plain: [], standard, credits: [pack], verification: [] };
  const boot = sampleBoot('http://localhost', { plans });
  queryClient.setQueryData(['flow', boot.flow.id], boot.flow);
  await render(
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={queryClient}>
        <ShellContext value={shellOf(boot)}>
          <MemoryRouter initialEntries={[`/vip_plan/${reason}`]}>
            <Routes>
              <Route path="/vip_plan/:reason" element={<PlansScreen />} />
            </Routes>
          </MemoryRouter>
        </ShellContext>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

const offers = page.getByRole('radio');
const goOn = page.getByRole('button', { name: words.summary.goOn });
const named = ({ name }: RatePlan) => new RegExp(`^${name}`);

beforeEach(() => sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId: 'anna' })) }));
afterEach(() => {
  sessionStorage.clear();
  queryClient.clear();
});

test.each(['cred', paywallWords.out_of_credits, paywallWords.blurred, paywallWords.profile_locked])(
  'where a pack is enough (%s) packs come first, and nothing is selected',
  async (reason) => {
    await show(reason);
    await expect.element(offers.first()).toHaveAccessibleName(named(pack));
    await expect.element(offers.nth(1)).toHaveAccessibleName(named(month));
    await expect.element(page.getByRole('radio', { checked: true })).not.toBeInTheDocument();
    await expect.element(goOn).not.toBeInTheDocument();
  },
);

test('what only a plan opens shows plans, one of them proposed, and says where the packs are', async () => {
  await show(paywallWords.change_region);
  await expect.element(page.getByRole('radio', { checked: true })).toHaveAccessibleName(named(month));
  expect(offers.elements()).toHaveLength(1);
  await expect.element(goOn).toBeVisible();
  await expect.element(page.getByRole('link', { name: words.otherPacks })).toBeVisible();
});

test('where packs are all there is none is selected, whatever led there', async () => {
  await show(paywallWords.change_region, []);
  await expect.element(offers.first()).toHaveAccessibleName(named(pack));
  await expect.element(offers.first()).not.toBeChecked();
  await expect.element(goOn).not.toBeInTheDocument();
});

test('what was chosen in the tab before stays selected among the packs', async () => {
  choosePlan(month);
  await show('cred');
  await expect.element(offers.first()).toHaveAccessibleName(named(pack));
  await expect.element(page.getByRole('radio', { checked: true })).toHaveAccessibleName(named(month));
  await expect.element(goOn).toBeVisible();
});
