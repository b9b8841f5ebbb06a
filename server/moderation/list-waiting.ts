import type { InputOf, ReplyOf } from '../../contract/endpoint.ts';
import { fail } from '../../contract/errors.ts';
import type { ModerationKind, Waiting, listModeration as endpoint } from '../../contract/moderation.ts';
import type { StaffContext } from '../core/app.ts';
import { waitingAddress } from '../core/photo-address.ts';
import { ageFrom } from '../profiles/age.ts';
import { readMark, writeMark } from '../staff/page-mark.ts';
import { requireModerator } from '../staff/require-moderator.ts';
import { atBrandOf } from '../staff/side.ts';
import { readWaitingPhotos, readWaitingProfiles } from './queue-queries.ts';
import type { Wanted, WaitingPhotoRow, WaitingProfileRow, WordsRow } from './queue-queries.ts';

const PAGE = 50;

/** Each sort of thing that moderators decide on, with its queue. */
const queues: Record<ModerationKind, (context: StaffContext, wanted: Wanted) => Promise<Waiting[]>> = {
  profile: async (context, wanted) => {
    const rows = await readWaitingProfiles(context.db, wanted);
    return rows.map((row) => describeProfile(context, row));
  },
  photo: async (context, wanted) => {
    const rows = await readWaitingPhotos(context.db, wanted);
    return rows.map((row) => describePhoto(context, row));
  },
};

export async function listWaiting(
  context: StaffContext,
  { kind, brand: key, after }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireModerator(context);
  const brand = key === undefined ? undefined : (context.brands.byKey(key) ?? fail('request.not_found'));
  const wanted = { brandId: brand?.id, after: readMark(after), limit: PAGE + 1 };
  const found = await queues[kind](context, wanted);
  const waiting = found.slice(0, PAGE);
  const last = found.length > PAGE ? waiting.at(-1) : undefined;
  return { waiting, next: last ? writeMark({ at: new Date(last.at), id: last.id }) : null };
}

function describeProfile(context: StaffContext, row: WaitingProfileRow): Waiting {
  const inside = atBrandOf(context, row.brand_id);
  return {
    brand: inside.brand.key,
    id: row.id,
    profileId: row.id,
    at: row.at.getTime(),
    age: ageFrom(row.birth_year, context.clock),
    region: row.region,
    city: row.city,
    screenName: row.screen_name,
    words: describeWords(row.words),
    before: row.before && describeWords(row.before),
    photo: null,
  };
}

function describePhoto(context: StaffContext, row: WaitingPhotoRow): Waiting {
  const inside = atBrandOf(context, row.brand_id);
  const { id, width, height } = row;
  const address = waitingAddress(inside, id, row.widths.at(-1) ?? 0);
  return {
    brand: inside.brand.key,
    id,
    profileId: row.profile_id,
    at: row.at.getTime(),
    age: ageFrom(row.birth_year, context.clock),
    region: row.region,
    city: row.city,
    screenName: row.screen_name,
    words: null,
    before: null,
    photo: { address, width, height },
  };
}

function describeWords({ screen_name, gender, description, looking_for }: WordsRow) {
  return { screenName: screen_name, gender, description, lookingFor: looking_for };
}
