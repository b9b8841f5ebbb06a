import { randomUUID } from 'node:crypto';
import { paid, stage, work } from '../../../testing/billing/refunds.ts';
import { storeEvents } from '../../../testing/billing/webhooks.ts';
import { expect, test } from '../../../testing/harness.ts';
import { atWork } from '../../../testing/staff/staff.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { findPayments, listPayments } from './find-payments.ts';
import { eventOf, recordEvents } from './payment-events.ts';
import { readPaymentTimeline } from './payment-timeline.ts';

const brand = 'lunaria';

test('support reads all that happened to a payment, in the order of time', async ({ world }) => {
  const { member } = await stage(world);
  const { app, brandId } = member;
  const { purchaseId, attemptId } = await paid(member, { receipt: true });
  // Another one of the same member at the same time, of which nothing is told here.
  await paid(member, { receipt: true });
  const begun = app.clock.now();
  const later = (seconds: number) => new Date(begun.getTime() + seconds * 1_000);
  const subject = { brandId, purchaseId, attemptId };
  await recordEvents(app.db, [
    eventOf(subject, later(1), { kind: 'asked', answer: 'processing', source: 'poll' }),
    eventOf(subject, later(2), {
      kind: 'state',
      from: 'processing',
      to: 'captured',
      outcome: 'success',
      source: 'webhook',
      cents: 1990,
    }),
  ]);
  const verdict = { state: 'captured', reference: 'psp-1', amountCents: 1990, stored: null } as const;
  await storeEvents(
    app.db,
    'adyen',
    [{ kind: 'charge', dedupeKey: randomUUID(), attemptId, reference: 'psp-1', verdict }],
    later(3),
  );
  const finance = await atWork(world, { role: 'finance', name: 'Fina' });
  await refundPayment(finance, {
    brand,
    orderId: purchaseId,
    amountCents: 500,
    reason: 'Un guasto',
    id: randomUUID(),
  });
  await work(member.app);
  // Mails are dated by the database, and the clock of the tests is another one.
  await app.db
    .updateTable('mail')
    .set({ created_at: begun })
    .where('account_id', '=', member.accountId)
    .execute();

  const support = await atWork(world, { role: 'support' });
  const { payment, entries } = await readPaymentTimeline(support, { brand, orderId: purchaseId });
  expect(payment).toMatchObject({ orderId: purchaseId, refundedCents: 500, provider: 'adyen' });
  const said = entries.map(({ kind, state, amountCents }) => [kind, state, amountCents]);
  expect(said.slice(0, 2)).toEqual([
    ['ordered', null, 1990],
    ['attempt', null, 1990],
  ]);
  expect(said).toEqual(
    expect.arrayContaining([
      ['asked', 'processing', null],
      ['state', 'captured', 1990],
      ['webhook', 'captured', 1990],
      ['fulfilled', null, null],
      ['receipt', null, 1990],
      ['refund', null, 500],
      ['refund_state', 'done', 500],
      ['credit_note', null, 500],
      ['act', null, null],
      ['mail', expect.any(String), null],
    ]),
  );
  // Each state once, although the charge's own row tells of it as well.
  expect(said.filter(([kind]) => kind === 'state')).toHaveLength(1);
  expect(entries.find(({ kind }) => kind === 'act')).toMatchObject({ by: 'Fina', text: 'Un guasto' });
  const mails = entries.filter(({ kind }) => kind === 'mail').map(({ what }) => what);
  expect(mails.toSorted()).toEqual(['receipt', 'refund_receipt']);
  const times = entries.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(JSON.stringify(entries)).not.toContain(member.email);
});

test('a payment is found by what somebody has in hand, at the brands that one works for', async ({
  world,
}) => {
  const { member } = await stage(world);
  const { db } = member.app;
  const { purchaseId, attemptId } = await paid(member, { receipt: true });
  await db
    .updateTable('payment_attempt')
    .set({ last_four: '4242', reference: 'PSP-0815' })
    .where('id', '=', attemptId)
    .execute();
  const support = await atWork(world, { role: 'support' });
  const { entries } = await readPaymentTimeline(support, { brand, orderId: purchaseId });
  const number = entries.find(({ kind }) => kind === 'receipt')?.text ?? '';
  const ordersFor = async (text: string) =>
    (await findPayments(support, { text })).payments.map(({ orderId }) => orderId);
  for (const text of [
    purchaseId,
    attemptId,
    'PSP-0815',
    number,
    '4242 19,90',
    '•••• 4242 19.90 €',
    '4242',
    member.email,
    member.email.toUpperCase(),
  ])
    expect(await ordersFor(text), text).toEqual([purchaseId]);
  for (const text of [
    '4242 19,91',
    'R-2026-999999',
    '4243',
    'nobody@nowhere.example',
    'nothing',
    randomUUID(),
  ])
    expect(await ordersFor(text), text).toEqual([]);

  const elsewhere = await atWork(world, { role: 'support', brands: ['verbena'] });
  for (const text of [purchaseId, '4242', member.email])
    expect((await findPayments(elsewhere, { text })).payments, text).toEqual([]);
  await expect(readPaymentTimeline(elsewhere, { brand, orderId: purchaseId })).rejects.toMatchObject({
    code: 'request.not_found',
  });
  // Support asks about somebody, finance looks at everything.
  await expect(listPayments(support, { brand })).rejects.toMatchObject({ code: 'staff.forbidden' });
  const { payments } = await listPayments(support, { brand, accountId: member.accountId });
  expect(payments).toMatchObject([{ orderId: purchaseId }]);
});
