import { randomUUID } from 'node:crypto';
import { actionsOn, attemptOf, paid, refundsOf, stage, work } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { findRefusal, watchedOf } from '../orders/payment-blocks.ts';
import type { PaidBy } from '../orders/payment-blocks.ts';
import { blockPayer } from '../reversals/block-payers.ts';
import { listPayments } from './find-payments.ts';
import { refundPayment } from './refund-by-hand.ts';

const brand = 'lunaria';

test('operators see payments, newest first, a page at a time', async ({ world }) => {
  const { member } = await stage(world);
  const staff = await atWork(world);
  const bought: string[] = [];
  for (let count = 0; count < 51; count += 1)
    bought.push((await paid(member, { receipt: false, credits: 0 })).purchaseId);
  const first = await listPayments(staff, { brand, accountId: member.accountId });
  expect(first.payments.map(({ orderId }) => orderId)).toEqual(bought.toReversed().slice(0, 50));
  expect(first.payments[0]).toMatchObject({
    brand,
    accountId: member.accountId,
    amountCents: 1990,
    capturedCents: 1990,
    state: 'captured',
    provider: 'adyen',
    outcome: 'success',
  });
  const rest = await listPayments(staff, { brand, accountId: member.accountId, before: first.next! });
  expect(rest).toMatchObject({ payments: [{ orderId: bought[0] }], next: null });
  expect((await listPayments(staff, { brand: 'verbena', accountId: member.accountId })).payments).toEqual([]);
  expect((await listPayments(staff, { brand })).payments).toHaveLength(50);
  await expect(listPayments(staff, { brand, before: 'x' })).rejects.toMatchObject({
    code: 'request.malformed',
  });
});

test('an operator refunds, once for each request, and it is audited', async ({ world }) => {
  const { member } = await stage(world);
  const staff = await atWork(world);
  const { purchaseId: orderId, attemptId } = await paid(member);
  const input = { brand, orderId, reason: 'They were charged by mistake', id: randomUUID() };
  const refund = await refundPayment(staff, { ...input, amountCents: 500 });
  expect(refund).toEqual({ refundId: input.id, amountCents: 500 });
  expect(await refundPayment(staff, { ...input, amountCents: 500 })).toEqual(refund);
  const rest = await refundPayment(staff, { ...input, id: randomUUID() });
  expect(rest.amountCents).toBe(1490);
  await expect(refundPayment(staff, { ...input, id: randomUUID() })).rejects.toMatchObject({
    code: 'order.nothing_due',
  });
  await work(member.app);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
  expect(await refundsOf(member.app, attemptId)).toMatchObject([
    { reason: 'support' },
    { reason: 'support' },
  ]);
  expect(await actionsOn(member.app, orderId)).toEqual(['payment.refunded', 'payment.refunded']);
  for (const wrong of [{ brand: 'verbena' }, { orderId: randomUUID() }])
    await expect(refundPayment(staff, { ...input, ...wrong })).rejects.toMatchObject({
      code: 'order.not_found',
    });
  await expect(refundPayment(staff, { ...input, brand: 'none' })).rejects.toMatchObject({
    code: 'request.not_found',
  });
});

test('a blocked payer cannot pay, and the list does not say who it is', async ({ world, app }) => {
  const { member } = await stage(world);
  const staff = await atWork(world);
  const { purchaseId: orderId } = await paid(member);
  const reason = 'Charged back three times';
  const email = `Rita.Rossi@Test.example`;
  const blocked = await blockPayer(staff, { brand, reason, what: { kind: 'email', email } });
  const again = await blockPayer(staff, {
    brand,
    reason,
    what: { kind: 'email', email: email.toLowerCase() },
  });
  expect(again).toEqual(blocked);
  await blockPayer(staff, { brand, reason, what: { kind: 'address', address: '203.0.113.77' } });
  await blockPayer(staff, { brand, reason, what: { kind: 'address', address: '2001:db8:1:2::7' } });
  await blockPayer(staff, { brand, reason, what: { kind: 'card', orderId } });
  const blocks = await app.db.selectFrom('payment_block').select('label').orderBy('id', 'desc').execute();
  expect(blocks.map(({ label }) => label)).toEqual([
    'visa •••• 1111',
    '2001:db8:*',
    '203.0.*.*',
    'r***@test.example',
  ]);
  const renewal = { brandId: member.brandId, accountId: randomUUID(), kind: 'renewal' } as const;
  const stranger = { email: 'nobody@test.example', address: '198.51.100.7', fingerprint: null };
  const refusalOf = (payer: Partial<PaidBy>) =>
    findRefusal(app.db, renewal, watchedOf(app, renewal, { ...stranger, ...payer }));
  expect(await refusalOf({ email: 'rita.rossi@test.example' })).toBe('address_blocked');
  expect(await refusalOf({ address: '2001:db8:1:2::99' })).toBe('address_blocked');
  expect(await refusalOf({ fingerprint: Buffer.alloc(32, 5) })).toBe('address_blocked');
  expect(await refusalOf({})).toBeUndefined();
  expect(await actionsOn(app, blocked.id)).toEqual(['payer.blocked']);
  const unknown = { kind: 'card', orderId: randomUUID() } as const;
  await expect(blockPayer(staff, { brand, reason, what: unknown })).rejects.toMatchObject({
    code: 'order.not_found',
  });
});
