/** The history of a member, of everything that was written down, in the order of time. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  TimelineEntry,
  readTimeline as timelineEndpoint,
  timelineKinds,
} from '#contract/staff/members.ts';
import { nameDevice } from '#server/accounts/own-sessions.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, mayHere } from '#server/brands/staff-context.ts';
import { cursorCodec } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

const PAGE = 50;

/** Where a page ended: its last entry's time in microseconds, and its id. */
const cursor = cursorCodec('before', z.tuple([z.int(), z.string().max(80)]));

export async function readTimeline(
  context: StaffContext,
  { brand: key, accountId, before }: InputOf<typeof timelineEndpoint>,
): Promise<ReplyOf<typeof timelineEndpoint>> {
  const inside = atBrand(context, key);
  const { brandId } = inside;
  const { db } = context.app;
  const profileId = (await findProfileId(db, brandId, accountId)) ?? fail('request.not_found');
  const rows = await readEntries(db, {
    brandId,
    accountId,
    profileId,
    before: cursor.decode(before),
    mayContact: mayHere(inside, 'members.contact'),
    maySeeMoney: mayHere(inside, 'payments.read'),
  });
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    entries: shown.map(describeEntry),
    next: last ? cursor.encode([last.place, last.id]) : null,
  };
}

interface EntryRow extends Omit<TimelineEntry, 'at'> {
  at: Date;
  place: number;
}

function describeEntry({ id, at, kind, what, state, amount, by, text }: EntryRow): TimelineEntry {
  const words = kind === 'signed_in' && text !== null ? nameDevice(text) : text;
  return { id, at: at.getTime(), kind, what, state, amount, by, text: words };
}

export async function findProfileId(
  db: DbOrTx,
  brandId: string,
  accountId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('profile')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.id;
}

interface Wanted {
  brandId: string;
  accountId: string;
  profileId: string;
  before: readonly [microseconds: number, id: string] | undefined;
  mayContact: boolean;
  maySeeMoney: boolean;
}

/** Every source gives the newest that could be on the page; of these the newest are the page. */
async function readEntries(db: DbOrTx, wanted: Wanted): Promise<EntryRow[]> {
  const { before, mayContact, maySeeMoney } = wanted;
  const sources = [
    ...openSources(wanted),
    ...(mayContact ? contactSources(wanted) : []),
    ...(maySeeMoney ? moneySources(wanted) : []),
  ].map(
    (source) => sql`(select * from (${source}) as source ${upTo(before)}
    order by at desc, id desc limit ${PAGE + 1}::int)`,
  );
  const { rows } = await sql<EntryRow>`
    select *, (extract(epoch from at) * 1000000)::bigint as place
    from (${sql.join(sources, sql` union all `)}) as entry
    order by at desc, id desc limit ${PAGE + 1}::int`.execute(db);
  return rows;
}

function upTo(before: Wanted['before']): RawBuilder<unknown> {
  if (!before) return sql``;
  const [microseconds, id] = before;
  return sql`where (at, id) < (timestamptz 'epoch' + ${microseconds}::float8 * interval '1 microsecond', ${id}::text)`;
}

interface Columns {
  kind: (typeof timelineKinds)[number];
  id?: string;
  at?: string;
  what: string;
  state?: string;
  amount?: string;
  by?: string;
  text?: string;
}

type Source = RawBuilder<unknown>;

/** Entries of one kind: by which columns each is described, and which rows they are. */
function entriesOf(columns: Columns, rows: RawBuilder<unknown>): Source {
  const { kind, id = 'id', at = 'created_at', what, state, amount, by, text } = columns;
  return sql`select ${sql.raw(`${id}::text as id, ${at} as at, '${kind}' as kind, ${what} as what,
    ${state ?? 'null'}::text as state, ${amount ?? 'null'}::int as amount, ${by ?? 'null'}::text as by,
    left(${text ?? 'null'}, 1000) as text`)} from ${rows}`;
}

/** For all staff who may look at a member. */
function openSources({ brandId, accountId, profileId, mayContact, maySeeMoney }: Wanted): Source[] {
  const own = sql`brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid`;
  const reports = { what: 'reason', state: 'status', text: 'text' };
  const device = mayContact ? { text: 'user_agent' } : {};
  return [
    entriesOf(
      {
        kind: 'signed_up',
        id: 'a.id',
        at: 'a.created_at',
        what: `coalesce(r.way, 'form')`,
        text: 'r.source',
      },
      sql`account a left join arrival r on r.brand_id = a.brand_id and r.account_id = a.id
        where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid`,
    ),
    entriesOf(
      {
        kind: 'consent',
        what: 'kind',
        state: `case when given then 'given' else 'refused' end`,
        text: 'text_version',
      },
      sql`consent where ${own}`,
    ),
    entriesOf({ kind: 'signed_in', what: 'method', ...device }, sql`session where ${own}`),
    entriesOf(
      { kind: 'report_about', id: `'about ' || id`, ...reports },
      sql`report where brand_id = ${brandId}::uuid and about_id = ${profileId}::uuid`,
    ),
    entriesOf(
      { kind: 'report_by', id: `'by ' || id`, ...reports },
      sql`report where brand_id = ${brandId}::uuid and from_id = ${profileId}::uuid`,
    ),
    entriesOf(
      {
        kind: 'act',
        id: 'u.id',
        at: 'u.at',
        what: 'u.action',
        state: `case when u.action like 'sanction.%' then u.details ->> 'kind' end`,
        by: `case u.actor_kind when 'staff' then coalesce(s.name, 'staff') else u.actor_kind end`,
        text: `u.details ->> 'reason'`,
      },
      actsOn({ brandId, accountId, profileId, maySeeMoney }),
    ),
  ];
}

/** Acts about money are shown to those alone who may know of it. */
const MONEY = ['plan', 'card', 'purchase', 'payment', 'refund', 'payer'];

/** What the staff, the system or the member did, to the account or to what belongs to it. */
function actsOn({
  brandId,
  accountId,
  profileId,
  maySeeMoney,
}: Pick<Wanted, 'brandId' | 'accountId' | 'profileId' | 'maySeeMoney'>): RawBuilder<unknown> {
  const shown = maySeeMoney ? sql`true` : sql`split_part(u.action, '.', 1) <> all(${MONEY}::text[])`;
  return sql`(
      select u.* from (
        select ${accountId}::text as id union all select ${profileId}::text
        union all select id::text from photo where brand_id = ${brandId}::uuid and profile_id = ${profileId}::uuid
        union all select id::text from review where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
        union all select id::text from sanction where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
      ) as subject join audit u on u.subject = subject.id
      union
      select u.* from audit u where u.actor_id = ${accountId}::uuid
    ) as u left join staff s on s.id = u.actor_id and u.actor_kind = 'staff'
    where u.brand_id = ${brandId}::uuid and u.action <> 'profile.reported' and ${shown}`;
}

function contactSources({ brandId, accountId }: Wanted): Source[] {
  const own = sql`brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid`;
  return [
    entriesOf({ kind: 'mail', what: 'template', state: 'status', text: 'subject' }, sql`mail where ${own}`),
    // As the index says it.
    entriesOf(
      { kind: 'credits', what: 'reason', state: 'credit', amount: 'amount' },
      sql`ledger_entry where ${own} and reason not in ('message', 'like')`,
    ),
  ];
}

function moneySources({ brandId, accountId }: Wanted): Source[] {
  const own = sql`p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid`;
  return [
    entriesOf(
      { kind: 'purchase', what: 'kind', state: 'state', amount: 'amount_cents', text: 'product_id' },
      sql`purchase p where ${own}`,
    ),
    entriesOf(
      {
        kind: 'refund',
        id: 'r.id',
        at: 'r.created_at',
        what: 'r.reason',
        state: 'r.state',
        amount: 'r.amount_cents',
      },
      sql`purchase p
        join payment_attempt t on t.brand_id = p.brand_id and t.purchase_id = p.id
        join refund r on r.brand_id = t.brand_id and r.attempt_id = t.id
        where ${own}`,
    ),
  ];
}
