import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { WaitingConversation } from '../../contract/staff/chat.ts';
import type { StaffContext } from '../app.ts';
import { ageFrom } from './age.ts';
import { smallPhoto } from './small-photo.ts';

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
): WaitingConversation['profile'] {
  const { profileId, screenName, birthYear, region, city, photo } = row;
  return {
    profileId,
    screenName,
    age: ageFrom(birthYear, context.clock),
    region,
    city,
    photo: smallPhoto(context, photo),
  };
}
