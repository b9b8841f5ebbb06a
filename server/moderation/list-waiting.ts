import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { hostPrefixes } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type {
  ModerationKind,
  Waiting,
  listModeration as endpoint,
} from '../../contract/moderation/moderation.ts';
import { readStaffChatPhoto } from '../../contract/staff/chat.ts';
import type { StaffContext } from '../app.ts';
import { waitingAddress } from '../brands/photo-address.ts';
import { ageFrom } from '../profiles/age.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import { requireModerator, atBrandOf } from '../brands/staff-context.ts';
import { readWaiting } from './queue-queries.ts';
import type { WaitingRow, WordsRow } from './queue-queries.ts';

const PAGE = 50;

export async function listWaiting(
  context: StaffContext,
  { kind, brand: key, after }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireModerator(context);
  const brand = key === undefined ? undefined : (context.brands.byKey(key) ?? fail('request.not_found'));
  const wanted = { brandId: brand?.id, after: decodeCursor(after), limit: PAGE + 1 };
  const found = await readWaiting(context.db, kind, wanted);
  const waiting = found.slice(0, PAGE).map((row) => describe(context, kind, row));
  const last = found.length > PAGE ? waiting.at(-1) : undefined;
  return { waiting, next: last ? encodeCursor({ at: new Date(last.at), id: last.id }) : null };
}

function describe(context: StaffContext, kind: ModerationKind, row: WaitingRow): Waiting {
  const inside = atBrandOf(context, row.brand_id);
  const { id, profile_id, at, birth_year, region, city, screen_name, words, before, photo, review } = row;
  return {
    brand: inside.brand.key,
    id,
    profileId: profile_id,
    at: at.getTime(),
    age: ageFrom(birth_year, context.clock),
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

function describeWords({ screen_name, gender, description, looking_for }: WordsRow) {
  return { screenName: screen_name, gender, description, lookingFor: looking_for };
}
