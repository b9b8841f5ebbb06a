import { paymentDecided } from '#contract/billing/payment-outcome.ts';
import { eraseDueAccounts } from '#server/accounts/privacy/close-and-erase.ts';
import { attemptsOf, declined, fakeProvider, orderFor, payer } from '#testing/billing/payer.ts';
import { issueDocuments } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import type { Verdict } from '../providers/provider.ts';
import { tryCharge } from './pay-by-card.ts';
import { recordOutcome, recordUnderLock } from './record-outcome.ts';

/** A member whose payment is unknown to the provider, and the news that they get. */
async function undecided(world: World) {
  const payments = await payer(world, [fakeProvider('adyen', { state: 'unknown' })]);
  const news: unknown[] = [];
  const realtime: Member['app']['realtime'] = {
    ...payments.app.realtime,
    emit: (_recipients, event, payload) => void (event.name === paymentDecided.name && news.push(payload)),
  };
  const member = withServices(payments, { realtime });
  const { orderId, input } = await orderFor(member, 'credits-300');
  await tryCharge(member, input);
  const [attempt] = await attemptsOf(member);
  expect(attempt).toMatchObject({ state: 'unknown' });
  const learn = (verdict: Verdict) =>
    recordOutcome(member.app, { brandId: member.brandId, attemptId: attempt!.id, verdict });
  const { amount_cents: amountCents } = attempt!;
  const captured = { state: 'captured', reference: 'psp-1', amountCents, stored: null } as const;
  return { member, orderId, attemptId: attempt!.id, captured, learn, news };
}

test('who was asked to wait gets news once their payment is decided, and once only', async ({ world }) => {
  const paid = await undecided(world);
  expect(paid.news).toEqual([]);
  await paid.learn(paid.captured);
  await paid.learn(paid.captured);
  expect(paid.news).toEqual([{ orderId: paid.orderId, type: 'paid', outcome: 'success' }]);
  const refused = await undecided(world);
  await refused.learn(declined('insufficient_funds'));
  expect(refused.news).toEqual([
    { orderId: refused.orderId, type: 'not_paid', outcome: 'insufficient_funds' },
  ]);
});

test('what is captured has its receipt, whether it was decided under a lock or not', async ({ world }) => {
  for (const record of [recordOutcome, recordUnderLock]) {
    const { member, orderId, attemptId, captured: verdict } = await undecided(world);
    const { app, brandId } = member;
    await record(app, { brandId, attemptId, verdict });
    const waiting = app.db.selectFrom('pending_document').select('cause').where('attempt_id', '=', attemptId);
    expect(await waiting.execute()).toHaveLength(1);
    await issueDocuments(app);
    expect(await waiting.execute()).toEqual([]);
    const documents = app.db.selectFrom('document').select('kind').where('purchase_id', '=', orderId);
    expect(await documents.execute()).toEqual([{ kind: 'receipt' }]);
  }
});

test('two captures of one payment that are reported at once are one', async ({ world }) => {
  const { member, attemptId, captured, learn, news } = await undecided(world);
  const both = await Promise.all([learn(captured), learn(captured), learn(captured)]);
  expect(both.map(({ state, purchase }) => [state, purchase.state])).toEqual(
    both.map(() => ['captured', 'fulfilled']),
  );
  const { db } = member.app;
  const { accountId } = member;
  const entries = await db
    .selectFrom('money_entry')
    .select('amount_cents')
    .where('attempt_id', '=', attemptId)
    .where('account', '=', 'processor')
    .execute();
  expect(entries).toEqual([{ amount_cents: captured.amountCents }]);
  const grants = await db
    .selectFrom('ledger_entry')
    .select('amount')
    .where('account_id', '=', accountId)
    .where('reason', '=', 'purchase')
    .execute();
  expect(grants).toEqual([{ amount: 300 }]);
  expect(news).toHaveLength(1);
});

test('what an erased member had paid is kept in the books, once, and grants nothing', async ({
  world,
  app,
}) => {
  const { member, orderId, attemptId, captured, learn } = await undecided(world);
  const { db } = app;
  const { accountId } = member;
  await db
    .updateTable('account')
    .set({ status: 'closing', closes_at: app.clock.now() })
    .where('id', '=', accountId)
    .execute();
  await eraseDueAccounts(app, { signal: new AbortController().signal });
  const stored = { token: 'late', network: null, lastFour: null, expiryMonth: null, expiryYear: null };
  const statuses = await Promise.all([learn({ ...captured, stored }), learn({ ...captured, stored })]);
  for (const status of statuses)
    expect(status).toMatchObject({ state: 'captured', purchase: { state: 'fulfilled' } });
  const read = (table: 'ledger_entry' | 'payment_method') =>
    db.selectFrom(table).select('id').where('account_id', '=', accountId).execute();
  expect([await read('ledger_entry'), await read('payment_method')]).toEqual([[], []]);
  const forgotten = db.selectFrom('token_removal').select('token').where('customer_id', '=', accountId);
  expect(await forgotten.execute()).toEqual([{ token: 'late' }]);
  const sold = db
    .selectFrom('money_entry')
    .select(({ fn }) => fn.sum<number>('amount_cents').as('cents'))
    .where('attempt_id', '=', attemptId)
    .where('account', '=', 'processor');
  expect(await sold.executeTakeFirst()).toEqual({ cents: captured.amountCents });
  await issueDocuments(app);
  const documents = db.selectFrom('document').select('kind').where('purchase_id', '=', orderId);
  expect(await documents.execute()).toEqual([{ kind: 'receipt' }]);
});
