/**
 * What people can be searched by. Each field is one row of the table below: one byte a person, which the database
 * computes when it builds a list, and the bytes that a search accepts. Lists and their storage follow from it, so a new
 * field is a new row; what members say of themselves follows from `contract/profile/details.ts`. When the meaning of a
 * field's bytes changes, the name of its column has to change too, and nodes of the last release go on with the name
 * that they know.
 */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { dealbreakerNames } from '#contract/discovery/dealbreakers.ts';
import type { SearchFilters } from '#contract/discovery/search.ts';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import { answersOf, details, isChoice, isDelicate, searchableNames } from '#contract/profile/details.ts';
import type { SearchableName } from '#contract/profile/details.ts';
import { weekOf } from '../rank/exposure.ts';

/** How chunks are laid out. Nodes leave lists of another format alone. */
export const LIST_FORMAT = 2;

/** Since when a person counts as new or as lately active. */
export interface Moments {
  now: Date;
  newSince: Date;
  activeSince: Date;
}

/** What a viewer looks for, and who they are. */
export interface Wanted {
  filters: SearchFilters;
  /** Whether AI companions may be shown. */
  ai: boolean;
  /** Whether those are left out who are reserved for members who pay. A search shows their blurred cards. */
  withoutReserved?: boolean;
  /** Members are shown to the gender they seek. Null for a visitor, who is shown all. */
  viewerGender: Gender | null;
  thisYear: number;
}

export interface Accepted {
  /** The same for the same bytes. */
  key: string;
  accepts(byte: number): boolean;
}

interface SearchField {
  /**
   * The byte, as an expression over `profile p`, `account a`, `shown` (whether there is an approved photo), `chosen` (whom the
   * owner wants to meet), `standing` (how much others want of them) and `exposure` (how often they were shown).
   */
  byte(moments: Moments): RawBuilder<unknown>;
  /** Undefined where all people fit. Absent where no one searches by it. */
  accepted?(wanted: Wanted): Accepted | undefined;
}

const YEAR_ZERO = 1900;
export const UNKNOWN = 255;
/** A choice that leaves no one out. */
export const ANY = 255;
export const kindBytes: Record<ProfileKind, number> = { member: 0, staff: 1, ai: 2 };
/** 0: any gender, as with profiles without an owner. */
export const seeksBytes: Record<Gender, number> = { female: 1, male: 2 };

/** The byte of one of these names. */
const byteOf = (column: RawBuilder<unknown>, bytes: Record<string, number>, otherwise = 0) => {
  const cases = Object.entries(bytes).map(([name, byte]) => sql`when ${sql.lit(name)} then ${sql.lit(byte)}`);
  return sql`case ${column} ${sql.join(cases, sql` `)} else ${sql.lit(otherwise)} end`;
};
const flag = (condition: RawBuilder<unknown>) => sql`(${condition})::integer`;
const ifWanted = (wanted: boolean | undefined): Accepted | undefined =>
  wanted ? { key: 'yes', accepts: (byte) => byte === 1 } : undefined;

/** Whole days, as far as one byte goes. */
const daysBetween = (from: RawBuilder<unknown>, now: Date) =>
  sql`greatest(0, least(${sql.lit(UNKNOWN)}, extract(epoch from ${now}::timestamptz - ${from}) / 86400))::integer`;
/** A bit for each of these names that is in an array of texts. */
const maskOf = (array: RawBuilder<unknown>, names: readonly string[]) =>
  sql.join(
    names.map(
      (name, bit) => sql`case when ${sql.lit(name)} = any(${array}) then ${sql.lit(2 ** bit)} else 0 end`,
    ),
    sql` + `,
  );

export const yearByte = (birthYear: number | null) => (birthYear === null ? UNKNOWN : birthYear - YEAR_ZERO);

const fixedFields = {
  /** A person without an age is in no range of ages. */
  birth_year: {
    byte: () => sql`coalesce(p.birth_year - ${sql.lit(YEAR_ZERO)}, ${sql.lit(UNKNOWN)})`,
    accepted({ filters: { ageFrom, ageTo }, thisYear }) {
      if (ageFrom === undefined && ageTo === undefined) return undefined;
      const first = ageTo === undefined ? 0 : Math.max(0, yearByte(thisYear - ageTo));
      const last = Math.min(UNKNOWN - 1, yearByte(thisYear - (ageFrom ?? 0)));
      return { key: `${first} ${last}`, accepts: (byte) => byte >= first && byte <= last };
    },
  },
  verified: {
    byte: () =>
      flag(sql`p.kind = 'member' and a.email_confirmed_at is not null and shown.profile_id is not null`),
    accepted: ({ filters }) => ifWanted(filters.verified),
  },
  is_new: {
    byte: ({ newSince }) => flag(sql`p.created_at >= ${newSince}::timestamptz`),
    accepted: ({ filters }) => ifWanted(filters.isNew),
  },
  active_lately: {
    byte: ({ activeSince }) => flag(sql`p.last_active_at >= ${activeSince}::timestamptz`),
    accepted: ({ filters }) => ifWanted(filters.activeLately),
  },
  kind: {
    byte: () => byteOf(sql`p.kind`, kindBytes),
    accepted({ filters, ai }) {
      const named: readonly ProfileKind[] = filters.kinds?.length ? filters.kinds : ['member', 'staff', 'ai'];
      const bytes = new Set(named.filter((kind) => ai || kind !== 'ai').map((kind) => kindBytes[kind]));
      if (bytes.size === Object.keys(kindBytes).length) return undefined;
      return {
        key: [...bytes].toSorted((one, other) => one - other).join(' '),
        accepts: (byte) => bytes.has(byte),
      };
    },
  },
  seeks: {
    byte: () => byteOf(sql`a.seeks`, seeksBytes),
    accepted({ viewerGender }) {
      if (viewerGender === null) return undefined;
      const own = seeksBytes[viewerGender];
      return { key: viewerGender, accepts: (byte) => byte === 0 || byte === own };
    },
  },
  reserved: {
    byte: () => flag(sql`p.reserved`),
    accepted: ({ withoutReserved }) =>
      withoutReserved ? { key: 'no', accepts: (byte) => byte === 0 } : undefined,
  },
  // What follows is not searched by: it says whom a person wants to meet, and where they stand among others.
  days_active: { byte: ({ now }) => daysBetween(sql`p.last_active_at`, now) },
  days_here: { byte: ({ now }) => daysBetween(sql`p.created_at`, now) },
  sought_age_from: { byte: () => sql`coalesce(chosen.age_from, 0)` },
  sought_age_to: { byte: () => sql`coalesce(chosen.age_to, ${sql.lit(ANY)})` },
  sought_distance: { byte: () => sql`coalesce(chosen.distance, ${sql.lit(ANY)})` },
  sought_intentions: {
    byte: () => sql`case when cardinality(chosen.intentions) > 0
      then ${maskOf(sql`chosen.intentions`, details.intention.options)} else ${sql.lit(ANY)} end`,
  },
  sought_dealbreakers: {
    byte: () => sql`coalesce(${maskOf(sql`chosen.dealbreakers`, dealbreakerNames)}, 0)`,
  },
  answers: { byte: () => sql`coalesce(standing.answers, ${sql.lit(UNKNOWN)})` },
  demand: { byte: () => sql`coalesce(standing.demand, 0)` },
  shown_week: {
    byte: ({ now }) => sql`case when exposure.week = ${weekOf(now)}::integer
      then least(${sql.lit(UNKNOWN)}, round(${sql.lit(SHOWN_STEPS)} * log(2, exposure.shown + 1))) else 0 end`,
  },
} satisfies Record<string, SearchField>;

/** How often a person was shown is kept by its logarithm. */
const SHOWN_STEPS = 16;
export const timesShown = (byte: number) => 2 ** (byte / SHOWN_STEPS) - 1;

/** An answer's place among all answers. */
export function answerByte(name: SearchableName, answer: string | number | null): number {
  return answer === null ? UNKNOWN : answersOf(name).indexOf(answer);
}

function detailField(name: SearchableName): SearchField {
  const said = isDelicate(name)
    ? sql`p.delicate_details ->> ${sql.lit(name)}`
    : sql`p.details ->> ${sql.lit(name)}`;
  if (isChoice(name)) {
    const bytes = details[name].options.map((option) => [option, answerByte(name, option)] as const);
    return {
      byte: () => byteOf(said, Object.fromEntries(bytes), UNKNOWN),
      accepted({ filters }) {
        if (!filters[name]?.length) return undefined;
        const wanted = new Set(filters[name].map((option) => answerByte(name, option)));
        return { key: [...wanted].toSorted().join(' '), accepts: (byte) => wanted.has(byte) };
      },
    };
  }
  const { from, to } = details[name];
  return {
    byte: () =>
      sql`case when (${said})::integer between ${sql.lit(from)} and ${sql.lit(to)}
        then (${said})::integer - ${sql.lit(from)} else ${sql.lit(UNKNOWN)} end`,
    accepted({ filters }) {
      if (!filters[name]) return undefined;
      const [first, last] = [filters[name][0] - from, filters[name][1] - from];
      return { key: `${first} ${last}`, accepts: (byte) => byte >= first && byte <= last };
    },
  };
}

/** With other answers the same bytes would mean something else, so the name follows from them. */
function columnOfDetail(name: SearchableName): string {
  const answers = createHash('sha256')
    .update(JSON.stringify(answersOf(name)))
    .digest('hex');
  return `${name}_${answers.slice(0, 8)}`;
}

export type FieldName = keyof typeof fixedFields | SearchableName;

interface StoredField extends SearchField {
  column: string;
}

export const searchFields = Object.fromEntries([
  ...Object.entries(fixedFields).map(([name, field]) => [name, { ...field, column: name }]),
  ...searchableNames.map((name) => [name, { ...detailField(name), column: columnOfDetail(name) }]),
]) as Record<FieldName, StoredField>;
export const fieldNames = Object.keys(searchFields) as FieldName[];

/**
 * Details with several answers: as many bytes a person as there can be answers, each the number of one, and noughts after
 * the last.
 */
export const severalBytes = {
  interests: details.interests.most,
  languages: details.languages.most,
} as const;
export type SeveralField = keyof typeof severalBytes;
export const severalNames = Object.keys(severalBytes) as SeveralField[];

export function severalColumn(name: SeveralField): RawBuilder<unknown> {
  const bytes = sql.lit(severalBytes[name]);
  const empty = sql.lit(`\\x${'00'.repeat(severalBytes[name])}`);
  const said = sql`p.details -> ${sql.lit(name)}`;
  return sql`case when jsonb_typeof(${said}) = 'array' then substring((
      select string_agg(substring(int2send(number::smallint) from 2), ''::bytea)
      from jsonb_array_elements_text(${said}) as number) || ${empty}::bytea from 1 for ${bytes})
    else ${empty}::bytea end`;
}

/** Besides the fields, a list stores of every person the id and the number of the place. */
export const ID_BYTES = 16;
export const PLACE_BYTES = 4;
export const storedColumns: readonly string[] = [
  'id',
  'place',
  ...severalNames,
  ...fieldNames.map((name) => searchFields[name].column),
];
export const BYTES_A_PERSON =
  ID_BYTES +
  PLACE_BYTES +
  fieldNames.length +
  severalNames.reduce((sum, name) => sum + severalBytes[name], 0);

/** The fields by which a search narrows, and what they accept. */
export interface Criteria {
  key: string;
  fields: { name: FieldName; accepted: Accepted }[];
}

export function criteriaOf(wanted: Wanted): Criteria {
  const fields = fieldNames.flatMap((name) => {
    const accepted = searchFields[name].accepted?.(wanted);
    return accepted ? [{ name, accepted }] : [];
  });
  return { key: fields.map(({ name, accepted }) => `${name} ${accepted.key}`).join(','), fields };
}
