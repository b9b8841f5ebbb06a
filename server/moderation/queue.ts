/** What waits for moderators, oldest first. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { hostPrefixes } from '../../contract/kernel/endpoint.ts';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import type { Gender } from '../../contract/kernel/fields.ts';
import type {
  ModerationKind,
  Waiting,
  listModeration as listModerationEndpoint,
} from '../../contract/moderation/moderation.ts';
import { readStaffChatPhoto } from '../../contract/staff/chat.ts';
import type { StaffContext } from '../app.ts';
import { waitingAddress } from '../brands/photo-address.ts';
import { atBrandOf, brandIdsFor } from '../brands/staff-context.ts';
import { timeCursor } from '../platform/cursor.ts';
import type { TimeCursor } from '../platform/cursor.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { ageFrom } from '../profiles/profile-summary.ts';

const PAGE = 50;
const cursor = timeCursor('after');

export async function listWaiting(
  context: StaffContext,
  { kind, brand: key, after }: InputOf<typeof listModerationEndpoint>,
): Promise<ReplyOf<typeof listModerationEndpoint>> {
  const wanted = { brandIds: brandIdsFor(context, key), after: cursor.decode(after), limit: PAGE + 1 };
  const found = await readWaiting(context.app.db, kind, wanted);
  const waiting = found.slice(0, PAGE).map((row) => describe(context, kind, row));
  const last = found.length > PAGE ? waiting.at(-1) : undefined;
  return { waiting, next: last ? cursor.encode({ at: new Date(last.at), id: last.id }) : null };
}

function describe(context: StaffContext, kind: ModerationKind, row: WaitingRow): Waiting {
  const inside = atBrandOf(context, row.brand_id);
  const { id, profile_id, at, birth_year, region, city, screen_name, words, before, photo, review } = row;
  return {
    brand: inside.brand.key,
    id,
    profileId: profile_id,
    at: at.getTime(),
    age: ageFrom(birth_year, context.app.clock),
    region,
    city,
    screenName: screen_name,
    words: words && describeWords(words),
    before: before && describeWords(before),
    photo: photo && {
      address:
        kind === 'chat_photo'
          ? staffAddress(context, inside.brand.key, id)
          : waitingAddress(inside, id, photo.widths.at(-1) ?? 0),
      width: photo.width,
      height: photo.height,
    },
    review,
  };
}

/** A photo in a message has no address of its own: the console asks for it where it is signed in. */
function staffAddress({ origin }: StaffContext, brand: string, id: string): string {
  const { host, path } = readStaffChatPhoto;
  return `${origin}${hostPrefixes[host]}${path.replace(':brand', brand).replace(':id', id)}`;
}

function describeWords({ screen_name, gender, description, looking_for }: ProfileModerationRow) {
  return { screenName: screen_name, gender, description, lookingFor: looking_for };
}

interface Wanted {
  brandIds: readonly string[];
  after?: TimeCursor | undefined;
  /** Only this one. */
  id?: string | undefined;
  limit: number;
}

interface ProfileModerationRow {
  screen_name: string;
  gender: Gender;
  description: string;
  looking_for: string;
}

/** Something that waits, and whose it is. */
export interface WaitingRow {
  brand_id: string;
  id: string;
  at: Date;
  profile_id: string;
  screen_name: string;
  birth_year: number | null;
  region: string | null;
  city: string | null;
  /** Of a profile: what waits, and what others read meanwhile. */
  words: ProfileModerationRow | null;
  before: ProfileModerationRow | null;
  photo: { width: number; height: number; widths: number[] } | null;
  review: { text: string; stars: number } | null;
}

const beyond = (after: TimeCursor | undefined, at: string, id: string) =>
  after === undefined
    ? sql``
    : sql`and (${sql.ref(at)}, ${sql.ref(id)}) > (${after.at}::timestamptz, ${after.id}::uuid)`;
/** Of these brands, or just one of them. */
const only = ({ brandIds, id }: Wanted, brandColumn: string, idColumn: string) => sql`
  and ${sql.ref(brandColumn)} = any(${brandIds}::uuid[])
  ${id === undefined ? sql`` : sql`and ${sql.ref(idColumn)} = ${id}::uuid`}`;
const wordsOf = (name: 'p' | 'c') =>
  sql.raw(`json_build_object('screen_name', ${name}.screen_name, 'gender', ${name}.gender,
    'description', ${name}.description, 'looking_for', ${name}.looking_for)`);
const owner = sql`p.id as profile_id, p.screen_name, p.birth_year, p.region, p.city`;
/** Whoever has not accepted the terms has not asked to be seen, and whoever is leaving no longer does. */
const isHere = sql`join account a on a.brand_id = p.brand_id and a.id = p.account_id
  and a.accepted_at is not null and a.status = 'active'`;

type Statement = (wanted: Wanted) => RawBuilder<WaitingRow>;

/** What waits of each sort, oldest first. */
const statements: Record<ModerationKind, Statement> = {
  /** Words of newcomers and of those who have changed theirs. */
  profile: (wanted) => sql`
    select *, null::json as photo, null::json as review from (
      (select p.brand_id, p.id, p.submitted_at as at, ${owner}, ${wordsOf('p')} as words, null::json as before
      from profile p ${isHere}
      where p.status = 'pending' ${only(wanted, 'p.brand_id', 'p.id')}
        ${beyond(wanted.after, 'p.submitted_at', 'p.id')}
      order by p.submitted_at, p.id limit ${wanted.limit}::int)
      union all
      (select c.brand_id, c.profile_id, c.submitted_at, ${owner}, ${wordsOf('c')}, ${wordsOf('p')}
      from profile_change c join profile p on p.brand_id = c.brand_id and p.id = c.profile_id ${isHere}
      where c.status = 'pending' ${only(wanted, 'c.brand_id', 'c.profile_id')}
        ${beyond(wanted.after, 'c.submitted_at', 'c.profile_id')}
      order by c.submitted_at, c.profile_id limit ${wanted.limit}::int)
    ) as waiting
    order by at, id limit ${wanted.limit}::int`,
  photo: (wanted) => sql`
    select o.brand_id, o.id, o.created_at as at, ${owner}, null::json as words, null::json as before,
      json_build_object('width', o.width, 'height', o.height, 'widths', o.widths) as photo, null::json as review
    from photo o join profile p on p.brand_id = o.brand_id and p.id = o.profile_id ${isHere}
    where o.status = 'pending' ${only(wanted, 'o.brand_id', 'o.id')} ${beyond(wanted.after, 'o.created_at', 'o.id')}
    order by o.created_at, o.id limit ${wanted.limit}::int`,
  /** What was uploaded and not sent is nobody else's to look at. */
  chat_photo: (wanted) => sql`
    select o.brand_id, o.id, o.created_at as at, ${owner}, null::json as words, null::json as before,
      json_build_object('width', o.width, 'height', o.height, 'widths', '{}'::int[]) as photo, null::json as review
    from chat_photo o join profile p on p.brand_id = o.brand_id and p.id = o.from_id ${isHere}
    where o.status = 'pending' and o.sent ${only(wanted, 'o.brand_id', 'o.id')}
      ${beyond(wanted.after, 'o.created_at', 'o.id')}
    order by o.created_at, o.id limit ${wanted.limit}::int`,
  /** Under the name that the review itself bears. */
  review: (wanted) => sql`
    select r.brand_id, r.id, r.written_at as at, p.id as profile_id, r.name as screen_name, p.birth_year, p.region,
      p.city, null::json as words, null::json as before, null::json as photo,
      json_build_object('text', r.text, 'stars', r.stars) as review
    from review r join profile p on p.brand_id = r.brand_id and p.account_id = r.account_id ${isHere}
    where r.status = 'pending' ${only(wanted, 'r.brand_id', 'r.id')} ${beyond(wanted.after, 'r.written_at', 'r.id')}
    order by r.written_at, r.id limit ${wanted.limit}::int`,
};

export async function readWaiting(db: DbOrTx, kind: ModerationKind, wanted: Wanted): Promise<WaitingRow[]> {
  return (await statements[kind](wanted).execute(db)).rows;
}

/** Whom to tell of a verdict, and in which language. */
export function readTold(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['email', 'language', 'status', 'accepted_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

/** The account behind a profile, as far as moderation may go on with it by itself. */
export async function isReadyToBeSeen(db: DbOrTx, brandId: string, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    select p.id from profile p ${isHere}
    where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid`.execute(db);
  return rows.length === 1;
}
