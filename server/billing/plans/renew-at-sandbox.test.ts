import { randomBytes } from 'node:crypto';
import { orderFor } from '#testing/billing/payer.ts';
import { levelOf, passDays, planOf } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { tryCharge } from '../payments/pay-by-card.ts';

/** Real adapters and the stand-in's real wire, by Adyen in Italy. */
test('a kept card renews, and one whose bank has changed its mind does not', async ({ app, world, db }) => {
  const pay = async (number: string) => {
    const member = { ...(await world.member()), ip: `10.${[...randomBytes(3)].join('.')}` };
    const { input } = await orderFor(member, 'vip-month', { number });
    expect(await tryCharge(member, input)).toMatchObject({ status: 'ok', outcome: 'success' });
    return member;
  };
  const good = await pay('4111 1111 1111 1111');
  const bad = await pay('4000 0000 0000 0341');
  await passDays(app, 31);
  expect(await planOf(good)).toMatchObject({ state: 'active', period: 2 });
  expect(await planOf(bad)).toMatchObject({ state: 'past_due', period: 1, tries: expect.any(Number) });
  expect((await mailsTo(db, bad.email)).map(({ template }) => template)).toContain('renewal_failed');
  await passDays(app, 15);
  expect(await planOf(bad)).toMatchObject({ state: 'canceled', end_reason: 'unpaid' });
  expect([await levelOf(good), await levelOf(bad)]).toEqual([2, 1]);
});
