import { randomUUID } from 'node:crypto';
import {
  actionsOn,
  attemptOf,
  give,
  heldOf,
  issueDocuments,
  paid,
  balanceOf,
  refundsOf,
  stage,
  work,
} from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { handleRefundWebhook } from '../refunds/send-refunds.ts';

const event = (attemptId: string, refundId: string | null, succeeded: boolean, amountCents = 1990) => ({
  kind: 'refund' as const,
  dedupeKey: `${refundId} ${succeeded}`,
  attemptId,
  reference: `psp-${attemptId}`,
  refundId,
  refundReference: `r-${refundId}`,
  amountCents,
  succeeded,
});

test('a refund that is pending is done when the provider says so', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = ({ refundId }) => ({ state: 'sent', reference: `r-${refundId}` });
  const refund = await give(member, attemptId);
  await work(member.app);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'sent' }]);
  expect(await give(member, attemptId)).toBeNull();
  expect(await handleRefundWebhook(member.app, event(attemptId, refund!.refundId, true))).toBe('done');
  expect(await handleRefundWebhook(member.app, event(attemptId, refund!.refundId, true))).toBe('done');
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
  expect(await heldOf(member.app.db, attemptId)).toBe(0);
});

test('a webhook of a refund that comes again counts once', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = ({ refundId }) => ({ state: 'sent', reference: `r-${refundId}` });
  const refund = await give(member, attemptId, { amountCents: 500 });
  await work(member.app);
  await handleRefundWebhook(member.app, event(attemptId, refund!.refundId, true, 500));
  await handleRefundWebhook(member.app, event(attemptId, refund!.refundId, true, 500));
  expect(await attemptOf(member.app, attemptId)).toMatchObject({
    state: 'partially_refunded',
    refunded_cents: 500,
  });
  expect(await heldOf(member.app.db, attemptId)).toBe(1490);
  await issueDocuments(member.app);
  const mails = await mailsTo(member.app.db, member.email);
  expect(mails.filter(({ template }) => template === 'refund_receipt')).toHaveLength(1);
});

test('a refund that fails later returns the money to us, and it can be refunded again', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  const refund = await give(member, attemptId);
  await work(member.app);
  await handleRefundWebhook(member.app, event(attemptId, refund!.refundId, false));
  await handleRefundWebhook(member.app, event(attemptId, refund!.refundId, false));
  // What comes late and says that it went well is the older news.
  await handleRefundWebhook(member.app, event(attemptId, refund!.refundId, true));
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 0 });
  expect(await heldOf(member.app.db, attemptId)).toBe(1990);
  expect(await balanceOf(member)).toEqual({ credits: 100, level: 1 });
  expect(await actionsOn(member.app, purchaseId)).toEqual(['refund.returned']);
  expect((await give(member, attemptId))?.amountCents).toBe(1990);
  await work(member.app);
  expect(await heldOf(member.app.db, attemptId)).toBe(0);
  expect((await balanceOf(member)).credits).toBe(0);
});

test('money that was refunded at the provider’s own desk gets into the books, once', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  const made = { ...event(attemptId, null, true, 500), refundReference: 'desk-1' };
  expect(await handleRefundWebhook(member.app, made)).toBe('done');
  expect(await handleRefundWebhook(member.app, made)).toBe('done');
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'done', amount_cents: 500 }]);
  expect(await heldOf(member.app.db, attemptId)).toBe(1490);
  expect(await actionsOn(member.app, purchaseId)).toContain('refund.made_elsewhere');
  expect(
    await handleRefundWebhook(member.app, { ...made, refundReference: 'desk-2', amountCents: 9999 }),
  ).toBe('unmatched');
  const stranger = { ...made, attemptId: randomUUID(), reference: 'nobody' };
  expect(await handleRefundWebhook(member.app, stranger)).toBe('unknown_subject');
});

test('a provider that does not repeat our id of a refund is matched all the same', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = () => ({ state: 'unknown' });
  await give(member, attemptId, { amountCents: 300 });
  await work(member.app);
  await handleRefundWebhook(member.app, { ...event(attemptId, null, true, 300), refundReference: 'theirs' });
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'done', amount_cents: 300 }]);
});
