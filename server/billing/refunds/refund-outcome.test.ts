import { randomUUID } from 'node:crypto';
import {
  actionsOn,
  attemptOf,
  give,
  heldOf,
  paid,
  balanceOf,
  refundsOf,
  stage,
  work,
} from '#testing/billing/refunds.ts';
import { spendMessageCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { withdraw } from '../reversals/withdraw.ts';

test('a whole refund returns the money, takes the credits that are left and writes off the used ones', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  await spendMessageCredits(member, 60);
  const refund = await give(member, attemptId);
  expect(refund?.amountCents).toBe(1990);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([
    { state: 'created', amount_cents: 1990, credits_taken: 40, credits_written_off: 60 },
  ]);
  expect((await attemptOf(member.app, attemptId)).refunded_cents).toBe(0);
  await work(member.app);
  expect(bank.sent).toMatchObject([
    { refundId: refund!.refundId, attemptId, reference: `psp-${attemptId}`, amountCents: 1990 },
  ]);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'done', work_at: null }]);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
  expect(await heldOf(member.app.db, attemptId)).toBe(0);
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 0 });
  const mails = await mailsTo(member.app.db, member.email);
  expect(mails.map(({ template }) => template)).toEqual(['receipt', 'refund_receipt']);
  expect(mails[1]!.text).toContain('19,90\u00a0€');
});

test('parts add up to the whole and never to more, with their share of the credits', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId, { amountCents: 667 });
  await work(member.app);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({
    state: 'partially_refunded',
    refunded_cents: 667,
  });
  expect(await balanceOf(member)).toEqual({ credits: 67, level: 1 });
  await give(member, attemptId, { amountCents: 1 });
  expect((await give(member, attemptId, { amountCents: 5000 }))?.amountCents).toBe(1990 - 668);
  await work(member.app);
  expect(await give(member, attemptId)).toBeNull();
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
  expect((await balanceOf(member)).credits).toBe(0);
  expect(await heldOf(member.app.db, attemptId)).toBe(0);
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
  await work(member.app);
  await work(member.app);
  expect(bank.sent).toHaveLength(1);
  expect((await attemptOf(member.app, attemptId)).refunded_cents).toBe(500);
});

test('concurrent refunds never exceed what was captured', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  const given = await Promise.all([1, 2, 3, 4].map(() => give(member, attemptId, { amountCents: 800 })));
  expect(given.map((refund) => refund?.amountCents ?? 0).toSorted((a, b) => a - b)).toEqual([
    0, 390, 800, 800,
  ]);
  await work(member.app);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
});

test('a member who leaves a plan keeps their credits, and so does one whose money came too late', async ({
  world,
}) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId, { amountCents: 900, reason: 'left' });
  await work(member.app);
  expect((await balanceOf(member)).credits).toBe(100);
  const twice = await paid(member, { receipt: false });
  await give(member, twice.attemptId, { reason: 'duplicate' });
  await work(member.app);
  expect((await balanceOf(member)).credits).toBe(200);
  const note = await member.app.db
    .selectFrom('document')
    .select('facts')
    .where('purchase_id', '=', twice.purchaseId)
    .executeTakeFirstOrThrow();
  expect(note.facts).toMatchObject({ refersTo: null, totalCents: 1990 });
});

test('a refund that is refused leaves the payment as it was, and the member and support are notified', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  bank.answer = () => ({ state: 'failed' });
  await give(member, attemptId, { amountCents: 995 });
  expect((await balanceOf(member)).credits).toBe(50);
  await work(member.app);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'captured', refunded_cents: 0 });
  expect(await balanceOf(member)).toEqual({ credits: 100, level: 1 });
  expect(await actionsOn(member.app, purchaseId)).toEqual(['refund.refused']);
  const [mail] = (await mailsTo(member.app.db, member.email)).slice(-1);
  expect(mail).toMatchObject({ template: 'refund_refused', language: 'it' });
  expect(mail!.text).toContain('9,95\u00a0€');
  const [support] = (await mailsTo(member.app.db, member.brand.settings.support.email)).slice(-1);
  expect(support).toMatchObject({ template: 'refund_failed' });
  expect(support!.text).toContain(purchaseId);
});

test('a refund that fails takes no level away, also where no credits are left that would keep it', async ({
  world,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  await spendMessageCredits(member, 100);
  bank.answer = () => ({ state: 'failed' });
  await give(member, attemptId);
  await work(member.app);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'failed' }]);
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 1 });
});

test('a refund that fails restores the level that its withdrawal took', async ({ world }) => {
  const { member, bank } = await stage(world);
  const { purchaseId } = await paid(member);
  await spendMessageCredits(member, 100);
  bank.answer = () => ({ state: 'failed' });
  await withdraw(member, { trackerId: member.trackerId, orderId: purchaseId, confirmed: true });
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 0 });
  await work(member.app);
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 1 });
});
