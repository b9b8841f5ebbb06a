import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { pages, paths } from '#console/shell/paths.ts';
import { answer, serveCalls, showPage, signedInAs, resetConsole } from '#console/testing/console-page.tsx';
import type { StaffRole } from '#contract/kernel/staff-rights.ts';
import {
  type PaymentEntry,
  findPayments,
  readMoneyFigures,
  readPaymentTimeline,
} from '#contract/staff/payments.ts';
import { Payment } from './payment.tsx';
import { Payments } from './payments.tsx';

const orderId = '01890000-0000-7000-8000-000000000001';
const at = Date.UTC(2026, 5, 1, 14, 3, 7);
const payment = {
  brand: 'lunaria',
  orderId,
  accountId: '01890000-0000-7000-8000-000000000002',
  screenName: 'Marco',
  kind: 'plan',
  productId: 'vip-month',
  amountCents: 2490,
  capturedCents: 2490,
  refundedCents: 0,
  chargedBackCents: 0,
  state: 'captured',
  outcome: 'success',
  provider: 'adyen',
  lastFour: '4242',
  createdAt: at,
} as const;

const tax = {
  country: 'it',
  percent: 22,
  evidence: { place: 'it', address: 'pt' },
  paidFrom: 'pt',
  isContradictory: true,
} as const;

const nothing = { provider: null, what: null, state: null, amountCents: null, by: null, text: null };
const entries: PaymentEntry[] = [
  { ...nothing, id: '1', at, kind: 'ordered', what: 'plan', amountCents: 2490, text: 'vip-month' },
  {
    ...nothing,
    id: '2',
    at: at + 1_000,
    kind: 'attempt',
    provider: 'adyen',
    what: 'card',
    amountCents: 2490,
    by: 'member',
    text: 'visa 4242',
  },
  {
    ...nothing,
    id: '3',
    at: at + 2_000,
    kind: 'state',
    provider: 'adyen',
    what: 'created',
    state: 'requires_action',
    by: 'answer',
    text: 'pending',
  },
  {
    ...nothing,
    id: '4',
    at: at + 30_000,
    kind: 'state',
    provider: 'adyen',
    what: 'requires_action',
    state: 'captured',
    amountCents: 2490,
    by: 'return',
    text: 'success',
  },
  {
    ...nothing,
    id: '5',
    at: at + 31_000,
    kind: 'webhook',
    provider: 'adyen',
    what: 'charge',
    state: 'captured',
    amountCents: 2490,
    by: 'done',
  },
  { ...nothing, id: '6', at: at + 32_000, kind: 'receipt', amountCents: 2490, text: 'R-2026-000001' },
  { ...nothing, id: '8', at: at + 33_000, kind: 'held', provider: 'maxpay', what: 'turned_off' },
  { ...nothing, id: '9', at: at + 33_000, kind: 'asked', provider: 'adyen', state: 'failed', by: 'poll' },
  { ...nothing, id: '7', at: at + 33_000, kind: 'act', what: 'something.new', by: 'Ada', text: 'Un motivo' },
];

/** The pages, for a user in this role. */
function serveTo(role: StaffRole): void {
  serveCalls([
    signedInAs(role),
    ['GET', /\/payments\/find$/, () => answer(findPayments, { payments: [payment] })],
    [
      'GET',
      /\/payments\/lunaria\/.*\/timeline$/,
      () => answer(readPaymentTimeline, { payment, tax, entries }),
    ],
    [
      'GET',
      /\/payments\/figures$/,
      () =>
        answer(readMoneyFigures, {
          dueRenewals: 3,
          oldestRenewalSeconds: 7200,
          openAttempts: [{ provider: 'paypal', age: 'older', count: 2 }],
          parkedEvents: 0,
          failedRefunds: 1,
          missingReceipts: 0,
          differences: 0,
          tokensToRemove: 0,
          gates: [{ provider: 'trustpay', state: 'closed', waiting: 0, refused: 12 }],
        }),
    ],
  ]);
}

beforeEach(() => {
  resetConsole();
  serveTo('finance');
});
afterEach(() => void vi.unstubAllGlobals());

const routes = [
  { path: pages.payments, Component: Payments, handle: { title: 'payments:page.payments' } },
  { path: pages.payment, Component: Payment, handle: { title: 'payments:page.payments' } },
];

test('a payment is found by the end of its card and the amount, and shows its history', async () => {
  await showPage(routes, paths.payments);
  await expect.element(page.getByText('PayPal: 2 più vecchi')).toBeVisible();
  await expect.element(page.getByText('TrustPay: chiuso per errori')).toBeVisible();
  await page.getByRole('textbox', { name: 'Cerca' }).fill('4242 24,90');
  await page.getByRole('button', { name: 'Trova' }).click();
  await page.getByRole('link', { name: /vip-month/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: /24,90/ })).toBeVisible();
  const vat = page.getByRole('region', { name: 'IVA' });
  await expect.element(vat.getByText('22 % · Italia')).toBeVisible();
  await expect.element(vat.getByText(/indicano un altro paese/)).toBeVisible();
  const timeline = page.getByRole('list', { name: 'Cronologia' });
  await expect.element(timeline.getByText('Adyen: attende la verifica della banca')).toBeVisible();
  await expect.element(timeline.getByText(/^Adyen: incassato 24,90/)).toBeVisible();
  await expect.element(timeline.getByText('al ritorno dalla banca')).toBeVisible();
  await expect.element(timeline.getByText(/^Ricevuta R-2026-000001/)).toBeVisible();
  await expect.element(timeline.getByText('Maxpay: addebito trattenuto')).toBeVisible();
  await expect.element(timeline.getByText('disattivato a mano')).toBeVisible();
  await expect.element(timeline.getByText('Adyen interpellato: nessuna risposta')).toBeVisible();
  // A code without words yet is shown as it is.
  await expect.element(timeline.getByText('something.new')).toBeVisible();
});

test('a payment is refunded by those who may, and by no others', async () => {
  const open = () => showPage(routes, paths.payment('lunaria', orderId));
  await open();
  await expect.element(page.getByRole('button', { name: 'Rimborsa' })).toBeVisible();
  resetConsole();
  serveTo('support');
  await open();
  await expect.element(page.getByRole('list', { name: 'Cronologia' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Rimborsa' })).not.toBeInTheDocument();
});
