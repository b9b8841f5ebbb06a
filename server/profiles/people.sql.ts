/** The one statement that reads people as others get to see them, for as many viewers as look at the same time. */

import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Language } from '#contract/kernel/constants.ts';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import type { AnsweringTime } from '#contract/profile/people.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { Database } from '#server/platform/database/database.ts';
import { viewerOf } from './viewer.ts';
import type { ViewerRow } from './viewer.ts';

export type PhotoRow = Pick<
  Selectable<DB['photo']>,
  'id' | 'blur_id' | 'width' | 'height' | 'widths' | 'thumbhash'
>;

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
  prompts: unknown;
  details: Record<string, unknown>;
  last_active_at: string;
  /** From the viewer's town to theirs, in kilometres, where it is asked for and known. */
  distance: number | null;
  answers_at: AnsweringTime | null;
  created_at: string;
  email_confirmed: boolean;
  photo_verified: boolean;
  /** That others may see, in their order; at most as many as were asked for. */
  photos: PhotoRow[];
  /** What the viewer has decided. */
  verdict: 'like' | 'dislike' | null;
  likes_viewer: boolean;
  /** Kept from the viewer until they pay. */
  locked: boolean;
}

/** One who looks, and at whom. */
export interface Look {
  brandId: string;
  /** The profile of the viewer; null for a visitor. */
  viewerId: string | null;
  /** The viewer's account, where they are to be described as well. */
  accountId: string | null;
  ids: readonly string[];
  photos: number;
  /** In which they read what profiles of ours say, where these have words in it. */
  language: Language;
  /** For the person's own page, which says more than a card. */
  whole?: boolean;
}

/** Those of the people whom the viewer can see, in the order in which they were named. */
export interface Looked {
  viewer: ViewerRow | null;
  people: PersonRow[];
  /** Of the viewer, by their numbers. */
  interests: number[] | null;
}

/** Asking the database costs as much as its answer does, so those who look meanwhile are answered together. */
export const looks: Batch<Look, Looked> = { run: readLooked };

/**
 * Likes are asked for one by one: `exists` would let the planner gather all that a viewer has ever given and got. The
 * values stand in a `select` of their own, so that it is not tempted to plan again for each of them.
 */
async function readLooked(db: Database, asked: readonly Look[]): Promise<Looked[]> {
  const { rows } = await sql<Looked>`
    select
      (select row_to_json(viewer)
        from (${viewerOf(sql.ref('look.brand_id'), sql.ref('look.account_id'))}) as viewer) as viewer,
      (select coalesce(json_agg(person order by person.place), '[]') from (
        select p.id, p.kind, p.gender, p.screen_name, p.birth_year, p.region, p.city,
          coalesce(own.about, p.about) as about, coalesce(own.description, p.description) as description,
          coalesce(own.looking_for, p.looking_for) as looking_for, coalesce(own.prompts, p.prompts) as prompts,
          own.answers_at, p.details || p.delicate_details as details, p.last_active_at, p.created_at,
          case when look.whole then town_distance(p.country, viewer.region, viewer.city, p.region, p.city) end as distance,
          coalesce(a.email_confirmed_at is not null, false) as email_confirmed,
          is_photo_verified(p.brand_id, p.id, p.verified_photo_id) as photo_verified,
          p.reserved and is_kept_from(p.brand_id, look.viewer_id) as locked,
          array(select json_build_object('id', f.id, 'blur_id', f.blur_id, 'width', f.width,
              'height', f.height, 'widths', f.widths, 'thumbhash', f.thumbhash)
            from approved_photos(p.brand_id, p.id) f order by f.position limit look.photos) as photos,
          (select r.kind from reaction r where r.brand_id = p.brand_id and r.from_id = look.viewer_id
            and r.to_id = p.id and r.kind in ('like', 'dislike') limit 1) as verdict,
          (select true from reaction r where r.brand_id = p.brand_id and r.from_id = p.id
            and r.to_id = look.viewer_id and r.kind = 'like') is not null as likes_viewer,
          wanted.place
        from unnest(look.ids::uuid[]) with ordinality as wanted (id, place)
        cross join lateral profile_visible_to(look.brand_id, look.viewer_id, wanted.id) as p
        left join account a on a.brand_id = p.brand_id and a.id = p.account_id
        -- By the keys, and of profiles of ours alone: their words in the viewer's language, and when they answer.
        left join lateral (select x.about, x.description, x.looking_for, x.prompts,
            answering_time(p.status, h.answers_from, h.answers_to) as answers_at
          from house_profile h
          left join house_profile_text x on x.brand_id = h.brand_id and x.profile_id = h.profile_id
            and x.language = look.language
          where p.kind <> 'member' and h.brand_id = p.brand_id and h.profile_id = p.id limit 1) as own on true
      ) as person) as people, viewer.interests
    from unnest((select ${asked.map(({ brandId }) => brandId)}::uuid[]),
      (select ${asked.map(({ viewerId }) => viewerId)}::uuid[]),
      (select ${asked.map(({ accountId }) => accountId)}::uuid[]),
      (select ${asked.map(({ ids }) => `{${ids.join(',')}}`)}::text[]),
      (select ${asked.map(({ photos }) => photos)}::integer[]),
      (select ${asked.map(({ language }) => language)}::text[]),
      (select ${asked.map(({ whole = false }) => whole)}::boolean[]))
      with ordinality as look (brand_id, viewer_id, account_id, ids, photos, language, whole, place)
    left join lateral (select v.region, v.city, v.details -> 'interests' as interests
      from profile v where v.brand_id = look.brand_id and v.id = look.viewer_id limit 1) as viewer on true
    order by look.place`.execute(db);
  return rows;
}
