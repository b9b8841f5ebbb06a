import { QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { queryClient } from '#client/query-client.ts';
import { sampleBoot, sampleUser } from '#client/testing/sample-boot.ts';
import { samplePlan } from '#client/testing/sample-plan.ts';
import { importOrder, importUpsell } from '#contract/billing/charges.ts';
import { readBilling } from '#contract/billing/member-billing.ts';
import { cancelOrder, quote } from '#contract/billing/orders.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import words from '#site/locales/it/pay.json';
import { ShellContext, shellOf } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { endPopup, popupStore } from '#site/shell/popups.ts';
import { sessionStore } from '#site/shell/session.ts';
import { OrderSheet } from './order-sheet.tsx';
import { PaidScreen } from './paid-screen.tsx';

const paidId = '0198c0de-0000-7000-8000-00000000000a';
const addedId = '0198c0de-0000-7000-8000-00000000000b';
const pack = samplePlan({ productId: 'pack', name: 'Cento crediti', credits: 100, level: 1, period: null });
const month = samplePlan({ productId: 'month', name: 'VIP mese', totalCents: 2990, priceCents: 2990 });
const quoted = {
  kind: 'now',
  purchase: 'plan',
  productId: 'month',
  name: 'VIP mese',
  amountCents: 2990,
  creditCents: 0,
  currency: 'EUR',
  credits: 0,
  vatPercent: 22,
  renewalCents: 2990,
  period: 'month',
  startsAt: 0,
  renewsAt: Date.UTC(2027, 0, 1),
};
const kept = {
  id: 'c',
  kind: 'card',
  network: 'visa',
  lastFour: '1111',
  expiryMonth: 3,
  expiryYear: 2030,
};
const payment = { orderId: paidId, kind: 'plan', productId: 'pack', name: 'Cento crediti', amountCents: 990 };
const payments = [{ ...payment, refundedCents: 0, credits: 100, status: 'paid', at: 0, documents: [{}] }];
const billing = { subscription: null, card: kept, packCard: kept, payments, next: null, ageVerifiedAt: null };
const success = { status: 'ok', outcome: 'success', step: null, provider: 'adyen', orderId: addedId };

/** What the page has asked for, by the address of each call. */
const asked = vi.fn<(path: string, input: Record<string, unknown>) => void>();
const answers = new Map<Endpoint, unknown>();

vi.mock('#site/shell/api.ts', () => ({
  call: async (endpoint: Endpoint, input: Record<string, unknown>) => {
    asked(endpoint.path, input);
    const answer = answers.get(endpoint);
    return answer === undefined ? new Promise(() => undefined) : answer;
  },
}));
vi.mock('#site/shell/tracking/measure.ts', () => ({ measure: () => undefined }));

const namespaces = ['pay', 'plans', 'popups', 'spending', 'shell', 'errors', 'account'] as const;
const texts = await createTexts('it', [...namespaces]);

function enter(upsell: string[]) {
  const plans = { plain: [], standard: [month], credits: [pack], verification: [] };
  const boot = sampleBoot('http://localhost', { plans, upsell });
  queryClient.setQueryData(['flow', boot.flow.id], boot.flow);
  return boot;
}

/** The page that a payment comes to. */
async function show(upsell: string[]): Promise<void> {
  const boot = enter(upsell);
  const arrival = { pathname: '/ok', state: { paid: true, orderId: paidId, grants: 'plan' } };
  await render(
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={queryClient}>
        <ShellContext value={shellOf(boot)}>
          <MemoryRouter initialEntries={[arrival]}>
            <Routes>
              <Route path="/ok" element={<PaidScreen />} />
              <Route path="*" element={<p>altrove</p>} />
            </Routes>
          </MemoryRouter>
        </ShellContext>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

/** The sheet in which the offer is bought. */
async function openSheet() {
  const boot = enter(['month']);
  return render(
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={queryClient}>
        <ShellContext value={shellOf(boot)}>
          <MemoryRouter>
            <OrderSheet
              popup={{ name: 'order', plan: month, addedTo: paidId }}
              close={() => undefined}
              go={() => undefined}
            />
          </MemoryRouter>
        </ShellContext>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const buy = button('Ordine con obbligo di pagare');
const inputsOf = ({ path }: Endpoint) =>
  asked.mock.calls.filter(([one]) => one === path).map(([, input]) => input);

beforeEach(() => {
  sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId: 'anna' })) });
  answers.set(readBilling, billing).set(quote, quoted);
  answers.set(importOrder, { result: 'OK', orderId: addedId, token: 't', amountCents: 2990 });
  answers.set(importUpsell, { ...success, data: { customerId: 'x' } });
  answers.set(cancelOrder, { result: 'OK', orderId: addedId, outcome: 'success' });
});
afterEach(() => {
  endPopup();
  sessionStorage.clear();
  queryClient.clear();
  asked.mockClear();
});

test('one offer stands under what was paid, with its price and how it goes on, and the page waits for an answer', async () => {
  await show(['month']);
  const offer = page.getByRole('region', { name: words.upsell.title });
  await expect.element(offer.getByText('VIP mese')).toBeVisible();
  await expect.element(offer.getByText(/29,90\s€ ogni mese, finché non disdici/)).toBeVisible();
  expect(offer.getByRole('radio').elements()).toHaveLength(0);
  await expect.element(page.getByText(words.paid.soon)).not.toBeInTheDocument();
  expect(inputsOf(importOrder)).toEqual([]);
});

test('who declines is asked no more, keeps the focus, and the page goes on as ever', async () => {
  await show(['month']);
  await button(words.upsell.leave).click();
  await expect.element(page.getByText(words.upsell.title)).not.toBeInTheDocument();
  await expect.element(page.getByText(words.paid.soon)).toBeVisible();
  await expect.element(button(words.toChats)).toHaveFocus();
  expect(inputsOf(importOrder)).toEqual([]);
});

test('a flow that names nothing offers nothing', async () => {
  await show([]);
  await expect.element(page.getByText(words.paid.soon)).toBeVisible();
  await expect.element(page.getByText(words.upsell.title)).not.toBeInTheDocument();
});

test('looking opens the order sheet where a card is kept', async () => {
  await show(['month']);
  await button(words.upsell.look).click();
  await expect.poll(() => popupStore.get()).toMatchObject({ name: 'order', plan: month, addedTo: paidId });
});

test('without a card that is kept, looking leads to the payment page with the offer chosen', async () => {
  answers.set(readBilling, { ...billing, card: null, packCard: null });
  await show(['month']);
  await button(words.upsell.look).click();
  await expect.element(page.getByText('altrove')).toBeVisible();
  expect(sessionStorage.getItem('chosenPlan')).toBe('month');
});

test('the sheet begins the order of the offer, and its button adds it to what was paid', async () => {
  const sheet = await openSheet();
  await buy.click();
  await expect.poll(() => inputsOf(importUpsell)).toHaveLength(1);
  expect(inputsOf(importOrder)).toEqual([{ trackerId: 'anna', productId: 'month', addedTo: paidId }]);
  const [taken] = inputsOf(importUpsell);
  expect(taken).toMatchObject({ orderId: paidId, productId: 'month' });
  expect(String(taken?.['terms'])).toContain('Ordine con obbligo di pagare');
  await expect.poll(() => popupStore.get()).toMatchObject({ name: 'paid' });
  await sheet.unmount();
  expect(inputsOf(cancelOrder)).toEqual([]);
});

test('leaving the sheet without a click ends an order without an attempt', async () => {
  const sheet = await openSheet();
  await expect.element(buy).toBeVisible();
  await sheet.unmount();
  await expect
    .poll(() => inputsOf(cancelOrder))
    .toEqual([{ trackerId: 'anna', orderId: addedId, untriedOnly: true }]);
});
