import { readTimeline } from '#server/support/timeline.ts';
import { blockPayer as block } from '#testing/billing/blocks.ts';
import { paid } from '#testing/billing/refunds.ts';
import { buy, openBank } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { createToken } from '../orders/orders.ts';
import { withdraw } from '../reversals/withdraw.ts';
import { liftPaymentBlock, listPaymentBlocks } from './member-blocks.ts';

const brand = 'lunaria';

test('the staff see why a member may buy no more, and lift it with a reason', async ({ world, app }) => {
  await openBank(app);
  const [marco, staff] = [await world.member(), await atWork(world)];
  const { accountId, trackerId } = marco;
  const place = { brand, accountId };
  expect(await listPaymentBlocks(staff, place)).toEqual({ blocks: [] });
  for (let times = 0; times < 2; times += 1) {
    const orderId = (await buy(marco, 'credits-100')).purchase.id;
    await withdraw(marco, { trackerId, orderId, confirmed: true });
  }
  const order = { trackerId, productId: 'credits-300' };
  await expect(createToken(marco, order)).rejects.toMatchObject({ code: 'payment.blocked' });
  const { blocks } = await listPaymentBlocks(staff, place);
  expect(blocks).toMatchObject([{ kind: 'account', stops: 'sales', reason: 'repeated_withdrawals' }]);
  const lift = { ...place, id: blocks[0]!.id, reason: 'They had bought by mistake' };
  expect(await liftPaymentBlock(staff, lift)).toEqual({ ok: true });
  expect(await listPaymentBlocks(staff, place)).toEqual({ blocks: [] });
  await createToken(marco, order);
  await expect(liftPaymentBlock(staff, lift)).rejects.toMatchObject({ code: 'member.changed' });
  const { entries } = await readTimeline(staff, place);
  expect(entries.filter(({ what }) => what.startsWith('payer.'))).toMatchObject([
    { what: 'payer.unblocked', by: 'Ada', text: 'They had bought by mistake' },
    { what: 'payer.blocked', by: 'system', text: 'repeated_withdrawals' },
  ]);
});

test('a block is found by the e-mail address, the card and the network of the member whom it meets, and by no other', async ({
  world,
  db,
}) => {
  const [marco, luca, staff] = [await world.member(), await world.member(), await atWork(world)];
  const place = { brand, accountId: marco.accountId };
  const { attemptId } = await paid(marco);
  const fingerprint = Buffer.alloc(32, 9);
  await db.updateTable('payment_attempt').set({ fingerprint }).where('id', '=', attemptId).execute();
  await db
    .updateTable('session')
    .set({ ip: '2001:db8:7:8::1' })
    .where('account_id', '=', marco.accountId)
    .execute();
  await block(marco, 'email', marco.email.toUpperCase());
  await block(marco, 'card', fingerprint.toString('hex'));
  await block(marco, 'address', '2001:db8:7:8:aaaa::7');
  await block(luca, 'account', luca.accountId, 'sales');
  const { blocks } = await listPaymentBlocks(staff, place);
  expect(blocks.map(({ kind }) => kind)).toEqual(['address', 'card', 'email']);
  expect(blocks.map(({ stops }) => stops)).toEqual(['charges', 'charges', 'charges']);
  const [others] = (await listPaymentBlocks(staff, { brand, accountId: luca.accountId })).blocks;
  await expect(
    liftPaymentBlock(staff, { ...place, id: others!.id, reason: 'Not theirs' }),
  ).rejects.toMatchObject({ code: 'member.changed' });
  await expect(
    listPaymentBlocks(staff, { brand: 'verbena', accountId: marco.accountId }),
  ).rejects.toMatchObject({ code: 'request.not_found' });
});
