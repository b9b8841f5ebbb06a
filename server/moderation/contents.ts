/** What there is to see of each case. A new kind is an entry in both tables below. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Selectable } from 'kysely';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { CaseContent, ModerationKind } from '#contract/moderation/cases.ts';
import type { ReportReason } from '#contract/moderation/reports.ts';
import { readStaffChatPhoto } from '#contract/staff/chat.ts';
import type { StaffContext } from '#server/app.ts';
import { waitingAddress } from '#server/brands/photo-address.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

type ContentOf<K extends ModerationKind> = Extract<CaseContent, { kind: K }>;

export type PhotoRow = Pick<Selectable<DB['photo']>, 'id' | 'width' | 'height' | 'widths'>;

interface ReportRow {
  id: string;
  reason: ReportReason;
  text: string;
  at: number;
  reporter: { profileId: string; screenName: string; kind: ProfileKind; oftenWrong: boolean } | null;
  messages: { id: string; from: 'reported' | 'reporter'; text: string; at: number; photoId: string | null }[];
}

/** As the statements find it: photos have no address yet. */
interface ContentRows {
  profile: ContentOf<'profile'>;
  photo: { kind: 'photo'; photo: PhotoRow };
  chat_photo: { kind: 'chat_photo'; photo: PhotoRow };
  review: ContentOf<'review'>;
  report: { kind: 'report'; reports: ReportRow[]; open: number };
  appeal: ContentOf<'appeal'>;
  verification: ContentOf<'verification'>;
}
export type ContentRow = ContentRows[ModerationKind];

interface Found<K extends ModerationKind> {
  brand_id: string;
  id: string;
  content: ContentRows[K];
}

interface Wanted {
  brandIds: readonly string[];
  ids: readonly string[];
  /** With everything that belongs to it, for a moderator who opens the case. */
  whole: boolean;
}

const keys = ({ brandIds, ids }: Wanted) =>
  sql`unnest(${brandIds}::uuid[], ${ids}::uuid[]) as wanted (brand_id, id)`;
const milliseconds = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::bigint`);
const wordsOf = (name: 'p' | 'c') =>
  sql.raw(`json_build_object('screenName', ${name}.screen_name, 'gender', ${name}.gender,
    'description', ${name}.description, 'lookingFor', ${name}.looking_for, 'prompts', ${name}.prompts)`);

/** Of what was said, so much is shown with a report, and of reports so many with a case. */
const MOST_MESSAGES = 50;
const MOST_REPORTS = 20;

const statements: { [K in ModerationKind]: (wanted: Wanted) => RawBuilder<Found<K>> } = {
  /** Words of newcomers and of those who have changed theirs. */
  profile: (wanted) => sql`
    select p.brand_id, p.id, json_build_object('kind', 'profile',
      'words', case when c.profile_id is null then ${wordsOf('p')} else ${wordsOf('c')} end,
      'before', case when c.profile_id is not null then ${wordsOf('p')} end) as content
    from ${keys(wanted)} join profile p using (brand_id, id)
    left join profile_change c on c.brand_id = p.brand_id and c.profile_id = p.id and c.status = 'pending'`,
  photo: (wanted) => sql`
    select o.brand_id, o.id, json_build_object('kind', 'photo', 'photo', json_build_object('id', o.id,
      'width', o.width, 'height', o.height, 'widths', o.widths)) as content
    from ${keys(wanted)} join photo o using (brand_id, id)`,
  chat_photo: (wanted) => sql`
    select o.brand_id, o.id, json_build_object('kind', 'chat_photo', 'photo', json_build_object('id', o.id,
      'width', o.width, 'height', o.height, 'widths', '{}'::int[])) as content
    from ${keys(wanted)} join chat_photo o using (brand_id, id)`,
  /** Under the name that the review itself bears. */
  review: (wanted) => sql`
    select r.brand_id, r.id, json_build_object('kind', 'review', 'name', r.name, 'text', r.text,
      'stars', r.stars) as content
    from ${keys(wanted)} join review r using (brand_id, id)`,
  report: (wanted) => sql`
    select p.brand_id, p.id, json_build_object('kind', 'report',
      'open', (select count(*) from (select from report r where r.brand_id = p.brand_id and r.about_id = p.id
        and r.status = 'open' limit 1000) as counted),
      'reports', (select coalesce(json_agg(json_build_object('id', r.id, 'reason', r.reason, 'text', r.text,
          'at', ${milliseconds('r.created_at')}, 'reporter', case when f.id is not null then json_build_object(
            'profileId', f.id, 'screenName', f.screen_name, 'kind', f.kind,
            'oftenWrong', is_often_wrong(f.brand_id, f.id)) end,
          'messages', ${wanted.whole ? messagesOfReport : sql`'[]'::json`}) order by r.created_at desc, r.id), '[]')
        from (select * from report r where r.brand_id = p.brand_id and r.about_id = p.id and r.status = 'open'
          order by r.created_at desc limit ${wanted.whole ? MOST_REPORTS : 1}::int) as r
        left join profile f on f.brand_id = r.brand_id and f.id = r.from_id)) as content
    from ${keys(wanted)} join profile p using (brand_id, id)`,
  /** What was decided, and by whom, is read when the case is opened. */
  appeal: (wanted) => sql`
    select a.brand_id, a.id, json_build_object('kind', 'appeal', 'what', a.what, 'text', a.text) as content
    from ${keys(wanted)} join appeal a using (brand_id, id)`,
  verification: (wanted) => sql`
    select v.brand_id, v.id, json_build_object('kind', 'verification', 'gesture', v.gesture) as content
    from ${keys(wanted)} join photo_verification v using (brand_id, id)`,
};

const messagesOfReport = sql`(select coalesce(json_agg(json_build_object('id', m.id,
    'from', case m.from_id when r.about_id then 'reported' else 'reporter' end, 'text', m.body,
    'at', ${milliseconds('m.at')}, 'photoId', m.photo_id) order by m.at, m.id), '[]')
  from (select * from report_message e where e.brand_id = r.brand_id and e.report_id = r.id
    order by e.at desc, e.id desc limit ${MOST_MESSAGES}::int) as m)`;

const describers: {
  [K in ModerationKind]: (inside: StaffContext, row: ContentRows[K]) => ContentOf<K>;
} = {
  profile: (_, row) => row,
  photo: (inside, { photo: { id, width, height, widths } }) => ({
    kind: 'photo',
    photo: { address: waitingAddress(inside, id, widths.at(-1) ?? 0), width, height },
  }),
  chat_photo: (inside, { photo: { id, width, height } }) => ({
    kind: 'chat_photo',
    photo: { address: staffAddress(inside, id), width, height },
  }),
  review: (_, row) => row,
  report: (inside, { reports, open }) => ({
    kind: 'report',
    open,
    reports: reports.map(({ messages, ...report }) => ({
      ...report,
      messages: messages.map(({ photoId, ...message }) => ({
        ...message,
        photo: photoId && staffAddress(inside, photoId),
      })),
    })),
  }),
  appeal: (_, row) => row,
  verification: (_, row) => row,
};

/** A photo in a message has no address of its own: the console asks for it where it is signed in. */
export function staffAddress({ origin, brand }: StaffContext, id: string): string {
  const { host, path } = readStaffChatPhoto;
  return `${origin}${hostPrefixes[host]}${path.replace(':brand', brand.key).replace(':id', id)}`;
}

interface Key {
  brand_id: string;
  kind: ModerationKind;
  id: string;
}

export const nameOf = ({ brand_id, kind, id }: Key) => `${brand_id} ${kind} ${id}`;

/** By the name of the case. What went away since the case was read is missing. */
export async function readContents(
  db: DbOrTx,
  cases: readonly Key[],
  { whole }: Pick<Wanted, 'whole'>,
): Promise<Map<string, ContentRow>> {
  const found = new Map<string, ContentRow>();
  for (const kind of new Set(cases.map((each) => each.kind))) {
    const ofKind = cases.filter((each) => each.kind === kind);
    const wanted = {
      brandIds: ofKind.map(({ brand_id }) => brand_id),
      ids: ofKind.map(({ id }) => id),
      whole,
    };
    const { rows } = await statements[kind](wanted).execute(db);
    for (const { content, ...key } of rows) found.set(nameOf({ ...key, kind }), content);
  }
  return found;
}

export function describeContent(inside: StaffContext, row: ContentRow): CaseContent {
  const describe = describers[row.kind] as (context: StaffContext, content: ContentRow) => CaseContent;
  return describe(inside, row);
}
