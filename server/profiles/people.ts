/** People as others get to see them: whole for members, blurred for visitors and where they are reserved. */

import { DISTANCE_STEPS, NEW_HERE_DAYS } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { answersStoredAs, detailNames, noDetails } from '#contract/profile/details.ts';
import type { Details } from '#contract/profile/details.ts';
import { interestNumbers } from '#contract/profile/interests.ts';
import type { Activity, Person, PersonPicture } from '#contract/profile/people.ts';
import { detailsHad, profileFieldsOf } from '#contract/profile/profile-fields.ts';
import { promptsIn } from '#contract/profile/prompts.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import { blurredAddress, photoSources } from '#server/brands/photo-address.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { looks } from './people.sql.ts';
import type { Look, Looked, PersonRow, PhotoRow } from './people.sql.ts';
import { ageFrom } from './profile-summary.ts';
import { describeViewer } from './viewer.ts';
import type { Viewer } from './viewer.ts';

/** The first stands for them on a card. */
const FIRST_PHOTO = 1;
const ALL_PHOTOS = 20;

/** Those of these people whom a member may see, in this order, as cards show them. */
export async function readPeople(
  context: VisitorContext,
  viewerId: string,
  ids: readonly string[],
): Promise<Person[]> {
  const looked = await look(context, { viewerId, accountId: null, ids, photos: FIRST_PHOTO });
  return looked.people.map((row) => describeCard(context, row, looked));
}

/** The same, the viewer as they are now, for a caller with a cached one, and whom of them the viewer has decided on. */
export async function readPeopleAndViewer(
  context: MemberContext,
  viewerId: string,
  ids: readonly string[],
): Promise<{ viewer: Viewer; people: Person[]; decided: string[] }> {
  const { accountId } = context;
  const looked = await look(context, { viewerId, accountId, ids, photos: FIRST_PHOTO });
  return {
    viewer: describeViewer(context, looked.viewer ?? undefined),
    people: looked.people.map((row) => describeCard(context, row, looked)),
    decided: looked.people.filter(({ verdict }) => verdict !== null).map(({ id }) => id),
  };
}

/** One of them with all photos, as the person's own page shows them, and the viewer who looks at it. */
export async function readWholePerson(
  context: MemberContext,
  id: string,
): Promise<{ viewer: Viewer; person: Person | undefined }> {
  const { accountId, profileId: viewerId } = context;
  const looked = await look(context, { viewerId, accountId, ids: [id], photos: ALL_PHOTOS, whole: true });
  const viewer = describeViewer(context, looked.viewer ?? undefined);
  const [row] = looked.people;
  if (row?.locked) fail('profile.locked');
  return { viewer, person: row && describePerson(context, row, row.photos, looked) };
}

function look(
  { app, brandId, language }: VisitorContext,
  wanted: Omit<Look, 'brandId' | 'language'>,
): Promise<Looked> {
  return app.batches.add(looks, { brandId, language, ...wanted });
}

/** What a visitor gets to see: a blurred photo, an age, an initial. */
export async function readTeasers(context: VisitorContext, ids: readonly string[]): Promise<Person[]> {
  const { people } = await look(context, { viewerId: null, accountId: null, ids, photos: FIRST_PHOTO });
  return people.map((row) => describeTeaser(context, row));
}

/** Its id belongs to no person: what a visitor was shown opens nothing, for them or for a member to whom they pass it on. */
function describeTeaser(context: VisitorContext, row: PersonRow): Person {
  const screenName = `${Array.from(row.screen_name)[0] ?? ''}.`;
  // What the badge means is explained to members, on pages that only they can open.
  return { ...describeBlurred(context, row), id: newId(), screenName, photoVerified: false };
}

/** A card with the first photo. Of a person whose page the viewer may not open it shows little. */
function describeCard(context: VisitorContext, row: PersonRow, looked: Looked): Person {
  if (row.locked) return describeBlurred(context, row);
  return describePerson(context, row, row.photos, looked);
}

/** A person without words, and with a photo that was blurred by us. */
function describeBlurred(context: VisitorContext, row: PersonRow): Person {
  const [photo] = row.photos;
  return {
    ...describePerson(context, row, []),
    about: '',
    description: '',
    lookingFor: '',
    prompts: [],
    ...noDetails,
    commonInterests: [],
    city: null,
    photo: photo ? blurredAddress(context, photo.blur_id) : null,
  };
}

function describePerson(
  context: VisitorContext,
  row: PersonRow,
  photos: readonly PhotoRow[],
  { interests }: Pick<Looked, 'interests'> = { interests: null },
): Person {
  const details = detailsShown(context, row);
  const pictures = photos.map((photo) => describePicture(context, photo));
  const first = pictures[0]?.sources.at(-1);
  return {
    id: row.id,
    screenName: row.screen_name,
    age: ageFrom(row.birth_year, context.app.clock),
    gender: row.gender,
    kind: row.kind,
    about: row.about,
    description: row.description,
    lookingFor: row.looking_for,
    prompts: promptsIn(row.prompts),
    ...details,
    commonInterests: (details.interests ?? []).filter((one) => interests?.includes(interestNumbers[one])),
    within: DISTANCE_STEPS.find((step) => row.distance !== null && row.distance < step) ?? null,
    photo: first?.address ?? null,
    pictures,
    region: row.region,
    city: row.city,
    activity: activityOf(new Date(row.last_active_at), context.app.clock),
    answersAt: row.answers_at,
    isNew: isWithin(new Date(row.created_at), NEW_HERE_DAYS * DAY, context.app.clock),
    verified: row.kind === 'member' && row.email_confirmed && row.photos.length > 0,
    photoVerified: row.photo_verified,
    reasons: [],
    liked: row.verdict === 'like',
    matched: row.verdict === 'like' && row.likes_viewer,
    locked: row.locked,
  };
}

/** What they say of themselves, as far as the brand has a field for it. */
function detailsShown({ brand }: VisitorContext, row: PersonRow): Details {
  const said = answersStoredAs(row.details);
  const had = detailsHad(profileFieldsOf(brand.settings));
  const absent = detailNames.filter((name) => !had.has(name)).map((name) => [name, null]);
  return { ...said, ...Object.fromEntries(absent) };
}

function describePicture(context: VisitorContext, photo: PhotoRow): PersonPicture {
  const { id, width, height, thumbhash } = photo;
  return { id, width, height, thumbhash, sources: photoSources(context, photo) };
}

export function activityOf(at: Date, clock: Clock): Activity {
  if (isWithin(at, HOUR, clock)) return 'now';
  if (isWithin(at, DAY, clock)) return 'today';
  return isWithin(at, 7 * DAY, clock) ? 'week' : 'earlier';
}

/** Whether it was at most so long ago. */
function isWithin(at: Date, milliseconds: number, clock: Clock): boolean {
  return clock.now().getTime() - at.getTime() <= milliseconds;
}
