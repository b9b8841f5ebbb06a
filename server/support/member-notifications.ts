/** What a member was notified of outside the page, or why not: so that support can answer "I got no message". */

import { sql } from 'kysely';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberNotification, listMemberNotifications as listEndpoint } from '#contract/staff/members.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { cursorCodec } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { findProfileId } from './timeline.ts';

const PAGE = 50;

/** Where a page ended: its last row's time in microseconds, and its id. */
const cursor = cursorCodec('before', z.tuple([z.int(), z.uuid()]));

export async function listMemberNotifications(
  context: StaffContext,
  { brand: key, accountId, before }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { brandId } = atBrand(context, key);
  const { db } = context.app;
  if ((await findProfileId(db, brandId, accountId)) === undefined) fail('request.not_found');
  const rows = await readNotifications(db, { brandId, accountId, before: cursor.decode(before) });
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    notifications: shown.map(describe),
    next: last ? cursor.encode([last.place, last.id]) : null,
  };
}

interface NotificationRow {
  id: string;
  kind: MemberNotification['kind'];
  channel: MemberNotification['channel'];
  state: 'due' | 'ready' | 'sent' | 'unknown' | 'unsent';
  held: boolean;
  tries: number;
  at: Date;
  place: number;
  work_at: Date | null;
  unsent_reason: MemberNotification['unsentReason'];
  error: string | null;
}

function describe(row: NotificationRow): MemberNotification {
  const state = stateOf(row);
  return {
    id: row.id,
    kind: row.kind,
    channel: row.channel,
    state,
    at: row.at.getTime(),
    dueAt: state === 'waiting' || state === 'retrying' ? (row.work_at?.getTime() ?? null) : null,
    unsentReason: row.unsent_reason,
    error: row.error,
  };
}

function stateOf({ state, held, tries }: NotificationRow): MemberNotification['state'] {
  if (state === 'due') return 'waiting';
  if (state !== 'ready') return state;
  if (held) return 'sending';
  return tries > 0 ? 'retrying' : 'ready';
}

interface Wanted {
  brandId: string;
  accountId: string;
  before: readonly [microseconds: number, id: string] | undefined;
}

/** Each part by an index of its own: those that wait, of which there are few, those that were sent, and the unsent ones. */
async function readNotifications(
  db: DbOrTx,
  { brandId, accountId, before }: Wanted,
): Promise<NotificationRow[]> {
  const own = sql`brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid`;
  const part = (at: string, which: string) => {
    const time = sql.ref(at);
    const upTo = before
      ? sql`and (${time}, id) < (timestamptz 'epoch' + ${before[0]}::float8 * interval '1 microsecond', ${before[1]}::uuid)`
      : sql``;
    return sql`(select id, kind, channel, state, work_lease is not null as held, work_tries as tries, work_at,
      unsent_reason, work_error as error, ${time} as at
      from notification where ${own} and ${sql.raw(which)} ${upTo}
      order by ${time} desc, id desc limit ${PAGE + 1}::int)`;
  };
  const parts = [
    part('created_at', `state = 'due' and work_lease is null`),
    part('created_at', `state = 'ready' and work_lease is null`),
    part('created_at', 'work_lease is not null'),
    part('sent_at', 'sent_at is not null'),
    part('unsent_at', 'unsent_at is not null'),
  ];
  const { rows } = await sql<NotificationRow>`
    select *, (extract(epoch from at) * 1000000)::bigint as place
    from (${sql.join(parts, sql` union all `)}) as n
    order by at desc, id desc limit ${PAGE + 1}::int`.execute(db);
  return rows;
}
