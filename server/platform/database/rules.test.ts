import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { grantCredits, spendCredits } from '#server/credits/ledger.ts';
import { waitForBlockedSession } from '#testing/database-fixtures.ts';
import { emptyDatabase, expect, test as base } from '#testing/harness.ts';
import { startNode } from '#testing/node.ts';
import { RulesFolder, readMadeRules } from '#testing/platform/rules-folder.ts';
import { recordStatements } from '#testing/record-statements.ts';
import { readStoredState } from '#testing/stored-state.ts';
import { StartupFault } from '../config/startup-fault.ts';
import { migrateToLatest } from './connect-database.ts';
import { openDatabase, transact } from './database.ts';
import type { Database } from './database.ts';
import { applyChangedRules, applyRules, readRules } from './rules.ts';

/** Each test begins with the rules as they are. */
const test = base.extend('rules', async ({ db }) => {
  await applyChangedRules(db, await readRules());
  return RulesFolder.copy();
});

const apply = async (db: Database, rules: RulesFolder) => applyChangedRules(db, await rules.read());

const priceOfMessage = async (db: Database) => {
  const { rows } = await sql<{ price: number }>`select message_price(true, 0::smallint, 7) as price`.execute(
    db,
  );
  return rows[0]?.price;
};

/** The names of what was made, replaced or dropped meanwhile. */
async function touchedBy(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const before = await readMadeRules(db);
  await work();
  const after = await readMadeRules(db);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name)?.version !== after.get(name)?.version)
    .toSorted();
}

const definitions = async (db: Database) =>
  Object.fromEntries(Array.from(await readMadeRules(db), ([name, { definition }]) => [name, definition]));

async function faultOf(work: Promise<unknown>): Promise<string> {
  const fault: unknown = await work.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(StartupFault);
  return (fault as StartupFault).message;
}

function open(url: string): Database {
  const { db, close } = openDatabase({ url, poolSize: 2, onIdleError: () => {} });
  onTestFinished(close);
  return db;
}

test('where nothing has changed nothing is applied, and one statement finds that out', async ({
  db,
  rules,
}) => {
  const same = await rules.read();
  let statements: unknown[] = [];
  const touched = await touchedBy(db, async () => {
    statements = await recordStatements(() => applyChangedRules(db, same));
  });
  expect([touched, statements.length]).toEqual([[], 1]);
});

test('a changed body takes the place of the old one, and nothing else is touched', async ({ db, rules }) => {
  expect(await priceOfMessage(db)).toBe(1);
  await rules.replace('messaging/message-price.sql', 'when level = 0 then 1', 'when level = 0 then 2');
  expect(await touchedBy(db, () => apply(db, rules))).toEqual([
    'function message_price(boolean,smallint,integer)',
  ]);
  expect(await priceOfMessage(db)).toBe(2);
  expect(await touchedBy(db, () => apply(db, rules))).toEqual([]);
});

test('a rule that is about another event is replaced', async ({ db, rules }) => {
  await rules.replace(
    'platform/audit-is-kept.sql',
    'before update on audit',
    'before update of action on audit',
  );
  expect(await touchedBy(db, () => apply(db, rules))).toEqual(['trigger audit_is_immutable on audit']);
});

test('what left the source is dropped, what the database lost is made again', async ({ db, rules }) => {
  await rules.remove('discovery/search-changed.sql');
  await sql`drop trigger audit_is_kept on audit`.execute(db);
  expect(await touchedBy(db, () => apply(db, rules))).toEqual([
    'function record_preference_change()',
    'function record_search_change()',
    'function record_seeks_change()',
    'trigger account_seeks_others on account',
    'trigger audit_is_kept on audit',
    'trigger preference_changed on preference',
    'trigger preference_made on preference',
    'trigger profile_came on profile',
    'trigger profile_moved on profile',
    'trigger profile_went on profile',
  ]);
  const made = await readMadeRules(db);
  expect([made.has('trigger profile_came on profile'), made.has('trigger audit_is_kept on audit')]).toEqual([
    false,
    true,
  ]);
});

test('rules are made in the order in which they need one another, whatever their files are called', async ({
  db,
  rules,
}) => {
  await rules.write(
    'accounts/a.sql',
    `create or replace view later_prices as select later_price(p.price_cents) as price from plan p;
`,
  );
  await rules.write(
    'staff/z.sql',
    `create or replace function later_price(cents integer) returns integer immutable language sql as $$
  select latest_price(cents) + 1
$$;

-- Below the one that calls it.
create or replace function latest_price(cents integer) returns integer immutable language sql as $$
  select cents
$$;
`,
  );
  expect(await touchedBy(db, () => apply(db, rules))).toEqual([
    'function later_price(integer)',
    'function latest_price(integer)',
    'view later_prices',
  ]);
  await rules.write(
    'staff/y.sql',
    `create or replace function one() returns integer language sql as $$ select other() $$;
create or replace function other() returns integer language sql as $$ select one() $$;
`,
  );
  expect(await faultOf(rules.read())).toBe(
    'server/staff/rules/y.sql:1: function one needs itself by way of others.',
  );
});

test('other arguments, another result and another constraint trigger are created again with what depends on them', async ({
  db,
  rules,
}) => {
  await rules.write(
    'billing/later.sql',
    `create or replace function later_cents(cents integer) returns integer immutable language sql return cents;

create or replace function later_cents_twice(cents integer) returns integer immutable language sql
  return 2 * later_cents(cents);

create or replace view later_cents_of_plans as select later_cents_twice(p.price_cents) as cents from plan p;

create or replace function check_later_cents() returns trigger language plpgsql as $$
begin
  return null;
end $$;

create constraint trigger later_cents_are_right after insert on plan
  deferrable initially deferred for each row when (later_cents(new.price_cents) > 0) execute function check_later_cents();
`,
  );
  await apply(db, rules);
  await rules.replace(
    'billing/later.sql',
    'later_cents(cents integer) returns integer',
    'later_cents(cents integer, more integer default 1) returns bigint',
  );
  await rules.replace('billing/later.sql', 'return cents;', 'return cents + more;');
  await rules.replace(
    'billing/later.sql',
    'twice(cents integer) returns integer',
    'twice(cents integer) returns bigint',
  );
  const names = [
    'function later_cents(integer)',
    'function later_cents(integer,integer)',
    'function later_cents_twice(integer)',
    'trigger later_cents_are_right on plan',
    'view later_cents_of_plans',
  ];
  expect(await touchedBy(db, () => apply(db, rules))).toEqual(names);
  const made = await readMadeRules(db);
  expect(names.filter((name) => !made.has(name))).toEqual(['function later_cents(integer)']);
  const { rows } = await sql`select later_cents_twice(3) as cents`.execute(db);
  expect(rows).toEqual([{ cents: 8 }]);

  await rules.replace('billing/later.sql', 'initially deferred', 'initially immediate');
  expect(await touchedBy(db, () => apply(db, rules))).toEqual(['trigger later_cents_are_right on plan']);
  await rules.replace('billing/later.sql', 'as cents from', 'as doubled from');
  expect(await touchedBy(db, () => apply(db, rules))).toEqual(['view later_cents_of_plans']);
});

test('a broken rule is named with its line, and everything stays as it was', async ({ db, rules }) => {
  await rules.replace('messaging/message-price.sql', 'when level = 0 then 1', 'when level = 0 then 2');
  await rules.remove('discovery/search-changed.sql');
  await rules.write(
    'staff/z.sql',
    `-- What it is for.
create or replace function later() returns integer language sql as $$
  select 1
  from staff
  where nothing
$$;
`,
  );
  const touched = await touchedBy(db, async () => {
    expect(await faultOf(apply(db, rules))).toBe(
      'server/staff/rules/z.sql:5: column "nothing" does not exist',
    );
  });
  expect([touched, await priceOfMessage(db)]).toEqual([[], 1]);
});

test.for([
  ['drop table staff;', 1, 'a rule is a function, a view or a trigger.'],
  [
    '-- Why.\ncreate table later (id integer);',
    2,
    'a rule is one function, view or trigger, up to a semicolon.',
  ],
  [
    "create or replace view later as select 'a;b' as text;\ndrop table staff;",
    1,
    'a rule is one function, view or trigger, up to a semicolon.',
  ],
  [
    'create or replace view later as select 1 as one',
    1,
    'a rule is one function, view or trigger, up to a semicolon.',
  ],
  [
    '\ncreate or replace view plan_terms as select 1 as one;',
    2,
    'view plan_terms is also in server/brands/rules/plan-terms.sql.',
  ],
] as const)('a file that says “%s” is refused', async ([text, line, why], { rules }) => {
  await rules.write('staff/z.sql', `${text}\n`);
  expect(await faultOf(rules.read())).toBe(`server/staff/rules/z.sql:${line}: ${why}`);
});

test('nothing that is no rule is dropped with one: an index that hangs on it stays', async ({
  db,
  rules,
}) => {
  const text = (argument: string) =>
    `create or replace function later_name(${argument}) returns text immutable language sql return lower(name);\n`;
  await rules.write('staff/z.sql', text('name text'));
  await apply(db, rules);
  await sql`create index later_staff on staff (later_name(name))`.execute(db);
  await rules.write('staff/z.sql', text("name text, more text default ''"));
  const touched = await touchedBy(db, async () => {
    expect(await faultOf(apply(db, rules))).toMatch(
      /^server\/staff\/rules\/z\.sql:1: cannot drop function later_name.* because other objects depend on it\. index later_staff depends/,
    );
  });
  expect(touched).toEqual([]);
  await sql`drop index later_staff`.execute(db);
});

test('after a migration a view has the columns that its table has then', async ({ db, rules }) => {
  await sql`alter table subscription add column later integer`.execute(db);
  const columns = async () => {
    const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
      where attrelid = 'current_subscription'::regclass and attname in ('later', 'following_version')`.execute(
      db,
    );
    return rows.map(({ name }) => name).toSorted();
  };
  expect(await columns()).toEqual(['following_version']);
  await transact(db, async (tx) => applyRules(tx, await rules.read(), { migrated: true }));
  expect(await columns()).toEqual(['following_version', 'later']);
  await sql`drop view current_subscription`.execute(db);
  await sql`alter table subscription drop column later`.execute(db);
});

test('of two starts with the same new rules the second finds them applied', async ({
  db,
  databaseUrl,
  rules,
}) => {
  await rules.replace('messaging/message-price.sql', 'when level = 0 then 1', 'when level = 0 then 2');
  await rules.replace('billing/spending-windows.sql', 'returns bigint stable', 'returns numeric stable');
  const changed = await rules.read();
  const nodes = [open(databaseUrl), open(databaseUrl)];
  const statements = await recordStatements(async () => {
    const starts = await transact(db, async (tx) => {
      await sql`lock table database_rule in access exclusive mode`.execute(tx);
      const both = nodes.map((node) => applyChangedRules(node, changed));
      await waitForBlockedSession(db);
      return both;
    });
    await Promise.all(starts);
  });
  expect(
    statements.filter(({ text }) => text.startsWith('create or replace function message_price')),
  ).toHaveLength(1);
  expect(await priceOfMessage(db)).toBe(2);
});

test('the rules come in the transaction of the tables', async () => {
  const db = open(await emptyDatabase());
  const statements = await recordStatements(() => migrateToLatest(db));
  const texts = statements.map(({ text }) => text.trim());
  const indexOf = (beginning: string) => texts.findIndex((text) => text.startsWith(beginning));
  const [first, last] = [indexOf('create table brand'), indexOf('create or replace trigger account_changed')];
  expect(texts.slice(first, last).filter((text) => /^(?:begin|commit)/.test(text))).toEqual([]);
});

test('two first starts at once make one schema', async ({ db, rules }) => {
  const url = await emptyDatabase();
  const nodes = [open(url), open(url)];
  const applied = await Promise.all(nodes.map((node) => migrateToLatest(node)));
  expect(applied.map((names) => names.length).toSorted()).toEqual([0, 1]);
  expect(await definitions(open(url))).toEqual(await definitions(db));
  expect(await touchedBy(open(url), () => apply(open(url), rules))).toEqual([]);
});

test('a database with the rules of another day, and people in it, has those of this code after a start, and has lost nothing', async ({
  db,
  databaseUrl,
  rules,
  world,
}) => {
  const today = await definitions(db);
  // Another price, another result, one rule less, one that is gone since, one that nothing guarded yet.
  await rules.replace('messaging/message-price.sql', 'when level = 0 then 1', 'when level = 0 then 3');
  await rules.replace(
    'billing/refundable-attempt.sql',
    '::integer as refundable_cents',
    '::bigint as refundable_cents',
  );
  await rules.replace('moderation/reporter-weight.sql', 'returns float8', 'returns numeric');
  await rules.remove('credits/balance-guard.sql');
  await rules.remove('platform/audit-is-kept.sql');
  await rules.write(
    'accounts/old.sql',
    `create or replace function old_surname() returns trigger language plpgsql as $$
begin
  new.surname := 'old';
  return new;
end $$;

create or replace trigger account_old_surname before insert on account for each row execute function old_surname();
`,
  );
  await apply(db, rules);
  const marco = await world.member();
  await world.profile();
  await transact(db, (tx) =>
    grantCredits(tx, { ...marco, credit: 'message', amount: 10, reason: 'gift', idempotencyKey: 'gift' }),
  );
  // All that a start doesn't write by itself.
  const stored = async () =>
    Object.entries(await readStoredState(db)).filter(
      ([table]) => !/^(?:database_rule|sealing_key|search_.*)$/.test(table),
    );
  const before = await stored();

  const node = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web' });
  await node.stop();
  expect(await stored()).toEqual(before);
  expect(await definitions(db)).toEqual(today);
  await expect(
    sql`update balance set message_credits = 1000 where account_id = ${marco.accountId}`.execute(db),
  ).rejects.toMatchObject({ code: '23514' });
  await transact(db, (tx) =>
    spendCredits(tx, { ...marco, credit: 'message', amount: 1, reason: 'message', idempotencyKey: 'spent' }),
  );
});
