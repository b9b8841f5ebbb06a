import { sql } from 'kysely';
import type { ProfileKind } from '../../contract/kernel/fields.ts';
import type { App } from '../app.ts';
import { MINUTE } from '../platform/clock.ts';
import type { DbOrTx } from '../platform/database/database.ts';

/** Somebody as a message shows them. */
export interface Face {
  kind: ProfileKind;
  screenName: string;
  birthYear: number | null;
  photo: { id: string; widths: number[] } | null;
}

interface Kept {
  face: Promise<Face | undefined>;
  until: number;
}

const KEPT_FOR = MINUTE;
const MOST_FACES = 20_000;
const kept = new Map<string, Kept>();

/** Who writes writes often, and looks the same for a while. */
export function findFace(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  brandId: string,
  profileId: string,
): Promise<Face | undefined> {
  const now = clock.now().getTime();
  const known = kept.get(profileId);
  if (known && now < known.until) return known.face;
  const face = readFaceRow(db, brandId, profileId);
  // Those who came first go first.
  kept.delete(profileId);
  const [oldest] = kept.keys();
  if (kept.size >= MOST_FACES && oldest !== undefined) kept.delete(oldest);
  kept.set(profileId, { face, until: now + KEPT_FOR });
  face.catch(() => kept.delete(profileId));
  return face;
}

async function readFaceRow(db: DbOrTx, brandId: string, profileId: string): Promise<Face | undefined> {
  const { rows } = await sql<Face>`
    select p.kind, p.screen_name as "screenName", p.birth_year as "birthYear",
      (select json_build_object('id', o.id, 'widths', o.widths) from first_photo(p.brand_id, p.id) o) as photo
    from profile p where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid`.execute(db);
  return rows[0];
}
