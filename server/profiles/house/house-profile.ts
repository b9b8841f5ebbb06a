/** A profile that hosts or a companion answer for, as the console reads it. */

import { sql } from 'kysely';
import { countries } from '#contract/countries/list.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { promptsIn } from '#contract/profile/prompts.ts';
import type { HousePhoto, PhotoOrigin } from '#contract/staff/house-photo.ts';
import type {
  HouseKind,
  HouseProfile,
  HouseSettings,
  HouseState,
  HouseWords,
  readHouseProfile as readEndpoint,
} from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { photoAddress } from '#server/brands/photo-address.ts';
import type { AtBrand } from '#server/brands/photo-address.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { detailsOf } from '../own-details.ts';
import { ageFrom } from '../profile-summary.ts';

/** The language of those who see a brand and speak none that a profile has words in. */
export const languageOfBrand = ({ settings }: Brand): Language => countries[settings.country].language;

export function stateOf(status: HouseRow['status']): HouseState {
  return status === 'visible' || status === 'retired' ? status : 'paused';
}

export async function readHouseProfile(
  context: StaffContext,
  { brand, id }: InputOf<typeof readEndpoint>,
): Promise<HouseProfile> {
  return describeHouseProfile(atBrand(context, brand), id);
}

/** One of the profiles of ours of the brand where the context is. A member's own is as good as none. */
export async function describeHouseProfile(context: StaffContext, id: string): Promise<HouseProfile> {
  const { brandId } = context;
  const { db } = context.app;
  const row = (await readHouseRow(db, brandId, id)) ?? fail('request.not_found');
  const photos = await readHousePhotos(db, brandId, id);
  return {
    id,
    kind: row.kind,
    state: stateOf(row.status),
    settings: settingsOf(context, row),
    revision: row.revision,
    team: row.team,
    photos: photos.map((photo) => describeHousePhoto(context, photo)),
    changed: { by: row.changed_by_name, at: row.changed_at.getTime() },
    made: { by: row.made_by_name, at: row.created_at.getTime() },
  };
}

export function settingsOf(
  { app, brand }: Pick<StaffContext, 'app' | 'brand'>,
  row: HouseRow,
): HouseSettings {
  const own = { language: languageOfBrand(brand), about: row.about, description: row.description };
  const written = { ...own, lookingFor: row.looking_for, prompts: promptsIn(row.prompts) };
  const isWritten =
    written.about + written.description + written.lookingFor !== '' || written.prompts.length > 0;
  return {
    screenName: row.screen_name,
    age: ageFrom(row.birth_year, app.clock) ?? 0,
    gender: row.gender,
    region: row.region,
    city: row.city,
    details: detailsOf(row),
    // Those that came with the profile, as the demo's, stand in the profile alone.
    words: row.words.length > 0 || !isWritten ? row.words.map(readWords) : [written],
    notes: row.notes,
    teamId: row.team?.id ?? null,
    hours: hoursOf(row),
    character: row.character,
    limits: row.limits,
    model: row.model,
  };
}

const readWords = (words: HouseWords): HouseWords => ({ ...words, prompts: promptsIn(words.prompts) });

export function hoursOf({
  answers_from: from,
  answers_to: to,
}: Pick<HouseRow, 'answers_from' | 'answers_to'>): HouseSettings['hours'] {
  return from === null || to === null ? null : { from, to };
}

export interface HouseRow {
  kind: HouseKind;
  status: 'pending' | 'visible' | 'hidden' | 'rejected' | 'retired';
  screen_name: string;
  birth_year: number | null;
  gender: Gender;
  region: string | null;
  city: string | null;
  details: unknown;
  delicate_details: unknown;
  prompts: unknown;
  about: string;
  description: string;
  looking_for: string;
  words: HouseSettings['words'];
  notes: string;
  team: { id: string; name: string } | null;
  answers_from: number | null;
  answers_to: number | null;
  character: string;
  limits: string;
  model: string | null;
  revision: number;
  created_at: Date;
  made_by_name: string | null;
  changed_by_name: string | null;
  changed_at: Date;
}

export async function readHouseRow(
  db: DbOrTx,
  brandId: string,
  profileId: string,
): Promise<HouseRow | undefined> {
  const { rows } = await sql<HouseRow>`
    select p.kind, p.status, p.screen_name, p.birth_year, p.gender, p.region, p.city, p.details, p.delicate_details, p.prompts, p.about, p.description,
      p.looking_for, p.created_at, h.notes, h.answers_from, h.answers_to, h.character, h.limits, h.model, h.revision,
      h.changed_at, made.name as made_by_name, changed.name as changed_by_name,
      case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as team,
      coalesce((select json_agg(json_build_object('language', x.language, 'about', x.about,
          'description', x.description, 'lookingFor', x.looking_for, 'prompts', x.prompts) order by x.language)
        from house_profile_text x where x.brand_id = h.brand_id and x.profile_id = h.profile_id), '[]') as words
    from house_profile h
    join profile p on p.brand_id = h.brand_id and p.id = h.profile_id
    left join host_team t on t.brand_id = h.brand_id and t.id = h.team_id
    left join staff made on made.id = h.made_by
    left join staff changed on changed.id = h.changed_by
    where h.brand_id = ${brandId}::uuid and h.profile_id = ${profileId}::uuid`.execute(db);
  return rows[0];
}

/** Changes of one profile and its photos happen one after the other. Fails where there is none. */
export async function lockHouseProfile(tx: Tx, brandId: string, profileId: string): Promise<HouseRow> {
  await tx
    .selectFrom('house_profile')
    .select('profile_id')
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
  return (await readHouseRow(tx, brandId, profileId)) ?? fail('request.not_found');
}

/** The same, for changes that a profile takes no more once it has ended. */
export async function lockLivingProfile(tx: Tx, brandId: string, profileId: string): Promise<HouseRow> {
  const row = await lockHouseProfile(tx, brandId, profileId);
  return row.status === 'retired' ? fail('house_profile.retired') : row;
}

export interface HousePhotoRow {
  id: string;
  width: number;
  height: number;
  widths: number[];
  origin: PhotoOrigin | null;
  statement: string | null;
  document_type: string | null;
}

export async function readHousePhotos(
  db: DbOrTx,
  brandId: string,
  profileId: string,
): Promise<HousePhotoRow[]> {
  const { rows } = await sql<HousePhotoRow>`
    select f.id, f.width, f.height, f.widths, o.origin, o.statement, o.document_type
    from approved_photos(${brandId}::uuid, ${profileId}::uuid) f
    left join photo_origin o on o.brand_id = f.brand_id and o.photo_id = f.id
    order by f.position`.execute(db);
  return rows;
}

export function describeHousePhoto(context: AtBrand, photo: HousePhotoRow): HousePhoto {
  return {
    id: photo.id,
    address: photoAddress(context, photo.id, Math.max(...photo.widths)),
    width: photo.width,
    height: photo.height,
    origin: photo.origin,
    statement: photo.statement ?? '',
    hasDocument: photo.document_type !== null,
  };
}
