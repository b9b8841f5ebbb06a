import { randomUUID } from 'node:crypto';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { claim } from '#server/platform/work/statements.ts';
import {
  actionsOn,
  pollOpenRefunds,
  attemptOf,
  give,
  paid,
  balanceOf,
  refundsOf,
  stage,
  work,
} from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { refundQueues } from './send-refunds.ts';

test('no webhook comes: a refund is polled after five minutes, an hour, and daily, until it is known', async ({
  world,
  app,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = () => ({ state: 'unknown' });
  await give(member, attemptId);
  await work(member.app);
  await pollOpenRefunds(member.app);
  expect(bank.requests).toHaveLength(0);
  app.clock.advance(5 * MINUTE);
  await pollOpenRefunds(member.app);
  await pollOpenRefunds(member.app);
  expect(bank.requests).toHaveLength(1);
  app.clock.advance(HOUR);
  bank.whenPolled = { state: 'done', reference: 'r-1' };
  await pollOpenRefunds(member.app);
  expect(bank.sent).toHaveLength(1);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
});

test('a provider that is away voids nothing: the refund is sent again, later and later, until it gets through', async ({
  world,
  app,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  bank.answer = () => ({ state: 'unsent' });
  await give(member, attemptId, { reason: 'withdrawal' });
  await work(member.app);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'created' }]);
  // Minutes at first, then hours, then days.
  for (const pause of [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY, DAY, DAY, DAY]) {
    const sent = bank.sent.length;
    app.clock.advance(pause - 1);
    await pollOpenRefunds(member.app);
    await work(member.app);
    expect(bank.sent).toHaveLength(sent);
    app.clock.advance(1);
    await pollOpenRefunds(member.app);
    await work(member.app);
    expect(bank.sent).toHaveLength(sent + 1);
  }
  expect(bank.requests).toHaveLength(0);
  expect(new Set(bank.sent.map(({ refundId }) => refundId)).size).toBe(1);
  expect((await balanceOf(member)).credits).toBe(0);
  expect(await actionsOn(member.app, purchaseId)).toEqual([]);
  bank.answer = ({ refundId }) => ({ state: 'done', reference: `r-${refundId}` });
  app.clock.advance(DAY);
  await pollOpenRefunds(member.app);
  await work(member.app);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
});

test('a refund without an outcome goes on being polled, and support is notified once', async ({
  world,
  app,
}) => {
  const { member, bank } = await stage(world);
  const { attemptId, purchaseId } = await paid(member);
  bank.answer = () => ({ state: 'unknown' });
  await give(member, attemptId);
  await work(member.app);
  expect((await balanceOf(member)).credits).toBe(0);
  // That a question did not get through says nothing of the refund.
  bank.whenPolled = { state: 'unsent' };
  for (let day = 0; day < 12; day += 1) {
    app.clock.advance(DAY);
    await pollOpenRefunds(member.app);
    await work(member.app);
  }
  expect(bank.sent).toHaveLength(1);
  expect(bank.requests).toHaveLength(12);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'unknown' }]);
  expect((await balanceOf(member)).credits).toBe(0);
  expect(await actionsOn(member.app, purchaseId)).toEqual(['refund.unanswered']);
  const [mail] = (await mailsTo(member.app.db, member.brand.settings.support.email)).slice(-1);
  expect(mail).toMatchObject({ template: 'refund_unanswered', language: 'it' });
  expect(mail!.text).toContain(purchaseId);
  bank.whenPolled = { state: 'done', reference: 'r-9' };
  app.clock.advance(DAY);
  await pollOpenRefunds(member.app);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded', refunded_cents: 1990 });
});

test('a crash while a refund is being sent never sends it twice', async ({ world, app }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  bank.answer = () => Promise.reject(new Error('the line is dead'));
  await give(member, attemptId);
  await work(member.app);
  await work(member.app);
  expect(bank.sent).toHaveLength(1);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'unknown' }]);
  app.clock.advance(5 * MINUTE);
  bank.whenPolled = { state: 'done', reference: 'r-2' };
  await pollOpenRefunds(member.app);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'done' }]);
});

test('a refund whose worker was lost before it was sent is sent all the same', async ({ world, app }) => {
  const { member, bank } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId);
  const [queue] = refundQueues;
  await claim(member.app.db, queue!, { lease: randomUUID(), limit: 10, clock: app.clock });
  await work(member.app);
  expect(bank.sent).toEqual([]);
  app.clock.advance(MINUTE);
  await work(member.app);
  expect(bank.sent).toHaveLength(1);
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ state: 'done' }]);
});
