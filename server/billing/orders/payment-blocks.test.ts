import { newId } from '#server/platform/ids.ts';
import { blockPayer } from '#testing/billing/blocks.ts';
import { attemptsOf, fakeProvider, orderFor, payer } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { findRefusal, watchedOf } from './payment-blocks.ts';

test.for(['email', 'address', 'card'] as const)(
  'a blocked %s pays nothing, and no provider is called',
  async (kind, { world }) => {
    const adyen = fakeProvider();
    const marco = await payer(world, [adyen]);
    const { input } = await orderFor(marco, 'credits-300', { number: '5555 5555 5555 4444' });
    const fingerprint = marco.app.keyedHash('card', `${marco.brandId} 5555555555554444`);
    const values = { email: marco.email.toUpperCase(), address: marco.ip, card: fingerprint.toString('hex') };
    await blockPayer(marco, kind, values[kind]);
    expect(await tryCharge(marco, input)).toMatchObject({ status: 'ko', outcome: 'address_blocked' });
    expect(adyen.requests).toEqual([]);
    expect(await attemptsOf(marco)).toEqual([]);
  },
);

test('a block is of one brand, and of a whole home network', async ({ world }) => {
  const marco = await payer(world, []);
  await blockPayer(marco, 'address', '2001:db8:1:2::1');
  const { app, email } = marco;
  const seenFrom = (address: string, brandId = marco.brandId) => {
    const payment = { brandId, accountId: newId(), kind: 'plan' } as const;
    const watched = watchedOf(app, payment, { email, address, fingerprint: null });
    return findRefusal(app.db, payment, watched);
  };
  expect(await seenFrom('2001:db8:1:2:aaaa::7')).toBe('address_blocked');
  expect(await seenFrom('2001:db8:1:3::1')).toBeUndefined();
  expect(await seenFrom('2001:db8:1:2::1', world.brand('verbena').id)).toBeUndefined();
});
