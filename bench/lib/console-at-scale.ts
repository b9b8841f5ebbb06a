/** What waits for hosts and moderators, beside people who are there already. */

import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type pg from 'pg';
import type { BrandRole } from '#contract/kernel/staff-rights.ts';
import type { App, VisitorContext } from '#server/app.ts';
import { newId } from '#server/platform/ids.ts';
import { findStaffSession, signIn } from '#server/staff/console-sessions.ts';
import { insertStaff } from '#server/staff/first-owner.ts';
import { addTotp, startTotp } from '#server/staff/second-factor.ts';
import { withoutConstraints } from './without-constraints.ts';

const STAFF_PROFILES = 500;
const TABLES = ['conversation', 'inbox', 'message', 'waiting_reply', 'moderation_case'];

/** So many members have written to profiles of ours and wait; so many photos wait for a moderator. Both once. */
export async function fillQueues(
  pool: pg.Pool,
  brandId: string,
  { waiting, photos }: { waiting: number; photos: number },
  report: (what: string) => void,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query('select from waiting_reply limit 1');
    if (rows.length > 0) return;
    report(`${waiting.toLocaleString('en')} members who wait for an answer`);
    await client.query('begin');
    await withoutConstraints(client, TABLES, report, async () => {
      for (const statement of waitingStatements(brandId, waiting)) await client.query(statement);
      report(`${photos.toLocaleString('en')} photos that wait for a moderator`);
      for (const statement of photoStatements(brandId, photos)) await client.query(statement);
    });
    await client.query('commit');
    await client.query('vacuum (analyze)');
  } finally {
    client.release(true);
  }
}

/** Each of them has written once to one of some profiles, a second after the one before. */
function waitingStatements(brandId: string, waiting: number): string[] {
  const brand = `'${brandId}'::uuid`;
  const ordered = (part: 'least' | 'greatest') => `${part}(profile_id, member_id)`;
  const inbox = (owner: string, other: string, pays: boolean, mine: boolean) => `
    insert into inbox (brand_id, owner_id, other_id, conversation_id, pays, last_number, last_at, last_mine, preview,
      unread)
    select ${brand}, ${owner}, ${other}, conversation_id, ${pays}, 1, at, ${mine}, 'Ciao', ${mine ? 0 : 1}
    from scale_waiting`;
  return [
    `create temp table scale_waiting on commit drop as
    with ours as (
      select array_agg(id) as ids from (select id from profile where brand_id = ${brand} and kind = 'staff'
        and status = 'visible' order by id limit ${STAFF_PROFILES}) as first_ones)
    select gen_random_uuid() as conversation_id, gen_random_uuid() as message_id, member.id as member_id,
      ours.ids[1 + member.n % cardinality(ours.ids)] as profile_id,
      now() - (${waiting} - member.n) * interval '1 second' as at
    from ours, (select p.id, row_number() over (order by p.id)::int as n from profile p
      where p.brand_id = ${brand} and p.kind = 'member' and p.status = 'visible' order by p.id limit ${waiting}) as member`,
    `insert into conversation (brand_id, id, low_id, high_id, created_at)
    select ${brand}, conversation_id, ${ordered('least')}, ${ordered('greatest')}, at from scale_waiting`,
    inbox('member_id', 'profile_id', true, true),
    inbox('profile_id', 'member_id', false, false),
    `insert into message (brand_id, conversation_id, id, number, from_id, body, at)
    select ${brand}, conversation_id, message_id, 1, member_id, 'Ciao, come stai?', at from scale_waiting`,
    `insert into waiting_reply (brand_id, conversation_id, profile_id, kind, since, is_first)
    select ${brand}, conversation_id, profile_id, 'staff', at, true from scale_waiting`,
  ];
}

/** The cases are written here, as the triggers would: their jobs would take longer than all the rest. */
function photoStatements(brandId: string, photos: number): string[] {
  return [
    'alter table photo disable trigger photo_case',
    `create temp table scale_photo on commit drop as
    select o.brand_id, o.id, o.profile_id, p.account_id, o.created_at as at
    from photo o join profile p on p.brand_id = o.brand_id and p.id = o.profile_id
    where o.brand_id = '${brandId}' and p.kind = 'member' and p.status = 'visible' order by o.id limit ${photos}`,
    `update photo o set status = 'pending' from scale_photo s where o.brand_id = s.brand_id and o.id = s.id`,
    `insert into moderation_case (brand_id, kind, id, profile_id, account_id, ready, since, version, risk)
    select brand_id, 'photo', id, profile_id, account_id, true, at, at, (hashtext(id::text) & 255) / 240
    from scale_photo`,
    'alter table photo enable trigger photo_case',
  ];
}

/** All claims are released: each measurement begins at the head of full queues. */
export async function releaseAll(pool: pg.Pool): Promise<void> {
  for (const table of ['waiting_reply', 'moderation_case'])
    await pool.query(
      `update ${table} set claimed_by = null, claimed_until = null where claimed_by is not null`,
    );
  await pool.query('vacuum waiting_reply, moderation_case');
}

/** The token of a new person in a role, who works for all brands. */
export async function enterConsole(app: App, role: BrandRole): Promise<string> {
  const [brand] = app.brands.all();
  if (!brand) throw new Error('there is no brand');
  const id = newId();
  const email = `${id}@staff.example`;
  const password = randomBytes(16).toString('base64url');
  const password_hash = await app.passwords.hash(password, email);
  await insertStaff(app.db, {
    id,
    email,
    name: role,
    is_owner: false,
    password_hash,
    created_at: app.clock.now(),
  });
  await app.db
    .insertInto('staff_brand')
    .values(app.brands.all().map((each) => ({ staff_id: id, brand_id: each.id, role })))
    .execute();
  const visitor = { origin: '', ip: '127.0.0.1', userAgent: 'bench', language: 'it' } as const;
  const { token, staff } = await signIn({ app, ...visitor, brand, brandId: brand.id }, { email, password });
  if (staff.missing === 'enrol') await setUpFactor({ app, ...visitor, brand, brandId: brand.id }, token);
  return token;
}

async function setUpFactor(visitor: VisitorContext, token: string): Promise<void> {
  const session = await findStaffSession(visitor.app, token);
  if (!session) throw new Error('nobody is signed in');
  const context = { ...visitor, ...session };
  const { secret, ticket } = await startTotp(context, {});
  await addTotp(context, { ticket, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
}
