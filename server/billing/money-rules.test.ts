/** What must hold of money and credits is tried here against the database itself, past all code that keeps to it. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { grantCredits } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import { oweRenewal } from '#testing/billing/payer.ts';
import { give, paid, stage, work } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member } from '#testing/world.ts';

const RESTRICTED = { code: '23001' };
const CHECKED = { code: '23514' };
const UNIQUE = { code: '23505' };

const run = ({ app: { db } }: Member, statement: string) => sql.raw(statement).execute(db);
const move = (member: Member, id: string, state: string, more = '') =>
  run(member, `update payment_attempt set state = '${state}' ${more} where id = '${id}'`);

test('a charge is booked once an attempt, and a refund once', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  await give(member, attemptId, { amountCents: 500 });
  await work(member.app);
  const copy = (account: string) =>
    run(
      member,
      `insert into money_entry (brand_id, transaction_id, line, account, provider, amount_cents, attempt_id, refund_id)
      select brand_id, '${randomUUID()}', line, account, provider, amount_cents, attempt_id, refund_id from money_entry
      where transaction_id = (select transaction_id from money_entry where attempt_id = '${attemptId}' and account = '${account}')`,
    );
  await expect(copy('sales')).rejects.toMatchObject(UNIQUE);
  await expect(copy('refunds')).rejects.toMatchObject(UNIQUE);
  await expect(
    run(member, `delete from money_entry where attempt_id = '${attemptId}'`),
  ).rejects.toMatchObject(RESTRICTED);
});

test('what comes from one account comes to another', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  const enter = (...lines: [account: string, cents: number][]) =>
    run(
      member,
      `insert into money_entry (brand_id, transaction_id, line, kind, account, amount_cents, attempt_id)
      select brand_id, transaction_id, line, 'chargeback', account, cents, '${attemptId}'
      from payment_attempt, (values ('${randomUUID()}'::uuid)) as one (transaction_id),
        (values ${lines.map(([account, cents], index) => `(${index + 1}, '${account}', ${cents})`).join(', ')})
          as entry (line, account, cents)
      where id = '${attemptId}'`,
    );
  await expect(enter(['chargebacks', 500])).rejects.toMatchObject(CHECKED);
  await expect(enter(['chargebacks', 500], ['charged_back_vat', -499])).rejects.toMatchObject(CHECKED);
  await enter(['chargebacks', 500], ['charged_back_vat', -500]);
});

test('an attempt only moves up, and what it has taken stays', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  for (const state of ['created', 'processing', 'unknown', 'declined', 'error', 'authorised'])
    await expect(move(member, attemptId, state, ', captured_at = null')).rejects.toMatchObject(RESTRICTED);
  for (const change of [
    'captured_cents = 1',
    'amount_cents = 1',
    `account_id = '${randomUUID()}'`,
    'captured_at = now()',
  ])
    await expect(
      run(member, `update payment_attempt set ${change} where id = '${attemptId}'`),
    ).rejects.toMatchObject(RESTRICTED);
  const tried = randomUUID();
  await run(
    member,
    `insert into payment_attempt (brand_id, id, purchase_id, account_id, provider, method, initiated_by, amount_cents)
    select brand_id, '${tried}', purchase_id, account_id, provider, method, initiated_by, amount_cents
    from payment_attempt where id = '${attemptId}'`,
  );
  await move(member, tried, 'unknown');
  await move(member, tried, 'processing');
  await expect(move(member, tried, 'unknown')).rejects.toMatchObject(RESTRICTED);
  await move(member, tried, 'declined');
  await expect(move(member, tried, 'error')).rejects.toMatchObject(RESTRICTED);
  await expect(move(member, tried, 'requires_action')).rejects.toMatchObject(RESTRICTED);
  await expect(run(member, `delete from payment_attempt where id = '${tried}'`)).rejects.toMatchObject(
    RESTRICTED,
  );
});

test('money that is taken or given back is in the books when the transaction ends', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  const set = (change: string) =>
    run(member, `update payment_attempt set ${change} where id = '${attemptId}'`);
  await expect(set(`state = 'refunded', refunded_cents = 1990`)).rejects.toMatchObject(CHECKED);
  await expect(set(`state = 'charged_back', charged_back_cents = 1990`)).rejects.toMatchObject(CHECKED);
  const tried = randomUUID();
  await run(
    member,
    `insert into payment_attempt (brand_id, id, purchase_id, account_id, provider, method, initiated_by, amount_cents)
    select brand_id, '${tried}', purchase_id, account_id, provider, method, initiated_by, amount_cents
    from payment_attempt where id = '${attemptId}'`,
  );
  await expect(
    move(member, tried, 'captured', ', captured_cents = 1990, captured_at = now()'),
  ).rejects.toMatchObject(CHECKED);
});

test('refunds under way and done never exceed what was taken, even two at once', async ({ world }) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member);
  const begin = (cents: number) =>
    run(
      member,
      `insert into refund (brand_id, id, attempt_id, purchase_id, account_id, provider, amount_cents, reason)
      select brand_id, '${randomUUID()}', id, purchase_id, account_id, provider, ${cents}, 'support'
      from payment_attempt where id = '${attemptId}'`,
    );
  await expect(begin(1991)).rejects.toMatchObject(CHECKED);
  const both = await Promise.allSettled([begin(1000), begin(1000)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const change = (what: string) => run(member, `update refund set ${what} where attempt_id = '${attemptId}'`);
  await expect(change('amount_cents = 1')).rejects.toMatchObject(RESTRICTED);
  // Done, and the payment does not count it.
  await expect(change(`state = 'done'`)).rejects.toMatchObject(CHECKED);
  await change(`state = 'failed'`);
  await expect(change(`state = 'created'`)).rejects.toMatchObject(RESTRICTED);
  await expect(run(member, `delete from refund where attempt_id = '${attemptId}'`)).rejects.toMatchObject(
    RESTRICTED,
  );
});

test('what is fulfilled stays so, and receipts are neither changed nor deleted', async ({ world }) => {
  const { member } = await stage(world);
  const { purchaseId } = await paid(member);
  const set = (change: string) => run(member, `update purchase set ${change} where id = '${purchaseId}'`);
  await expect(set(`state = 'failed', fulfilled_at = null`)).rejects.toMatchObject(RESTRICTED);
  await expect(set('amount_cents = 1')).rejects.toMatchObject(RESTRICTED);
  await expect(set('credits = 5000')).rejects.toMatchObject(RESTRICTED);
  const where = `where purchase_id = '${purchaseId}'`;
  await expect(run(member, `update document set facts = '{}' ${where}`)).rejects.toMatchObject(RESTRICTED);
  await expect(run(member, `delete from document ${where}`)).rejects.toMatchObject(RESTRICTED);
});

test('nothing is charged by ourselves without consent and notice', async ({ world }) => {
  const insert = (member: Member, purchaseId: string, cents: number) =>
    insertAll(member, [purchaseId], cents);
  const insertAll = (member: Member, purchaseIds: readonly string[], cents: number) =>
    run(
      member,
      `insert into payment_attempt (brand_id, id, purchase_id, account_id, provider, method, initiated_by, amount_cents)
      select brand_id, gen_random_uuid(), id, account_id, 'adyen', 'on_file', 'merchant', ${cents}
      from purchase where id in ('${purchaseIds.join("', '")}')
      order by array_position(array['${purchaseIds.join("', '")}']::uuid[], id)`,
    );
  for (const without of ['consent', 'notice'] as const) {
    const member = await world.member();
    const owed = await oweRenewal(member, { amountCents: 990, without });
    await expect(insert(member, owed, 990)).rejects.toMatchObject(CHECKED);
  }
  const cheaper = await world.member();
  const dearer = await oweRenewal(cheaper, { amountCents: 990, consentCents: 989 });
  await expect(insert(cheaper, dearer, 990)).rejects.toMatchObject(CHECKED);
  const member = await world.member();
  const owed = await oweRenewal(member, { amountCents: 990 });
  await expect(insert(member, owed, 1990)).rejects.toMatchObject(CHECKED);
  // Of many together one is enough.
  await expect(insertAll(member, [owed, dearer], 990)).rejects.toMatchObject(CHECKED);
  await expect(insertAll(member, [dearer, owed], 990)).rejects.toMatchObject(CHECKED);
  await insert(member, owed, 990);
  const { member: other } = await stage(world);
  const { purchaseId } = await paid(other);
  await expect(insert(other, purchaseId, 1990)).rejects.toMatchObject(CHECKED);
});

test('the ledger of credits only grows, and goes with its account alone', async ({ world }) => {
  const member = await world.member();
  const { brandId, accountId } = member;
  const grant = { brandId, accountId, credit: 'message', amount: 5, reason: 'test' } as const;
  await transact(member.app.db, (tx) => grantCredits(tx, { ...grant, idempotencyKey: 'one' }));
  const where = `where account_id = '${accountId}'`;
  await expect(run(member, `update ledger_entry set amount = 9 ${where}`)).rejects.toMatchObject(RESTRICTED);
  await expect(run(member, `delete from ledger_entry ${where}`)).rejects.toMatchObject(RESTRICTED);
  await expect(run(member, `delete from balance ${where}`)).rejects.toMatchObject(RESTRICTED);
  await run(member, `delete from account where id = '${accountId}'`);
  const { rows } = await run(member, `select from ledger_entry ${where}`);
  expect(rows).toEqual([]);
});

test('a balance moves by what the ledger says, or not at all', async ({ world }) => {
  const [marco, luca] = [await world.member(), await world.member()];
  const entry = ({ brandId, accountId }: Member, amount: number, credit = 'message') =>
    `insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
    values ('${brandId}', '${randomUUID()}', '${accountId}', '${credit}', ${amount}, 'test', '${randomUUID()}')`;
  const hold = ({ brandId, accountId }: Member, amount: number) =>
    `insert into balance as b (brand_id, account_id, message_credits) values ('${brandId}', '${accountId}', ${amount})
    on conflict (brand_id, account_id) do update set message_credits = b.message_credits + ${amount}`;
  const together = (...statements: string[]) =>
    transact(marco.app.db, async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
    });
  await together(entry(marco, 5), hold(marco, 5), entry(luca, 3), hold(luca, 3));
  await together(hold(marco, 2), entry(marco, 2));
  // One side only, another amount, another sort, and another account.
  await expect(run(marco, entry(marco, 1))).rejects.toMatchObject(CHECKED);
  await expect(run(marco, hold(marco, 1))).rejects.toMatchObject(CHECKED);
  await expect(together(entry(marco, 2), hold(marco, 1))).rejects.toMatchObject(CHECKED);
  await expect(together(entry(marco, 1, 'like'), hold(marco, 1))).rejects.toMatchObject(CHECKED);
  await expect(together(entry(marco, 1), hold(luca, 1))).rejects.toMatchObject(CHECKED);
  // Two wrongs do not make a right.
  await expect(
    together(entry(marco, 1), entry(luca, -1), hold(marco, -1), hold(luca, 1)),
  ).rejects.toMatchObject(CHECKED);
  await together(
    entry(marco, -7),
    hold(marco, 0),
    `update balance set message_credits = 0 where account_id = '${marco.accountId}'`,
  );
});
