import { sql } from 'kysely';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { MINUTE, isWithin } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';

/** A profile as a message shows it. */
export interface ProfileSummary {
  kind: ProfileKind;
  screenName: string;
  birthYear: number | null;
  photo: { id: string; widths: number[] } | null;
}

interface Cached {
  summary: Promise<ProfileSummary | undefined>;
  readAt: number;
}

/** By profile, the latest last. */
export type SummaryCache = Map<string, Cached>;

const CACHED_FOR = MINUTE;
const MOST_CACHED = 20_000;

/** Who writes writes often, and looks the same for a while. */
export function findProfileSummary(
  { db, clock, chat: { profileSummaries: cache } }: Pick<App, 'db' | 'clock' | 'chat'>,
  brandId: string,
  profileId: string,
): Promise<ProfileSummary | undefined> {
  const now = clock.now().getTime();
  const known = cache.get(profileId);
  if (known && isWithin(now, known.readAt, CACHED_FOR)) return known.summary;
  const summary = readProfileSummary(db, brandId, profileId);
  cache.delete(profileId);
  cache.set(profileId, { summary, readAt: now });
  if (cache.size > MOST_CACHED) for (const oldest of cache.keys().take(1)) cache.delete(oldest);
  summary.catch(() => cache.delete(profileId));
  return summary;
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
