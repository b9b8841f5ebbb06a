import { randomUUID } from 'node:crypto';
import { withdraw as withdrawEndpoint } from '#contract/billing/member-billing.ts';
import { cancelOrder as cancelEndpoint } from '#contract/billing/orders.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { listOwnTickets, readOwnTicket } from '#server/support/contact.ts';
import { answerTicket, listTickets, readTicket } from '#server/support/tickets.ts';
import { actionsOn, attemptOf, paid, balanceOf, refundsOf, stage, work } from '#testing/billing/refunds.ts';
import { spendMessageCredits } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member } from '#testing/world.ts';
import { readBilling } from '../desk/read-billing.ts';
import { billing } from '../module.ts';
import { cancelOrder, withdraw } from './withdraw.ts';

const ask = (member: Member, orderId: string, words?: string) =>
  withdraw(member, { trackerId: member.trackerId, orderId, confirmed: true, ...(words && { words }) });
const cancel = ({ trackerId, ...member }: Member, orderId: string) =>
  cancelOrder({ ...member, trackerId }, { trackerId, orderId });

function plansOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('subscription')
    .select(['id', 'state', 'end_reason'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}

/** An order that is not paid yet. */
async function ordered(
  { app: { db, clock }, brandId, accountId }: Member,
  kind: 'plan' | 'renewal' = 'plan',
) {
  const id = newId();
  const at = clock.now();
  await db
    .insertInto('purchase')
    .values({
      brand_id: brandId,
      id,
      account_id: accountId,
      kind,
      product_id: 'credits-100',
      version: 1,
      flow_id: '7',
      language: 'it',
      country: 'it',
      amount_cents: 1990,
      state: 'awaiting_payment',
      created_at: at,
    })
    .execute();
  return id;
}

async function tried(
  { app: { db }, brandId, accountId }: Member,
  purchaseId: string,
  state: 'unknown' | 'declined',
) {
  await db
    .insertInto('payment_attempt')
    .values({
      brand_id: brandId,
      id: newId(),
      purchase_id: purchaseId,
      account_id: accountId,
      state,
      provider: 'adyen',
      method: 'card',
      initiated_by: 'member',
      amount_cents: 1990,
    })
    .execute();
}

test('within fourteen days all of it goes back at once, the plan ends, and a mail confirms it', async ({
  world,
  app,
}) => {
  const { member } = await stage(world);
  const { purchaseId, attemptId } = await paid(member, { renews: true });
  await spendMessageCredits(member, 90);
  // The last of them has an hour left where the brand is.
  app.clock.advance(14 * DAY + 3 * HOUR);
  const at = app.clock.now().getTime();
  expect(await ask(member, purchaseId)).toEqual({ status: 'refunding', refundCents: 1990, at });
  expect(await plansOf(member)).toMatchObject([{ state: 'canceled', end_reason: 'withdrawn' }]);
  expect(await balanceOf(member)).toEqual({ credits: 0, level: 0 });
  expect(await refundsOf(member.app, attemptId)).toMatchObject([
    { reason: 'withdrawal', credits_taken: 10, credits_written_off: 90 },
  ]);
  const [, mail] = await mailsTo(member.app.db, member.email);
  expect(mail).toMatchObject({ template: 'withdrawal_confirmed' });
  for (const part of ['15 giugno 2026 alle ore 23:00', '19,90\u00a0€', 'VIP un mese', purchaseId])
    expect(mail!.text).toContain(part);
  await work(member.app);
  expect(await attemptOf(member.app, attemptId)).toMatchObject({ state: 'refunded' });
});

test('tapping twice withdraws once', async ({ world }) => {
  const { member } = await stage(world);
  const { purchaseId, attemptId } = await paid(member);
  const [first, second] = await Promise.all([ask(member, purchaseId), ask(member, purchaseId)]);
  expect(first).toEqual(second);
  expect(await ask(member, purchaseId)).toEqual(first);
  expect(await refundsOf(member.app, attemptId)).toHaveLength(1);
  const mails = await mailsTo(member.app.db, member.email);
  expect(mails.filter(({ template }) => template === 'withdrawal_confirmed')).toHaveLength(1);
});

test('later it is a ticket in the member’s own words, which support and the member find, once', async ({
  world,
  app,
}) => {
  const { member } = await stage(world);
  const support = await atWork(world, { role: 'support' });
  const { purchaseId, attemptId } = await paid(member);
  app.clock.advance(14 * DAY + 4 * HOUR + 1);
  const words = 'Non l’ho mai usato. La carta è 4111 1111 1111 1111.';
  const reply = await ask(member, purchaseId, words);
  expect(reply).toMatchObject({ status: 'asked', refundCents: 0 });
  expect(await refundsOf(member.app, attemptId)).toEqual([]);
  const ticketId = reply.ticketId!;
  const inConsole = async () =>
    (await listTickets(support, { list: 'open', brand: member.brand.key })).tickets.filter(
      ({ id }) => id === ticketId,
    );
  expect(await inConsole()).toMatchObject([{ topic: 'payment', status: 'open', email: member.email }]);
  const { trackerId } = member;
  expect((await listOwnTickets(member)).tickets).toMatchObject([{ id: ticketId, topic: 'payment' }]);
  const read = async () => (await readOwnTicket(member, { trackerId, ticketId })).ticket.messages;
  const [message] = await read();
  for (const part of ['100 crediti', '19,90\u00a0€', purchaseId, 'Non l’ho mai usato.'])
    expect(message!.text).toContain(part);
  expect(message!.text).not.toContain('4111');
  // The answer got lost, and the browser asks again; so does a second device at the same moment.
  app.clock.advance(HOUR);
  expect(await Promise.all([ask(member, purchaseId, words), ask(member, purchaseId, words)])).toEqual([
    reply,
    reply,
  ]);
  expect(await read()).toHaveLength(1);
  expect(await actionsOn(member.app, purchaseId)).toEqual(['purchase.withdrawal_asked']);
  const mails = await mailsTo(member.app.db, member.email);
  expect(mails.filter(({ template }) => template === 'contact_acknowledged')).toHaveLength(1);
  // Other words go on in the same conversation.
  expect(await ask(member, purchaseId, 'E ho cambiato banca.')).toMatchObject({ ticketId });
  expect((await read()).map(({ text }) => text.split('\n').at(-1))).toEqual([
    message!.text.split('\n').at(-1),
    'E ho cambiato banca.',
  ]);
  expect(await inConsole()).toHaveLength(1);
});

test('a request of a moment comes once from two devices, and after support has closed it opens again', async ({
  world,
  app,
}) => {
  const { member } = await stage(world);
  const support = await atWork(world, { role: 'support' });
  const { purchaseId } = await paid(member);
  app.clock.advance(15 * DAY);
  const [first, second] = await Promise.all([ask(member, purchaseId), ask(member, purchaseId)]);
  expect(first).toEqual(second);
  const about = { brand: member.brand.key, id: first.ticketId! };
  const ticket = await readTicket(support, about);
  expect(ticket.messages).toHaveLength(1);
  await answerTicket(support, {
    ...about,
    messageId: randomUUID(),
    kind: 'reply',
    text: 'Non è più possibile.',
    seen: ticket.messages[0]!.id,
    close: true,
  });
  await ask(member, purchaseId);
  expect(await readTicket(support, about)).toMatchObject({ status: 'open', messages: [{}, {}, {}] });
});

test('what followed in the same plan goes back with it', async ({ world, app }) => {
  const { member } = await stage(world);
  const first = await paid(member, { renews: true });
  app.clock.advance(7 * DAY);
  const second = await paid(member, { subscriptionId: first.subscriptionId! });
  expect(await ask(member, first.purchaseId)).toMatchObject({ refundCents: 3980 });
  await work(member.app);
  expect(await attemptOf(member.app, second.attemptId)).toMatchObject({ state: 'refunded' });
});

test('a better plan that was paid with the one before refunds both, and neither twice', async ({
  world,
  app,
}) => {
  const { member } = await stage(world);
  const { db } = member.app;
  const { brandId } = member;
  const old = await paid(member, { renews: true, amountCents: 2990 });
  app.clock.advance(2 * DAY);
  const at = app.clock.now();
  await db
    .updateTable('subscription')
    .set({ state: 'canceled', ended_at: at, end_reason: 'replaced', next_charge_at: null })
    .where('id', '=', old.subscriptionId)
    .execute();
  const better = await paid(member, { renews: true, productId: 'vip-quarter', amountCents: 4000 });
  await db
    .updateTable('purchase')
    .set({ kind: 'upgrade', credit_cents: 2500 })
    .where('brand_id', '=', brandId)
    .where('id', '=', better.purchaseId)
    .execute();
  // What the better plan has taken over is not the old one's to give any more.
  expect(await ask(member, old.purchaseId)).toMatchObject({ refundCents: 490 });
  expect(await plansOf(member)).toMatchObject([{ end_reason: 'replaced' }, { state: 'active' }]);
  expect(await ask(member, better.purchaseId)).toMatchObject({ refundCents: 6500 });
  await work(member.app);
  expect((await attemptOf(member.app, old.attemptId)).refunded_cents).toBe(2990);
  expect((await attemptOf(member.app, better.attemptId)).refunded_cents).toBe(4000);
});

test('another member’s order is not found, and an unpaid one has nothing to refund', async ({ world }) => {
  const { member } = await stage(world);
  const { purchaseId } = await paid(member);
  const stranger = await world.member();
  await expect(ask(stranger, purchaseId)).rejects.toMatchObject({ code: 'order.not_found' });
  await expect(cancel(stranger, purchaseId)).rejects.toMatchObject({ code: 'order.not_found' });
  await expect(ask(member, randomUUID())).rejects.toMatchObject({ code: 'order.not_found' });
  await expect(ask(member, await ordered(member))).rejects.toMatchObject({ code: 'order.nothing_due' });
  const checked = await paid(member, { amountCents: 0, credits: 0 });
  await expect(ask(member, checked.purchaseId)).rejects.toMatchObject({ code: 'order.nothing_due' });
  expect(await cancel(member, checked.purchaseId)).toMatchObject({ result: 'KO' });
});

test('an order that is not paid is cancelled, also while money may still come', async ({ world }) => {
  const { member } = await stage(world);
  const stateOf = (id: string) =>
    member.app.db.selectFrom('purchase').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  const orderId = await ordered(member);
  await tried(member, orderId, 'declined');
  expect(await cancel(member, orderId)).toEqual({ result: 'OK', orderId, outcome: 'success' });
  expect(await stateOf(orderId)).toEqual({ state: 'expired' });
  expect(await cancel(member, orderId)).toMatchObject({ result: 'OK' });
  const doubtful = await ordered(member);
  await tried(member, doubtful, 'unknown');
  expect(await cancel(member, doubtful)).toMatchObject({ result: 'OK', outcome: 'success' });
  expect(await stateOf(doubtful)).toEqual({ state: 'expired' });
  // The member's history says so, too, and not that it is still under way.
  const { payments } = await readBilling(member, {});
  expect(payments.find((payment) => payment.orderId === doubtful)).toMatchObject({ status: 'cancelled' });
  expect(await cancel(member, await ordered(member, 'renewal'))).toMatchObject({ result: 'KO' });
});

test('a paid order is withdrawn while there is time', async ({ world, app }) => {
  const { member } = await stage(world);
  const { purchaseId, attemptId } = await paid(member);
  const late = await paid(member);
  expect(await cancel(member, purchaseId)).toMatchObject({ result: 'OK' });
  expect(await refundsOf(member.app, attemptId)).toMatchObject([{ reason: 'cancelled', amount_cents: 1990 }]);
  app.clock.advance(15 * DAY);
  await expect(cancel(member, late.purchaseId)).rejects.toMatchObject({ code: 'order.withdrawal_over' });
});

test('both are there on the wire', async ({ world }) => {
  const { member } = await stage(world);
  const { purchaseId } = await paid(member);
  const other = await paid(member);
  const server = await serve(member.app, billing.routes);
  const { trackerId, token } = member;
  const withdrawn = await callAs(
    server,
    withdrawEndpoint,
    { trackerId, orderId: purchaseId, confirmed: true },
    { token },
  );
  expect(withdrawn.body).toMatchObject({ status: 'rimborso', rimborso: 1990 });
  const cancelled = await callAs(server, cancelEndpoint, { trackerId, orderId: other.purchaseId }, { token });
  expect(cancelled.body).toMatchObject({ result: 'OK', orderId: other.purchaseId });
});
