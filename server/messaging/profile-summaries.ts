import { sql } from 'kysely';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createLoadCache } from '#server/platform/coalesce.ts';
import type { LoadCache } from '#server/platform/coalesce.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';

/** A profile as a message shows it. */
export interface ProfileSummary {
  kind: ProfileKind;
  screenName: string;
  birthYear: number | null;
  photo: { id: string; widths: number[] } | null;
}

/** By profile. */
export type SummaryCache = LoadCache<ProfileSummary | undefined>;

const CACHED_FOR = MINUTE;
const MOST_CACHED = 20_000;

export const createSummaryCache = (clock: Clock): SummaryCache =>
  createLoadCache({ max: MOST_CACHED, clock });

/** Who writes writes often, and looks the same for a while. */
export function findProfileSummary(
  { db, chat: { profileSummaries: cache } }: Pick<App, 'db' | 'chat'>,
  brandId: string,
  profileId: string,
): Promise<ProfileSummary | undefined> {
  return cache(profileId, () => readProfileSummary(db, brandId, profileId), CACHED_FOR);
}

async function readProfileSummary(
  db: DbOrTx,
  brandId: string,
  profileId: string,
): Promise<ProfileSummary | undefined> {
  const { rows } = await sql<ProfileSummary>`
    select p.kind, p.screen_name as "screenName", p.birth_year as "birthYear",
      (select json_build_object('id', o.id, 'widths', o.widths) from first_photo(p.brand_id, p.id) o) as photo
    from profile p where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid`.execute(db);
  return rows[0];
}

/** As the events of the contract spell it. */
export function describeProfileSummary(
  app: App,
  brand: Brand,
  { screenName, kind, birthYear, photo }: ProfileSummary,
) {
  const portrait = smallPhoto({ app, brand, brandId: brand.id }, photo);
  return { screenName, kind, age: ageFrom(birthYear, app.clock), portrait };
}
