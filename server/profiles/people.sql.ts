import { sql } from 'kysely';
import type { HairColour } from '../../contract/profile/people.ts';
import type { Gender, ProfileKind } from '../../contract/kernel/fields.ts';
import type { DbOrTx } from '../platform/database/database.ts';

export interface PhotoRow {
  id: string;
  blur_id: string;
  width: number;
  height: number;
  widths: number[];
  thumbhash: string | null;
}

export interface PersonRow {
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
  hair_colour: HairColour | null;
  height: number | null;
  weight: number | null;
  last_active_at: Date;
  created_at: Date;
  email_confirmed: boolean;
  photo: PhotoRow | null;
  liked: boolean;
  likes_viewer: boolean;
  /** Kept from the viewer until he pays. */
  locked: boolean;
}

/**
 * Those of these people whom the viewer can see, in their order, each with the first photo. Likes are asked for one by
 * one: `exists` would let the planner gather all that the viewer has ever given and got. The values stand in a `select`
 * of their own, so that it is not tempted to plan anew for each of them.
 */
function visiblePeople(brandId: string, viewerId: string | null, ids: readonly string[]) {
  return sql`
    select p.id, p.kind, p.gender, p.screen_name, p.birth_year, p.region, p.city, p.about, p.description,
      p.looking_for, p.hair_colour, p.height, p.weight, p.last_active_at, p.created_at,
      coalesce(a.email_confirmed_at is not null, false) as email_confirmed,
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

export async function readVisiblePeople(
  db: DbOrTx,
  brandId: string,
  viewerId: string | null,
  ids: readonly string[],
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    ${visiblePeople(brandId, viewerId, ids)}`.execute(db);
  return rows;
}

/** All photos of somebody that others may see, in their order. */
export function readApprovedPhotos(db: DbOrTx, brandId: string, profileId: string): Promise<PhotoRow[]> {
  return db
    .selectFrom('photo')
    .select(['id', 'blur_id', 'width', 'height', 'widths', 'thumbhash'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .where('status', '=', 'approved')
    .orderBy('position')
    .limit(20)
    .execute();
}

export interface ViewerRow {
  profile_id: string;
  kind: ProfileKind;
  gender: Gender;
  seeks: Gender;
  screen_name: string;
  birth_year: number | null;
  region: string | null;
  city: string | null;
  flow_id: string;
  level: number;
  /** Whom he has blocked, and who has blocked him. */
  blocked: string[];
}

function viewerOf(brandId: string, accountId: string) {
  return sql`
    select p.id as profile_id, p.kind, p.gender, a.seeks, p.screen_name, p.birth_year, p.region, p.city,
      a.flow_id, a.level,
      array(select b.to_id from block b where b.brand_id = p.brand_id and b.from_id = p.id
        union all select b.from_id from block b where b.brand_id = p.brand_id and b.to_id = p.id
        order by 1) as blocked
    from account a
    join profile p on p.brand_id = a.brand_id and p.account_id = a.id
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid`;
}

export async function readViewerRow(
  db: DbOrTx,
  brandId: string,
  accountId: string,
): Promise<ViewerRow | undefined> {
  const { rows } = await sql<ViewerRow>`
    ${viewerOf(brandId, accountId)}`.execute(db);
  return rows[0];
}

interface Looked {
  viewer: ViewerRow | undefined;
  people: PersonRow[];
}

/** Both at once: each question to the database costs about as much as its answer. */
export async function readViewerAndPeople(
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
