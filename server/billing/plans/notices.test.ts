import { DAY } from '#server/platform/clock.ts';
import { KillSwitch, killable, runUntilKilled } from '#testing/billing/killed-process.ts';
import { buy, openBank, planOf, templatesOf } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { sendNotices } from './notices.ts';

const { signal } = new AbortController();
/** So many days before its renewal a year is announced in Italy. */
const ANNOUNCED = 30 * DAY;

async function subscribers(world: World): Promise<Member[]> {
  const members: Member[] = [];
  for (let count = 0; count < 3; count += 1) {
    const member = await world.member();
    await buy(member, 'vip-year');
    members.push(member);
  }
  return members;
}

test('a renewal is announced once, however many nodes do it and whichever of them die', async ({
  app,
  db,
  world,
  handle,
}) => {
  await openBank(app);
  const early = await subscribers(world);
  app.clock.advance(DAY);
  const late = await subscribers(world);
  const [first] = early;
  if (!first) throw new Error('no subscriber');
  const { period_end: end } = await planOf(first);
  app.clock.advance(end.getTime() - ANNOUNCED - app.clock.now().getTime());
  // A node dies before and after each step that it takes.
  let deaths = 0;
  for (let survived = false; !survived;) {
    const killSwitch = new KillSwitch(deaths + 1);
    const dying = killable(first, handle.pool, killSwitch);
    await runUntilKilled(killSwitch, () => sendNotices(dying.app, { signal }));
    survived = !killSwitch.killed;
    deaths += survived ? 0 : 1;
  }
  expect(deaths).toBeGreaterThan(1);
  app.clock.advance(DAY);
  await Promise.all(Array.from({ length: 4 }, () => sendNotices(app, { signal })));
  for (const member of [...early, ...late]) expect(await templatesOf(db, member)).toEqual(['renewal_notice']);
});
