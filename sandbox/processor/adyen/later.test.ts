import { expect, test } from 'vitest';
import { DAY } from '#server/platform/clock.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import {
  adyenMerchant,
  answerBank,
  askAdyen,
  startProcessorWithMerchant,
} from '#testing/sandbox/processor.ts';
import type { Answer } from '#testing/sandbox/processor.ts';

const clock = new MovableClock();
const { processor, merchant } = await startProcessorWithMerchant({ clock });

const { lastReference, pay, payBy, receivedItems } = adyenMerchant(processor, merchant);

function bankOf(body: Record<string, unknown>): string {
  return (body['action'] as { url: string }).url;
}

async function refund(psp: unknown, value: number, reference = 'refund-1'): Promise<Answer> {
  return askAdyen(processor, `payments/${String(psp)}/refunds`, {
    amount: { value, currency: 'EUR' },
    merchantAccount: 'SerenataSandbox',
    reference,
  });
}

test('gives back a part, but never more than there is', async () => {
  const { body } = await pay();
  const first = await refund(body['pspReference'], 500, 'part');
  expect(first).toMatchObject({ status: 201, body: { status: 'received', reference: 'part' } });
  await refund(body['pspReference'], 600, 'too-much');
  const items = await receivedItems();
  expect(items.slice(1)).toMatchObject([
    {
      eventCode: 'REFUND',
      success: 'true',
      merchantReference: 'part',
      originalReference: body['pspReference'],
    },
    { eventCode: 'REFUND', success: 'false', merchantReference: 'too-much' },
  ]);
  expect(processor.charges().at(-1)?.refunded).toBe(500);
});

test('some refunds take a while, and some fail in the end', async () => {
  const slow = await payBy('4000000000005126');
  const failing = await payBy('4000000000007726');
  await refund(slow.body['pspReference'], 990, 'slow');
  await refund(failing.body['pspReference'], 990, 'failing');
  const webhooks = async () =>
    (await receivedItems())
      .filter(({ eventCode }) => eventCode !== 'AUTHORISATION')
      .map(({ eventCode, merchantReference }) => `${eventCode} ${merchantReference}`);
  expect(await webhooks()).toEqual(['REFUND failing']);
  clock.advance(DAY);
  processor.look();
  expect((await webhooks()).sort()).toEqual(['REFUND failing', 'REFUND slow', 'REFUND_FAILED failing']);
});

test('a chargeback comes after the success', async () => {
  const { body } = await payBy('4000000000000259');
  expect(body['resultCode']).toBe('Authorised');
  clock.advance(DAY);
  processor.look();
  expect((await receivedItems()).map(({ eventCode }) => eventCode)).toEqual([
    'AUTHORISATION',
    'NOTIFICATION_OF_CHARGEBACK',
    'CHARGEBACK',
  ]);
  expect(processor.charges().at(-1)?.disputed).toBe(true);
});

test('cancels what is undecided, and not what was taken', async () => {
  const cancel = (paymentReference: string) =>
    askAdyen(processor, 'cancels', { paymentReference, merchantAccount: 'SerenataSandbox' });
  const { body } = await payBy('5454545454545454');
  expect((await cancel(lastReference())).status).toBe(201);
  await answerBank(bankOf(body), 'password');
  expect(processor.charges().at(-1)).toMatchObject({ state: 'declined', why: 'cancelled' });
  await pay();
  await cancel(lastReference());
  expect(processor.charges().at(-1)?.state).toBe('captured');
  expect((await cancel('never-arrived')).status).toBe(201);
});

async function reportOfToday() {
  const day = clock.now().toISOString().slice(0, 10);
  const answer = await fetch(`${processor.origin}/adyen/v71/reports/settlement_detail_report_${day}.csv`, {
    headers: { 'x-api-key': processor.keys.adyen.apiKey },
  });
  const [header, ...lines] = (await answer.text()).trim().split('\n');
  expect(header).toContain('Psp Reference,Merchant Reference');
  const names = header?.split(',') ?? [];
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
}

test('a chargeback, its reversal and a second one stand in the report under the name that webhooks use', async () => {
  clock.advance(DAY);
  const { body } = await pay({ amount: { value: 990, currency: 'EUR' } });
  for (const change of ['announced', 'lost', 'reversed', 'lost_again'] as const)
    processor.dispute(lastReference(), change);
  const items = (await receivedItems()).slice(1);
  expect(items.map(({ eventCode }) => eventCode)).toEqual([
    'NOTIFICATION_OF_CHARGEBACK',
    'CHARGEBACK',
    'CHARGEBACK_REVERSED',
    'SECOND_CHARGEBACK',
  ]);
  const [name, ...others] = new Set(items.map(({ pspReference }) => pspReference));
  expect(others).toEqual([]);
  const about = { 'Psp Reference': body['pspReference'], 'Modification Reference': name };
  expect((await reportOfToday()).slice(1)).toMatchObject([
    { ...about, Type: 'Chargeback', 'Gross Debit (GC)': '9.90', 'Gross Credit (GC)': '' },
    { ...about, Type: 'ChargebackReversed', 'Gross Debit (GC)': '', 'Gross Credit (GC)': '9.90' },
    { ...about, Type: 'SecondChargeback', 'Gross Debit (GC)': '9.90', 'Gross Credit (GC)': '' },
  ]);
});

test('the report of a day says what was moved', async () => {
  clock.advance(DAY);
  const { body } = await pay({ amount: { value: 1234, currency: 'EUR' } });
  await pay({ amount: { value: 0, currency: 'EUR' } });
  await refund(body['pspReference'], 234, 'report-refund');
  expect(await reportOfToday()).toMatchObject([
    { Type: 'Settled', 'Psp Reference': body['pspReference'], 'Gross Credit (GC)': '12.34' },
    { Type: 'Refunded', 'Modification Merchant Reference': 'report-refund', 'Gross Debit (GC)': '2.34' },
    // Less 27 cents of fees.
    { Type: 'MerchantPayout', 'Net Debit (NC)': '9.73' },
  ]);
});
