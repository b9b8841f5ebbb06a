import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { QueuedConversation } from '#contract/staff/chat.ts';
import type { StaffContext } from '#server/app.ts';
import { photoAddress } from '#server/brands/photo-address.ts';
import type { AtBrand } from '#server/brands/photo-address.ts';
import type { Clock } from '#server/platform/clock.ts';

/** Only the year of birth is kept: the day is never asked for, and the age grows by itself. */
export function birthYearOf(age: number, clock: Clock): number {
  return clock.now().getUTCFullYear() - age;
}

export function ageFrom(birthYear: number | null, clock: Clock): number | null {
  return birthYear === null ? null : clock.now().getUTCFullYear() - birthYear;
}

/** Enough for the round picture of a row, also where a point has three pixels. */
const WIDE_ENOUGH = 160;

/** Where the smallest file of a photo is that does for a row of a list. */
export function smallPhoto(
  context: AtBrand,
  photo: { id: string; widths: readonly number[] } | null,
): string | null {
  const widths = photo?.widths.toSorted((one, other) => one - other) ?? [];
  const width = widths.find((one) => one >= WIDE_ENOUGH) ?? widths.at(-1);
  return photo && width !== undefined ? photoAddress(context, photo.id, width) : null;
}

/** One of the two in a conversation, as staff see them: nothing by which to reach them elsewhere. */
export interface ParticipantRow {
  profileId: string;
  screenName: string;
  birthYear: number | null;
  region: string | null;
  city: string | null;
  photo: { id: string; widths: number[] } | null;
}

/** As a column of a statement in which the profile's table has this alias. */
export function participantColumns(name: 'p' | 'm'): RawBuilder<ParticipantRow> {
  return sql.raw(`json_build_object('profileId', ${name}.id, 'screenName', ${name}.screen_name,
    'birthYear', ${name}.birth_year, 'region', ${name}.region, 'city', ${name}.city,
    'photo', (select json_build_object('id', o.id, 'widths', o.widths)
      from first_photo(${name}.brand_id, ${name}.id) o))`);
}

/** For a participant of the brand that the caller is at. */
export function describeParticipant(
  context: StaffContext,
  row: ParticipantRow,
): QueuedConversation['profile'] {
  const { profileId, screenName, birthYear, region, city, photo } = row;
  return {
    profileId,
    screenName,
    age: ageFrom(birthYear, context.app.clock),
    region,
    city,
    photo: smallPhoto(context, photo),
  };
}
