import { NEW_HERE_DAYS } from '../../contract/kernel/constants.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type {
  Activity,
  Person,
  PersonPicture,
  readPerson as readPersonEndpoint,
} from '../../contract/profile/people.ts';
import type { MemberContext, VisitorContext } from '../app.ts';
import { DAY, HOUR } from '../platform/clock.ts';
import type { Clock } from '../platform/clock.ts';
import { blurredAddress, photoSources } from '../brands/photo-address.ts';
import { ageFrom } from './profile-summary.ts';
import { readApprovedPhotos, readViewerAndPeople, readVisiblePeople } from './people.sql.ts';
import type { PersonRow, PhotoRow } from './people.sql.ts';
import { describeViewer, readViewer } from './viewer.ts';
import type { Viewer } from './viewer.ts';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { readUuid } from '../platform/ids.ts';

/** Those of these people whom a member may see, in this order, as cards show them. */
export async function readPeople(
  context: VisitorContext,
  viewerId: string,
  ids: readonly string[],
): Promise<Person[]> {
  const rows = await readVisiblePeople(context.db, context.brandId, viewerId, ids);
  return rows.map((row) => describeCard(context, row));
}

/** The same, and who looks as he is now, for whoever only believes to know. */
export async function readPeopleAndViewer(
  context: MemberContext,
  viewerId: string,
  ids: readonly string[],
): Promise<{ viewer: Viewer; people: Person[] }> {
  const { db, brandId, accountId } = context;
  const looked = await readViewerAndPeople(db, { brandId, accountId, viewerId }, ids);
  return {
    viewer: describeViewer(context, looked.viewer),
    people: looked.people.map((row) => describeCard(context, row)),
  };
}

/** One of them with all photos, as the person's own page shows them. */
export async function readWholePerson(
  context: VisitorContext,
  viewerId: string,
  id: string,
): Promise<Person | undefined> {
  const [row] = await readVisiblePeople(context.db, context.brandId, viewerId, [id]);
  if (!row) return undefined;
  if (row.locked) fail('profile.locked');
  return describePerson(context, row, await readApprovedPhotos(context.db, context.brandId, id));
}

/** What a visitor gets to see: a blurred photo, an age, an initial. */
export async function readTeasers(context: VisitorContext, ids: readonly string[]): Promise<Person[]> {
  const rows = await readVisiblePeople(context.db, context.brandId, null, ids);
  return rows.map((row) => describeTeaser(context, row));
}

function describeTeaser(context: VisitorContext, row: PersonRow): Person {
  return { ...describeBlurred(context, row), screenName: `${Array.from(row.screen_name)[0] ?? ''}.` };
}

/** A card with the first photo. Of somebody whose page the viewer may not open it tells little. */
function describeCard(context: VisitorContext, row: PersonRow): Person {
  if (row.locked) return describeBlurred(context, row);
  return describePerson(context, row, row.photo ? [row.photo] : []);
}

/** Somebody without words, and with a photo that was blurred by us. */
function describeBlurred(context: VisitorContext, row: PersonRow): Person {
  return {
    ...describePerson(context, row, []),
    about: '',
    description: '',
    lookingFor: '',
    hairColour: null,
    height: null,
    weight: null,
    city: null,
    photo: row.photo && blurredAddress(context, row.photo.blur_id),
  };
}

function describePerson(context: VisitorContext, row: PersonRow, photos: readonly PhotoRow[]): Person {
  const pictures = photos.map((photo) => describePicture(context, photo));
  const first = pictures[0]?.sources.at(-1);
  return {
    id: row.id,
    screenName: row.screen_name,
    age: ageFrom(row.birth_year, context.clock),
    gender: row.gender,
    kind: row.kind,
    about: row.about,
    description: row.description,
    lookingFor: row.looking_for,
    hairColour: row.hair_colour,
    height: row.height,
    weight: row.weight,
    photo: first?.address ?? null,
    pictures,
    region: row.region,
    city: row.city,
    activity: activityOf(row.last_active_at, context.clock),
    isNew: isWithin(row.created_at, NEW_HERE_DAYS * DAY, context.clock),
    verified: row.kind === 'member' && row.email_confirmed && row.photo !== null,
    liked: row.liked,
    matched: row.liked && row.likes_viewer,
    locked: row.locked,
  };
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

/** Looking somebody up is not a visit: the page says so itself when it is opened. */
export async function readPerson(
  context: MemberContext,
  { id }: Pick<InputOf<typeof readPersonEndpoint>, 'id'>,
): Promise<ReplyOf<typeof readPersonEndpoint>> {
  const viewer = await readViewer(context);
  const wanted = readUuid(id);
  if (!wanted || wanted === viewer.profileId) return [];
  const person = await readWholePerson(context, viewer.profileId, wanted);
  return person ? [person] : [];
}
