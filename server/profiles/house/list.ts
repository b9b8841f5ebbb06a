/** The profiles of ours of a brand, by what a brand manager looks for. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Language } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import type {
  HouseAnswers,
  HouseKind,
  HouseOrder,
  HouseProfileSummary,
  HouseSilence,
  HouseState,
  listHouseProfiles as endpoint,
} from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { DAY } from '#server/platform/clock.ts';
import { cursorCodec } from '#server/platform/cursor.ts';
import { ageFrom, smallPhoto } from '../profile-summary.ts';
import { languageOfBrand, stateOf } from './house-profile.ts';
import type { HouseRow } from './house-profile.ts';

const PAGE = 50;
const ANSWERS_OF = 7 * DAY;
const COMPLAINTS_OF = 30 * DAY;

/** By what the list is sorted, and where its page ended. The order stands in it, so that another list begins at its head. */
const cursor = cursorCodec(
  'after',
  z.codec(
    z.tuple([
      z.enum(['active', 'messages', 'complaints', 'name']),
      z.union([z.string().max(60), z.number()]),
      z.uuid(),
    ]),
    z.object({ order: z.string(), value: z.union([z.string(), z.number()]), id: z.string() }),
    {
      decode: ([order, value, id]) => ({ order, value, id }),
      encode: ({ order, value, id }): [HouseOrder, string | number, string] => [
        order as HouseOrder,
        value,
        id,
      ],
    },
  ),
);

type Filters = Omit<InputOf<typeof endpoint>, 'brand' | 'order' | 'after'>;

const statuses: Readonly<Record<HouseState, readonly HouseRow['status'][]>> = {
  visible: ['visible'],
  paused: ['hidden', 'pending', 'rejected'],
  retired: ['retired'],
};

const silences: Readonly<Record<HouseSilence, number>> = { day: DAY, week: 7 * DAY, month: 30 * DAY };

/** The least and the most of each. */
const answerCounts: Readonly<Record<HouseAnswers, readonly [number, number]>> = {
  none: [0, 0],
  few: [1, 9],
  some: [10, 50],
  many: [51, 1_000_000_000],
};

/** What a list is sorted by; names from the first letter on, all others from the most on. */
const values: Readonly<Record<HouseOrder, RawBuilder<unknown>>> = {
  active: sql`floor(extract(epoch from p.last_active_at) * 1000)::float8`,
  messages: sql`coalesce(answers.count, 0)::float8`,
  complaints: sql`coalesce(complaints.count, 0)::float8`,
  name: sql`lower(p.screen_name) collate "C"`,
};

export async function listHouseProfiles(
  context: StaffContext,
  { brand, order = 'active', after, ...filters }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const inside = atBrand(context, brand);
  const decoded = cursor.decode(after);
  const isName = order === 'name';
  const last =
    decoded?.order === order && (typeof decoded.value === 'string') === isName ? decoded : undefined;
  const rows = await readRows(inside, filters, order, last);
  const shown = rows.slice(0, PAGE);
  const end = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    profiles: shown.map((row) => describe(inside, row)),
    next: end ? cursor.encode({ order, value: end.value, id: end.id }) : null,
  };
}

interface SummaryRow {
  id: string;
  value: string | number;
  screen_name: string;
  kind: HouseKind;
  gender: Gender;
  birth_year: number | null;
  region: string | null;
  city: string | null;
  status: HouseRow['status'];
  last_active_at: Date | null;
  photo: { id: string; widths: number[] } | null;
  team: { id: string; name: string } | null;
  languages: Language[];
  answers: number;
  complaints: number;
}

function describe(context: StaffContext, row: SummaryRow): HouseProfileSummary {
  return {
    id: row.id,
    screenName: row.screen_name,
    kind: row.kind,
    gender: row.gender,
    age: ageFrom(row.birth_year, context.app.clock),
    region: row.region,
    city: row.city,
    photo: smallPhoto(context, row.photo),
    state: stateOf(row.status),
    team: row.team,
    languages: row.languages,
    lastActiveAt: row.last_active_at?.getTime() ?? null,
    answersAWeek: row.answers,
    complaintsAMonth: row.complaints,
  };
}

/**
 * Answers are counted in the conversations that were written in lately, which an index finds; where the list is sorted by
 * something else that is done for its page alone.
 */
async function readRows(
  context: StaffContext,
  filters: Filters,
  order: HouseOrder,
  last: { value: string | number; id: string } | undefined,
): Promise<SummaryRow[]> {
  const { app, brandId } = context;
  const now = app.clock.now().getTime();
  const answers = countAnswers(new Date(now - ANSWERS_OF));
  const complaints = countComplaints(new Date(now - COMPLAINTS_OF));
  const value = values[order];
  const beyond = (place: NonNullable<typeof last>) =>
    order === 'name'
      ? sql`and (${value}, p.id) > (${place.value}::text collate "C", ${place.id}::uuid)`
      : sql`and (-(${value}), p.id) > (-${place.value}::float8, ${place.id}::uuid)`;
  const { rows } = await sql<SummaryRow>`
    with page as materialized (
      select p.*, ${value} as value from profile p
      join house_profile h on h.brand_id = p.brand_id and h.profile_id = p.id
      ${order === 'messages' || filters.answers ? answers : sql``}
      ${order === 'complaints' || filters.complaints ? complaints : sql``}
      where p.brand_id = ${brandId}::uuid and p.kind <> 'member' ${filterBy(context, filters)}
        ${last ? beyond(last) : sql``}
      order by ${order === 'name' ? value : sql`${value} desc`}, p.id limit ${PAGE + 1}::int)
    select p.id, p.value, p.screen_name, p.kind, p.gender, p.birth_year, p.region, p.city, p.status,
      case when p.last_active_at > p.created_at then p.last_active_at end as last_active_at,
      (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(p.brand_id, p.id) f) as photo,
      case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as team,
      coalesce((select json_agg(x.language order by x.language) from house_profile_text x
        where x.brand_id = p.brand_id and x.profile_id = p.id), case when p.about || p.description || p.looking_for <> ''
        then json_build_array(${languageOfBrand(context.brand)}::text) else '[]' end) as languages,
      coalesce(answers.count, 0)::int as answers, coalesce(complaints.count, 0)::int as complaints
    from page p
    join house_profile h on h.brand_id = p.brand_id and h.profile_id = p.id
    left join host_team t on t.brand_id = h.brand_id and t.id = h.team_id
    ${answers} ${complaints}
    order by ${order === 'name' ? sql`p.value` : sql`p.value desc`}, p.id`.execute(app.db);
  return rows;
}

/** What a profile `p` has written since. */
const countAnswers = (since: Date) => sql`
  left join lateral (select count(*) as count from inbox i
    join message m on m.brand_id = i.brand_id and m.conversation_id = i.conversation_id
    where i.brand_id = p.brand_id and i.owner_id = p.id and m.from_id = p.id and m.at > ${since}::timestamptz
      and i.last_minute >= floor(extract(epoch from ${since}::timestamptz) / 60)::integer) as answers on true`;

const countComplaints = (since: Date) => sql`
  left join lateral (select count(*) as count from report r
    where r.brand_id = p.brand_id and r.about_id = p.id and r.created_at > ${since}::timestamptz) as complaints on true`;

function filterBy(
  { app, brand }: StaffContext,
  { kind, language, region, state, team, silentFor, answers, complaints, text }: Filters,
): RawBuilder<unknown> {
  const ordinary = languageOfBrand(brand);
  const silentSince = silentFor && new Date(app.clock.now().getTime() - silences[silentFor]);
  const conditions = [
    kind && sql`and p.kind = ${kind}`,
    region && sql`and p.region = ${region}`,
    state && sql`and p.status = any(${statuses[state]}::text[])`,
    team && sql`and h.team_id = ${team}::uuid`,
    silentSince &&
      sql`and (p.last_active_at <= p.created_at or p.last_active_at < ${silentSince}::timestamptz)`,
    answers &&
      sql`and answers.count between ${answerCounts[answers][0]}::int and ${answerCounts[answers][1]}::int`,
    complaints && sql`and (complaints.count > 0) = ${complaints === 'some'}::boolean`,
    language &&
      sql`and (exists (select from house_profile_text x where x.brand_id = p.brand_id and x.profile_id = p.id
        and x.language = ${language}) or (${language === ordinary}::boolean and p.description <> ''
        and not exists (select from house_profile_text x where x.brand_id = p.brand_id and x.profile_id = p.id)))`,
    text &&
      sql`and strpos(lower(p.screen_name || ' ' || coalesce(p.city, '') || ' ' || p.description || ' ' || h.notes),
        lower(${text})) > 0`,
  ];
  return sql.join(
    conditions.filter((condition) => condition !== undefined && condition !== ''),
    sql` `,
  );
}
