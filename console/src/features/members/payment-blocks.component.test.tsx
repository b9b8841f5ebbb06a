import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, resetConsole, serveCalls, showPage, signedInAs } from '#console/testing/console-page.tsx';
import { type PaymentBlock, liftPaymentBlock, listPaymentBlocks } from '#contract/staff/billing.ts';
import { PaymentBlocks } from './payment-blocks.tsx';

const place = { brand: 'lunaria', accountId: '01890000-0000-4000-8000-000000000001' };
const block: PaymentBlock = {
  id: '01890000-0000-7000-8000-000000000002',
  kind: 'account',
  label: `account ${place.accountId}`,
  stops: 'sales',
  reason: 'repeated_withdrawals',
  createdAt: Date.UTC(2026, 5, 1, 14, 3),
};
const card: PaymentBlock = {
  ...block,
  id: '01890000-0000-7000-8000-000000000003',
  kind: 'card',
  label: 'visa •••• 1111',
  stops: 'charges',
  reason: 'Carta rubata',
};

beforeEach(resetConsole);
afterEach(() => vi.unstubAllGlobals());

/** A server with these blocks, and what was sent to lift one. */
function serveBlocks(blocks: PaymentBlock[]): unknown[] {
  const sent: unknown[] = [];
  serveCalls([
    signedInAs('finance'),
    ['GET', /\/payment-blocks$/, () => answer(listPaymentBlocks, { blocks })],
    [
      'POST',
      /\/payment-blocks\/([\da-f-]+)\/lift$/,
      (id, body) => {
        sent.push({ id, ...(JSON.parse(body) as object) });
        blocks.splice(0, 1);
        return answer(liftPaymentBlock, { ok: true });
      },
    ],
  ]);
  return sent;
}

const show = (mayLift: boolean) =>
  showPage([{ path: '/', element: <PaymentBlocks place={place} mayLift={mayLift} /> }], '/');

/** The dialog has no styles here, so that what lies behind it would be in a pointer's way. */
const press = (name: string) =>
  (page.getByRole('dialog').getByRole('button', { name }).element() as HTMLElement).click();

test('a block says what it stops and why, and is lifted with a reason', async () => {
  const sent = serveBlocks([block, card]);
  await show(true);
  const table = page.getByRole('table', { name: 'Blocchi dei pagamenti' });
  await expect.element(table.getByText('Recessi ripetuti')).toBeVisible();
  await expect.element(table.getByText('Nuovi acquisti; i rinnovi continuano')).toBeVisible();
  await expect.element(table.getByText('visa •••• 1111')).toBeVisible();
  await expect.element(table.getByText('Carta rubata')).toBeVisible();
  await page.getByRole('button', { name: 'Togli il blocco: Account' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  press('Togli il blocco');
  await expect.element(page.getByText('Indica il motivo.')).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Ha comprato per errore');
  press('Togli il blocco');
  await expect.element(page.getByText('Il blocco è tolto.')).toBeVisible();
  expect(sent).toEqual([{ id: block.id, reason: 'Ha comprato per errore' }]);
  await expect.element(page.getByText('Recessi ripetuti')).not.toBeInTheDocument();
});

test('without the right a block is only seen, and without blocks the page says so', async () => {
  serveBlocks([block]);
  await show(false);
  await expect.element(page.getByText('Recessi ripetuti')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Togli/ })).not.toBeInTheDocument();
  resetConsole();
  serveBlocks([]);
  await show(true);
  await expect.element(page.getByText('Niente impedisce a questa persona di pagare.')).toBeVisible();
});
