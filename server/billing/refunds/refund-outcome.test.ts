import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts';
import { expect, test } from '../../../testing/harness.ts';
import { mailsTo } from '../../../testing/platform/mails.ts';
import { handleRefundWebhook } from './refund-webhooks.ts';
import {
  actionsOn,
  pollOpenRefunds,
  attemptOf,
  give,
  heldOf,
  paid,
  balanceOf,
  refundsOf,
  spend,
  stage,
  work,
} from '../../../testing/billing/refunds.ts';
import { runSendRefund } from './send-refunds.ts';
import { withdraw } from './withdraw.ts';

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

test('a whole refund returns the money, takes the credits that are left and writes off the used ones', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  await spend(member, 60);
  const refund = await give(member, attemptId);
  expect(refund?.amountCents).toBe(1990);
  expect(await refundsOf(member, attemptId)).toMatchObject([
    { state: 'created', amount_cents: 1990, credits_taken: 40, credits_written_off: 60 },
  ]);
  expect((await attemptOf(member, attemptId)).refunded_cents).toBe(0);
  await work(member);
  expect(bank.sent).toMatchObject([
    { refundId: refund!.refundId, attemptId, reference: `psp-${attemptId}`, amountCents: 1990 },
  ]);
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'done', poll_at: null }]);
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
  expect(await heldOf(member.db, attemptId)).toBe(0);
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 0 });
  const mails = await mailsTo(member.db, member.email);
  expect(mails.map(({ template }) => template)).toEqual(['receipt', 'refund_receipt']);
  expect(mails[1]!.text).toContain('19,90 €');
});

test('parts add up to the whole and never to more, with their share of the credits', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId, { amountCents: 667 });
  await work(member);
  expect(await attemptOf(member, attemptId)).toMatchObject({
    state: 'partially_refunded',
    refunded_cents: 667,
  });
  expect(await balanceOf(member)).toEqual({ credits: 67, level: 1 });
  await give(member, attemptId, { amountCents: 1 });
  expect((await give(member, attemptId, { amountCents: 5000 }))?.amountCents).toBe(1990 - 668);
  await work(member);
  expect(await give(member, attemptId)).toBeNull();
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
  expect((await balanceOf(member)).credits).toBe(0);
  expect(await heldOf(member.db, attemptId)).toBe(0);
});

test('two requests with one id refund once, and the id of another payment refunds nothing', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  const other = await paid(member);
  const id = randomUUID();
  const [first, second] = await Promise.all([
    give(member, attemptId, { id, amountCents: 500 }),
    give(member, attemptId, { id, amountCents: 500 }),
  ]);
  expect(first).toEqual(second);
  expect(await give(member, other.attemptId, { id })).toBeNull();
  await work(member);
  await runSendRefund(member, { brandId: member.brandId, refundId: id });
  expect(bank.sent).toHaveLength(1);
  expect((await attemptOf(member, attemptId)).refunded_cents).toBe(500);
});

test('concurrent refunds never exceed what was captured', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  const given = await Promise.all([1, 2, 3, 4].map(() => give(member, attemptId, { amountCents: 800 })));
  expect(given.map((refund) => refund?.amountCents ?? 0).toSorted((a, b) => a - b)).toEqual([
    0, 390, 800, 800,
  ]);
  await work(member);
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
});

test('whoever leaves a plan keeps his credits, and so does he whose money came too late', async ({
  world,
}) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId, { amountCents: 900, reason: 'left' });
  await work(member);
  expect((await balanceOf(member)).credits).toBe(100);
  const twice = await paid(member, { receipt: false });
  await give(member, twice.attemptId, { reason: 'duplicate' });
  await work(member);
  expect((await balanceOf(member)).credits).toBe(200);
  const note = await member.db
    .selectFrom('document')
    .select('facts')
    .where('purchase_id', '=', twice.purchaseId)
    .executeTakeFirstOrThrow();
  expect(note.facts).toMatchObject({ refersTo: null, totalCents: 1990 });
});

test('a refund that is pending is done when the provider says so', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = ({ refundId }) => ({ state: 'sent', reference: `r-${refundId}` });
  const refund = await give(member, attemptId);
  await work(member);
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'sent' }]);
  expect(await give(member, attemptId)).toBeNull();
  expect(await handleRefundWebhook(member, event(attemptId, refund!.refundId, true))).toBe('done');
  expect(await handleRefundWebhook(member, event(attemptId, refund!.refundId, true))).toBe('done');
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
  expect(await heldOf(member.db, attemptId)).toBe(0);
});

test('no webhook comes: it is polled after five minutes, an hour, and daily, until it is known', async ({
  world,
  app,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = () => ({ state: 'unknown' });
  await give(member, attemptId);
  await work(member);
  await pollOpenRefunds(member);
  expect(bank.requests).toHaveLength(0);
  app.clock.advance(5 * MINUTE);
  await pollOpenRefunds(member);
  await pollOpenRefunds(member);
  expect(bank.requests).toHaveLength(1);
  app.clock.advance(HOUR);
  bank.whenPolled = { state: 'done', reference: 'r-1' };
  await pollOpenRefunds(member);
  expect(bank.sent).toHaveLength(1);
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
});

test('a provider that is away voids nothing: the refund is sent again, later and later, until it gets through', async ({
  world,
  app,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  bank.answer = () => ({ state: 'unsent' });
  await give(member, attemptId, { reason: 'withdrawal' });
  await work(member);
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'created' }]);
  // Minutes at first, then hours, then days.
  for (const pause of [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, DAY, DAY, DAY]) {
    const sent = bank.sent.length;
    app.clock.advance(pause - 1);
    await pollOpenRefunds(member);
    await work(member);
    expect(bank.sent).toHaveLength(sent);
    app.clock.advance(1);
    await pollOpenRefunds(member);
    await work(member);
    expect(bank.sent).toHaveLength(sent + 1);
  }
  expect(bank.requests).toHaveLength(0);
  expect(new Set(bank.sent.map(({ refundId }) => refundId)).size).toBe(1);
  expect((await balanceOf(member)).credits).toBe(0);
  expect(await actionsOn(member, purchaseId)).toEqual([]);
  bank.answer = ({ refundId }) => ({ state: 'done', reference: `r-${refundId}` });
  app.clock.advance(DAY);
  await pollOpenRefunds(member);
  await work(member);
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
});

test('one without an outcome goes on being polled, and support is notified once', async ({ world, app }) => {
  const { member, bank } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  bank.answer = () => ({ state: 'unknown' });
  await give(member, attemptId);
  await work(member);
  expect((await balanceOf(member)).credits).toBe(0);
  // That a question did not get through says nothing of the refund.
  bank.whenPolled = { state: 'unsent' };
  for (let day = 0; day < 12; day += 1) {
    app.clock.advance(DAY);
    await pollOpenRefunds(member);
    await work(member);
  }
  expect(bank.sent).toHaveLength(1);
  expect(bank.requests).toHaveLength(12);
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'unknown' }]);
  expect((await balanceOf(member)).credits).toBe(0);
  expect(await actionsOn(member, purchaseId)).toEqual(['refund.unanswered']);
  const [told] = (await mailsTo(member.db, member.brand.settings.support.email)).slice(-1);
  expect(told).toMatchObject({ template: 'refund_unanswered', language: 'it' });
  expect(told!.text).toContain(purchaseId);
  bank.whenPolled = { state: 'done', reference: 'r-9' };
  app.clock.advance(DAY);
  await pollOpenRefunds(member);
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
});

test('a refund that is refused leaves the payment as it was, and the member and support are notified', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  bank.answer = () => ({ state: 'failed' });
  await give(member, attemptId, { amountCents: 995 });
  expect((await balanceOf(member)).credits).toBe(50);
  await work(member);
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'captured', refunded_cents: 0 });
  expect(await balanceOf(member)).toEqual({ credits: 100, level: 1 });
  expect(await actionsOn(member, purchaseId)).toEqual(['refund.refused']);
  const [told] = (await mailsTo(member.db, member.email)).slice(-1);
  expect(told).toMatchObject({ template: 'refund_refused', language: 'it' });
  expect(told!.text).toContain('9,95 €');
  const [support] = (await mailsTo(member.db, member.brand.settings.support.email)).slice(-1);
  expect(support).toMatchObject({ template: 'refund_failed' });
  expect(support!.text).toContain(purchaseId);
});

test('a refund that fails takes no level away, also where no credits are left that would keep it', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  await spend(member, 100);
  bank.answer = () => ({ state: 'failed' });
  await give(member, attemptId);
  await work(member);
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'failed' }]);
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 1 });
});

test('a refund that fails restores the level that its withdrawal took', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { purchaseId } = await paid(member);
  await spend(member, 100);
  bank.answer = () => ({ state: 'failed' });
  await withdraw(member, { trackerId: member.trackerId, orderId: purchaseId, confirmed: true });
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 0 });
  await work(member);
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 1 });
});

test('a webhook of a refund that comes again counts once', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = ({ refundId }) => ({ state: 'sent', reference: `r-${refundId}` });
  const refund = await give(member, attemptId, { amountCents: 500 });
  await work(member);
  await handleRefundWebhook(member, event(attemptId, refund!.refundId, true, 500));
  await handleRefundWebhook(member, event(attemptId, refund!.refundId, true, 500));
  expect(await attemptOf(member, attemptId)).toMatchObject({
    state: 'partially_refunded',
    refunded_cents: 500,
  });
  expect(await heldOf(member.db, attemptId)).toBe(1490);
  const mails = await mailsTo(member.db, member.email);
  expect(mails.filter(({ template }) => template === 'refund_receipt')).toHaveLength(1);
});

test('one that fails later returns the money to us, and it can be refunded again', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  const refund = await give(member, attemptId);
  await work(member);
  await handleRefundWebhook(member, event(attemptId, refund!.refundId, false));
  await handleRefundWebhook(member, event(attemptId, refund!.refundId, false));
  // What comes late and says that it went well is the older news.
  await handleRefundWebhook(member, event(attemptId, refund!.refundId, true));
  expect(await attemptOf(member, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 0 });
  expect(await heldOf(member.db, attemptId)).toBe(1990);
  expect(await balanceOf(member)).toEqual({ credits: 100, level: 1 });
  expect(await actionsOn(member, purchaseId)).toEqual(['refund.returned']);
  expect((await give(member, attemptId))?.amountCents).toBe(1990);
  await work(member);
  expect(await heldOf(member.db, attemptId)).toBe(0);
  expect((await balanceOf(member)).credits).toBe(0);
});

test('a crash while it is being sent never sends it twice', async ({ world, app }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = () => Promise.reject(new Error('the line is dead'));
  const refund = await give(member, attemptId);
  await work(member);
  await runSendRefund(member, { brandId: member.brandId, refundId: refund!.refundId });
  expect(bank.sent).toHaveLength(1);
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'unknown' }]);
  app.clock.advance(5 * MINUTE);
  bank.whenPolled = { state: 'done', reference: 'r-2' };
  await pollOpenRefunds(member);
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'done' }]);
});

test('one whose job was lost is sent all the same', async ({ world, app }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId);
  await sql`delete from graphile_worker._private_jobs`.execute(member.db);
  app.clock.advance(5 * MINUTE);
  await pollOpenRefunds(member);
  await work(member);
  expect(bank.sent).toHaveLength(1);
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'done' }]);
});

test('money that was refunded at the provider’s own desk gets into the books, once', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  const made = { ...event(attemptId, null, true, 500), refundReference: 'desk-1' };
  expect(await handleRefundWebhook(member, made)).toBe('done');
  expect(await handleRefundWebhook(member, made)).toBe('done');
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'done', amount_cents: 500 }]);
  expect(await heldOf(member.db, attemptId)).toBe(1490);
  expect(await actionsOn(member, purchaseId)).toContain('refund.made_elsewhere');
  expect(await handleRefundWebhook(member, { ...made, refundReference: 'desk-2', amountCents: 9999 })).toBe(
    'unmatched',
  );
  const stranger = { ...made, attemptId: randomUUID(), reference: 'nobody' };
  expect(await handleRefundWebhook(member, stranger)).toBe('unknown_subject');
});

test('a provider that does not repeat our id of a refund is matched all the same', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = () => ({ state: 'unknown' });
  await give(member, attemptId, { amountCents: 300 });
  await work(member);
  await handleRefundWebhook(member, { ...event(attemptId, null, true, 300), refundReference: 'theirs' });
  expect(await refundsOf(member, attemptId)).toMatchObject([{ state: 'done', amount_cents: 300 }]);
});
