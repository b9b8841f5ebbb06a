/** The page about one member. What a role may not know is never read for it. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberPage, readMember as readEndpoint } from '#contract/staff/members.ts';
import { nameDevice } from '#server/accounts/own-sessions.ts';
import { listSessions } from '#server/accounts/own-sessions.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, mayHere } from '#server/brands/staff-context.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';

const SHOWN = 50;

export async function readMember(
  context: StaffContext,
  { brand: key, accountId }: InputOf<typeof readEndpoint>,
): Promise<ReplyOf<typeof readEndpoint>> {
  const inside = atBrand(context, key);
  const { brandId } = inside;
  const { db, clock } = context.app;
  const row = (await readFacts(db, brandId, accountId)) ?? fail('request.not_found');
  const mayContact = mayHere(inside, 'members.contact');
  return {
    brand: key,
    accountId,
    profileId: row.profile_id,
    trackerId: row.tracker_id,
    screenName: row.screen_name,
    gender: row.gender,
    age: ageFrom(row.birth_year, clock),
    region: row.region,
    city: row.city,
    photo: smallPhoto(inside, await readFirstPhoto(db, brandId, row.profile_id)),
    status: row.status,
    level: row.level as 0 | 1 | 2,
    language: row.language,
    // Only profiles of ours are retired.
    profileStatus: row.profile_status as Exclude<typeof row.profile_status, 'retired'>,
    createdAt: row.created_at.getTime(),
    lastActiveAt: row.last_active_at.getTime(),
    disabled: describeDisabling(row),
    closesAt: row.closes_at?.getTime() ?? null,
    settings: {
      newsletter: row.newsletter,
      messages: row.notify_messages,
      likes: row.notify_likes,
      visits: row.notify_visits,
    },
    consents: await listConsents(db, brandId, accountId),
    reports: await listReports(db, brandId, row.profile_id),
    tickets: mayHere(inside, 'tickets.answer') ? await listTickets(db, brandId, row) : null,
    contact: mayContact ? describeContact(row) : null,
    sessions: mayContact ? await readSessions(db, brandId, accountId, clock.now()) : null,
    credits: mayContact ? await readCredits(db, brandId, accountId) : null,
    dataExport: await readLastExport(db, brandId, accountId),
  };
}

type FactsRow = NonNullable<Awaited<ReturnType<typeof readFacts>>>;

function readFacts(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select([
      'a.id as account_id',
      'a.tracker_id',
      'a.email',
      'a.email_confirmed_at',
      'a.pending_email',
      'a.surname',
      'a.phone',
    ])
    .select(['a.status', 'a.level', 'a.language', 'a.created_at', 'a.closes_at', 'a.newsletter'])
    .select(['a.notify_messages', 'a.notify_likes', 'a.notify_visits', 'a.disabled_at', 'a.disabled_by'])
    .select(['a.disabled_reason', 'a.disabled_until', 'p.id as profile_id', 'p.status as profile_status'])
    .select(['p.screen_name', 'p.gender', 'p.birth_year', 'p.region', 'p.city', 'p.last_active_at'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

function describeDisabling(row: FactsRow): MemberPage['disabled'] {
  const { disabled_at: at, disabled_by: by, disabled_reason: reason, disabled_until: until } = row;
  if (at === null || by === null || reason === null) return null;
  return { at: at.getTime(), by, reason, until: until?.getTime() ?? null };
}

function describeContact(row: FactsRow): NonNullable<MemberPage['contact']> {
  const { email, pending_email: pendingEmail, surname, phone } = row;
  return { email, emailConfirmedAt: row.email_confirmed_at?.getTime() ?? null, pendingEmail, surname, phone };
}

async function readFirstPhoto(db: DbOrTx, brandId: string, profileId: string) {
  const { rows } = await sql<{ id: string; widths: number[] }>`
    select id, widths from first_photo(${brandId}::uuid, ${profileId}::uuid)`.execute(db);
  return rows[0] ?? null;
}

async function listConsents(db: DbOrTx, brandId: string, accountId: string): Promise<MemberPage['consents']> {
  const rows = await db
    .selectFrom('consent')
    .select(['id', 'kind', 'given', 'text_version', 'language', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ id, kind, given, text_version: textVersion, language, created_at }) => {
    const at = created_at.getTime();
    return { id, kind, given, textVersion, language, at };
  });
}

interface ReportRow extends Omit<MemberPage['reports'][number], 'at'> {
  at: Date;
}

/** What others said about the member, and the member about others; newest first. */
async function listReports(db: DbOrTx, brandId: string, profileId: string): Promise<MemberPage['reports']> {
  const { rows } = await sql<ReportRow>`
    select r.id, r.direction, r.reason, r.text, r.status, r.created_at as at,
      case when o.id is not null then json_build_object('screenName', o.screen_name, 'accountId', o.account_id,
        'profileId', o.id) end as other
    from (
      (select *, 'about' as direction, from_id as other_id from report
      where brand_id = ${brandId}::uuid and about_id = ${profileId}::uuid order by id desc limit ${SHOWN}::int)
      union all
      (select *, 'by', about_id from report
      where brand_id = ${brandId}::uuid and from_id = ${profileId}::uuid order by id desc limit ${SHOWN}::int)
    ) as r left join profile o on o.brand_id = r.brand_id and o.id = r.other_id
    order by r.created_at desc, r.id desc limit ${SHOWN}::int`.execute(db);
  return rows.map(({ id, direction, reason, text, status, at, other }) => {
    return { id, direction, reason, text, status, at: at.getTime(), other };
  });
}

async function listTickets(
  db: DbOrTx,
  brandId: string,
  { account_id, email }: FactsRow,
): Promise<MemberPage['tickets']> {
  const rows = await db
    .selectFrom('ticket')
    .select(['id', 'number', 'topic', 'status', 'created_at', 'account_id'])
    .where('brand_id', '=', brandId)
    .where((eb) => eb.or([eb('account_id', '=', account_id), eb('email', '=', email)]))
    .orderBy('number', 'desc')
    .limit(SHOWN)
    .execute();
  return rows
    .filter((row) => row.account_id === null || row.account_id === account_id)
    .map(({ id, number, topic, status, created_at, account_id: owner }) => {
      return { id, number, topic, status, at: created_at.getTime(), signedIn: owner !== null };
    });
}

async function readSessions(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  now: Date,
): Promise<MemberPage['sessions']> {
  const rows = await listSessions(db, brandId, accountId, { now, limit: SHOWN, newest: 'last_seen_at' });
  return rows.map(({ id, method, ip, user_agent, created_at, last_seen_at }) => ({
    id,
    method,
    ip,
    device: nameDevice(user_agent ?? ''),
    createdAt: created_at.getTime(),
    lastSeenAt: last_seen_at.getTime(),
  }));
}

async function readCredits(db: DbOrTx, brandId: string, accountId: string) {
  const row = await db
    .selectFrom('balance')
    .select(['message_credits as message', 'icebreaker_credits as icebreaker', 'like_credits as like'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? { message: 0, icebreaker: 0, like: 0 };
}

async function readLastExport(
  db: DbOrTx,
  brandId: string,
  accountId: string,
): Promise<MemberPage['dataExport']> {
  const row = await db
    .selectFrom('data_export')
    .select(['status', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? { status: row.status, at: row.created_at.getTime() } : null;
}
