/** Many who pay at the same moment share their statements, and each gets what they would get alone. */

import { blockPayer } from '#testing/billing/blocks.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { attemptsOf, declined, fakeProvider, orderFor, payer, providersOf } from '#testing/billing/payer.ts';
import { issueDocuments } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { recordStatements } from '#testing/record-statements.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { tryCharge } from './pay-by-card.ts';

const COUNT = 24;

test('of many who pay at the same moment each gets their own, and who may not pay does not stop the others', async ({
  app,
  db,
  world,
}) => {
  const adyen = fakeProvider();
  const members: Member[] = [];
  for (let count = 0; count < COUNT; count += 1) members.push(await payer(world, [adyen]));
  const [blocked, refused, hasty, ...others] = members;
  if (!blocked || !refused || !hasty) throw new Error('nobody');
  await blockPayer(blocked, 'email', blocked.email);
  // Their bank said today that this card is stolen.
  const stolen = fakeProvider('adyen', declined('lost_or_stolen'));
  const earlier = withServices(refused, { providers: providersOf(stolen) });
  await tryCharge(earlier, (await orderFor(earlier, 'credits-300')).input);
  const orders = new Map<Member, Awaited<ReturnType<typeof orderFor>>>();
  for (const member of members) orders.set(member, await orderFor(member, 'credits-300'));
  const pay = (member: Member) => tryCharge(member, orders.get(member)!.input);

  const twice = Promise.allSettled([pay(hasty), pay(hasty)]);
  const rest = [blocked, refused, ...others].map(pay);
  const statements = await recordStatements(async () => void (await Promise.allSettled([twice, ...rest])));
  const [ofBlocked, ofRefused, ...ofOthers] = await Promise.all(rest);
  expect(ofBlocked).toMatchObject({ status: 'ko', outcome: 'address_blocked' });
  expect(ofRefused).toMatchObject({ status: 'ko', outcome: 'already_declined' });
  for (const reply of ofOthers) expect(reply).toMatchObject({ status: 'ok' });
  const outcomes = (await twice).map(({ status }) => status);
  expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const member of [hasty, ...others])
    expect(await attemptsOf(member)).toMatchObject([{ state: 'captured' }]);
  expect(await attemptsOf(blocked)).toEqual([]);
  expect(adyen.requests).toHaveLength(1 + others.length);
  await issueDocuments(app);
  expect(await findBrokenInvariants(db)).toEqual([]);
  // Alone each would be at least five.
  expect(statements.length).toBeLessThan(2 * COUNT);
});
