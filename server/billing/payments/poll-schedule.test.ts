import { DAY, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { workOff } from '#server/platform/work/worker.ts';
import { attemptsOf, failureOf, fakeProvider, orderFor, payer, step } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import type { Provider, Verdict } from '../providers/provider.ts';
import { tryCharge } from './pay-by-card.ts';
import { attemptQueues } from './poll-attempts.ts';
import { pollAfterStart } from './poll-soon.ts';

type Answer = Awaited<ReturnType<Provider['pollStatus']>>;

/** A member who pays by a provider that goes silent, and asks it what became of the charge. */
async function cutOff(world: World, answer: () => Answer, charge: Verdict = { state: 'unknown' }) {
  const silent: Provider = {
    ...fakeProvider('adyen', charge),
    pollStatus: () => Promise.resolve(answer()),
  };
  const member = await payer(world, [silent]);
  const { orderId, input } = await orderFor(member, 'credits-300');
  expect(await tryCharge(member, input)).toMatchObject({ outcome: 'pending' });
  return { member, orderId };
}

const attemptOf = async (member: Member) => {
  const [attempt] = await attemptsOf(member);
  if (!attempt) throw new Error('nothing was tried');
  return attempt;
};

test('a charge whose end is unknown is asked about soon, then more and more seldom', async ({
  app,
  world,
}) => {
  const { member } = await cutOff(world, () => ({ state: 'unknown' }));
  const pauses: number[] = [];
  for (let question = 0; question < 8; question += 1) {
    const { work_at: next } = await attemptOf(member);
    const pause = (next?.getTime() ?? 0) - app.clock.now().getTime();
    pauses.push(pause);
    app.clock.advance(pause);
    await workOff(member.app, attemptQueues);
  }
  expect(pauses).toEqual([10 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, HOUR, DAY, DAY]);
});

test('a member who waits learns until when', async ({ app, world }) => {
  const { member, orderId } = await cutOff(world, () => ({ state: 'unknown' }));
  const again = await orderFor(member, 'credits-300');
  const nextCheckAt = app.clock.now().getTime() + 10 * SECOND;
  expect(await failureOf(tryCharge(member, again.input))).toMatchObject({
    code: 'payment.undecided',
    details: { orderId, nextCheckAt },
  });
});

test('after a start what was under way is asked about at once, and again soon; what waits for a payer is not', async ({
  app,
  db,
  world,
}) => {
  const { member } = await cutOff(world, () => ({ state: 'unknown' }));
  const atBank = { state: 'requires_action', reference: null, step } as const;
  const away = await cutOff(world, () => ({ state: 'unknown' }), atBank);
  const change = (whose: Member, values: { work_at: Date; work_tries: number }) =>
    db.updateTable('payment_attempt').set(values).where('account_id', '=', whose.accountId).execute();
  const now = app.clock.now();
  const later = new Date(now.getTime() + 10 * MINUTE);
  // The process died while it asked for the third time.
  await change(member, { work_at: later, work_tries: 3 });
  await change(away.member, { work_at: later, work_tries: 0 });
  await pollAfterStart(member.app);
  expect(await attemptOf(member)).toMatchObject({ work_at: now, work_tries: 0 });
  expect(await attemptOf(away.member)).toMatchObject({ work_at: later });
  await workOff(member.app, attemptQueues);
  expect(await attemptOf(member)).toMatchObject({
    work_at: new Date(now.getTime() + 10 * SECOND),
    work_tries: 1,
  });
});

test('that a provider does not know of a charge counts once it cannot be on its way any more', async ({
  app,
  world,
}) => {
  const { member } = await cutOff(world, () => ({ state: 'absent' }));
  app.clock.advance(MINUTE);
  await workOff(member.app, attemptQueues);
  expect(await attemptOf(member)).toMatchObject({ state: 'unknown' });
  app.clock.advance(5 * MINUTE);
  await workOff(member.app, attemptQueues);
  expect(await attemptOf(member)).toMatchObject({ state: 'error' });
});
