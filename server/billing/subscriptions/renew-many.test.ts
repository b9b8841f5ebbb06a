import { setImmediate as aMoment } from 'node:timers/promises';
import { buy, daysUntil, openBank, passDays, planOf } from '../../../testing/billing/subscriptions.ts';
import { expect, test } from '../../../testing/harness.ts';
import type { Member } from '../../../testing/world.ts';
import { DAY } from '../../platform/clock.ts';
import { createGate } from '../providers/gate.ts';
import { gateProvider } from '../providers/gated-provider.ts';
import { renewDue } from './renew.ts';

const COUNT = 12;

test('more renewals than the gate lets through wait for room, and none is turned away', async ({
  app,
  world,
}) => {
  const bank = await openBank(app);
  const members: Member[] = [];
  for (let count = 0; count < COUNT; count += 1) {
    const member = await world.member();
    await buy(member, 'vip-month');
    members.push(member);
  }
  await passDays(app, daysUntil(app, (await planOf(members[0]!)).period_end) - 1);
  app.clock.advance(DAY);

  const adyen = app.providers.get('adyen')!;
  const gate = createGate(
    'adyen',
    { concurrency: 4, requestsPerSecond: 1_000, maxWaiting: 1, waitMs: 60_000 },
    { now: () => app.clock.now().getTime() },
  );
  let underWay = 0;
  let most = 0;
  const slow = {
    ...adyen,
    async charge(request: Parameters<typeof adyen.charge>[0]) {
      underWay += 1;
      most = Math.max(most, underWay);
      await aMoment();
      underWay -= 1;
      return adyen.charge(request);
    },
  };
  const gated = gateProvider(slow, gate);
  app.providers = {
    ...app.providers,
    get: (name) => (name === 'adyen' ? gated : undefined),
    gate: (name) => (name === 'adyen' ? gate : undefined),
  };
  await renewDue(app, { signal: new AbortController().signal });
  for (const member of members) {
    expect(bank.renewalsOf(member)).toHaveLength(1);
    expect((await planOf(member)).period).toBe(2);
  }
  expect(gate.snapshot()).toMatchObject({ refused: 0, inFlight: 0, waiting: 0 });
  expect(most).toBeLessThanOrEqual(gate.capacity('renewal'));
});
