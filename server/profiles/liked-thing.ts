/** A photo or an answer of a person that another one likes. */

import { sql } from 'kysely';
import type { LikedThing } from '#contract/profile/liked-thing.ts';
import type { PromptName } from '#contract/profile/prompts.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** The columns that hold it. */
export interface LikedColumns {
  liked_photo_id: string | null;
  liked_prompt: string | null;
}

/** What is liked, if it is still there: without it the like is for the person. */
export async function findLikedThing(
  tx: Tx,
  { brandId, profileId }: { brandId: string; profileId: string },
  thing: LikedThing | undefined,
): Promise<LikedThing | null> {
  if (!thing) return null;
  const { rows } = await (
    'photoId' in thing
      ? sql`select from approved_photos(${brandId}::uuid, ${profileId}::uuid) f where f.id = ${thing.photoId}::uuid`
      : sql`
      select from profile p
      where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid and (${answers('p', thing.prompt)}
        or exists (select from house_profile_text x where x.brand_id = p.brand_id and x.profile_id = p.id
          and ${answers('x', thing.prompt)}))`
  ).execute(tx);
  return rows.length > 0 ? thing : null;
}

const answers = (name: 'p' | 'x', prompt: PromptName) =>
  sql`${sql.ref(`${name}.prompts`)} @> ${JSON.stringify([{ prompt }])}::jsonb`;

/** As a statement found it. */
export function readLikedThing({
  liked_photo_id: photoId,
  liked_prompt: prompt,
}: LikedColumns): LikedThing | null {
  if (photoId !== null) return { photoId };
  return prompt === null ? null : { prompt: prompt as PromptName };
}
