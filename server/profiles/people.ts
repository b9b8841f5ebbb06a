/** People as others get to see them: whole for members, blurred for visitors and where they are reserved. */

import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { NEW_HERE_DAYS } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import { answersIn, noDetails } from '#contract/profile/details.ts';
import type { Activity, Person, PersonPicture } from '#contract/profile/people.ts';
import type { MemberContext, VisitorContext } from '#server/app.ts';
import { blurredAddress, photoSources } from '#server/brands/photo-address.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { ageFrom } from './profile-summary.ts';
import { describeViewer, viewerOf } from './viewer.ts';
import type { Viewer, ViewerRow } from './viewer.ts';

/** Those of these people whom a member may see, in this order, as cards show them. */
export async function readPeople(
  context: VisitorContext,
  viewerId: string,
  ids: readonly string[],
): Promise<Person[]> {
  const rows = await readVisiblePeople(context.app.db, context.brandId, viewerId, ids);
  return rows.map((row) => describeCard(context, row));
}

/** The same, and the viewer as they are now, for a caller with a cached one. */
export async function readPeopleAndViewer(
  context: MemberContext,
  viewerId: string,
  ids: readonly string[],
): Promise<{ viewer: Viewer; people: Person[] }> {
  const { db } = context.app;
  const { brandId, accountId } = context;
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
  const [row] = await readVisiblePeople(context.app.db, context.brandId, viewerId, [id]);
  if (!row) return undefined;
  if (row.locked) fail('profile.locked');
  return describePerson(context, row, await readApprovedPhotos(context.app.db, context.brandId, id));
}

/** What a visitor gets to see: a blurred photo, an age, an initial. */
export async function readTeasers(context: VisitorContext, ids: readonly string[]): Promise<Person[]> {
  const rows = await readVisiblePeople(context.app.db, context.brandId, null, ids);
  return rows.map((row) => describeTeaser(context, row));
}

/** Its id belongs to no person: what a visitor was shown opens nothing, for them or for a member to whom they pass it on. */
function describeTeaser(context: VisitorContext, row: PersonRow): Person {
  const screenName = `${Array.from(row.screen_name)[0] ?? ''}.`;
  // What the badge means is explained to members, on pages that only they can open.
  return { ...describeBlurred(context, row), id: newId(), screenName, photoVerified: false };
}

/** A card with the first photo. Of a person whose page the viewer may not open it shows little. */
function describeCard(context: VisitorContext, row: PersonRow): Person {
  if (row.locked) return describeBlurred(context, row);
  return describePerson(context, row, row.photo ? [row.photo] : []);
}

/** A person without words, and with a photo that was blurred by us. */
function describeBlurred(context: VisitorContext, row: PersonRow): Person {
  return {
    ...describePerson(context, row, []),
    about: '',
    description: '',
    lookingFor: '',
    ...noDetails,
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
    age: ageFrom(row.birth_year, context.app.clock),
    gender: row.gender,
    kind: row.kind,
    about: row.about,
    description: row.description,
    lookingFor: row.looking_for,
    ...answersIn(row.details),
    photo: first?.address ?? null,
    pictures,
    region: row.region,
    city: row.city,
    activity: activityOf(row.last_active_at, context.app.clock),
    isNew: isWithin(row.created_at, NEW_HERE_DAYS * DAY, context.app.clock),
    verified: row.kind === 'member' && row.email_confirmed && row.photo !== null,
    photoVerified: row.photo_verified,
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

type PhotoRow = Pick<Selectable<DB['photo']>, 'id' | 'blur_id' | 'width' | 'height' | 'widths' | 'thumbhash'>;

interface PersonRow {
  id: string;
  kind: ProfileKind;
  gender: Gender;
  screen_name: string;
  birth_year: number | null;
  region: string | null;
  city: string | null;
  about: string;
  description: string;
  looking_for: string;
  details: Record<string, unknown>;
  last_active_at: Date;
  created_at: Date;
  email_confirmed: boolean;
  photo_verified: boolean;
  photo: PhotoRow | null;
  liked: boolean;
  likes_viewer: boolean;
  /** Kept from the viewer until they pay. */
  locked: boolean;
}

/**
 * Those of these people whom the viewer can see, in their order, each with the first photo. Likes are asked for one by
 * one: `exists` would let the planner gather all that the viewer has ever given and got. The values stand in a `select`
 * of their own, so that it is not tempted to plan again for each of them.
 */
function visiblePeople(brandId: string, viewerId: string | null, ids: readonly string[]) {
  return sql`
    select p.id, p.kind, p.gender, p.screen_name, p.birth_year, p.region, p.city, p.about, p.description,
      p.looking_for, p.details, p.last_active_at, p.created_at,
      coalesce(a.email_confirmed_at is not null, false) as email_confirmed,
      is_photo_verified(p.brand_id, p.id, p.verified_photo_id) as photo_verified,
      p.reserved and is_kept_from(p.brand_id, viewer.id) as locked,
      (select json_build_object('id', f.id, 'blur_id', f.blur_id, 'width', f.width, 'height', f.height,
        'widths', f.widths, 'thumbhash', f.thumbhash) from first_photo(p.brand_id, p.id) f) as photo,
      (select true from reaction r where r.brand_id = p.brand_id and r.from_id = viewer.id
        and r.to_id = p.id and r.kind = 'like') is not null as liked,
      (select true from reaction r where r.brand_id = p.brand_id and r.from_id = p.id
        and r.to_id = viewer.id and r.kind = 'like') is not null as likes_viewer,
      wanted.place
    from unnest((select ${ids}::uuid[])) with ordinality as wanted (id, place)
    cross join (select ${viewerId}::uuid as id offset 0) as viewer
    cross join lateral profile_visible_to(${brandId}::uuid, viewer.id, wanted.id) as p
    left join account a on a.brand_id = p.brand_id and a.id = p.account_id
    order by wanted.place`;
}

async function readVisiblePeople(
  db: DbOrTx,
  brandId: string,
  viewerId: string | null,
  ids: readonly string[],
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    ${visiblePeople(brandId, viewerId, ids)}`.execute(db);
  return rows;
}

/** All photos of a person that others may see, in their order. */
async function readApprovedPhotos(db: DbOrTx, brandId: string, profileId: string): Promise<PhotoRow[]> {
  const { rows } = await sql<PhotoRow>`
    select id, blur_id, width, height, widths, thumbhash
    from approved_photos(${brandId}::uuid, ${profileId}::uuid)`.execute(db);
  return rows;
}

interface Looked {
  viewer: ViewerRow | undefined;
  people: PersonRow[];
}

/** Both at once: each question to the database costs about as much as its answer. */
async function readViewerAndPeople(
  db: DbOrTx,
  { brandId, accountId, viewerId }: { brandId: string; accountId: string; viewerId: string },
  ids: readonly string[],
): Promise<Looked> {
  const { rows } = await sql<PersonRow & { viewer: ViewerRow | null }>`
    select person.*,
      case when row_number() over (order by person.place) = 1
        then (select row_to_json(viewer) from (${viewerOf(brandId, accountId)}) as viewer) end as viewer
    from (select) as one
    left join (${visiblePeople(brandId, viewerId, ids)}) as person on true
    order by person.place`.execute(db);
  return { viewer: rows[0]?.viewer ?? undefined, people: rows.filter(({ id }) => id !== null) };
}
