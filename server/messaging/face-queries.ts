import { sql } from 'kysely';
import type { DbOrTx } from '../platform/database/database.ts';
import type { Face } from './faces.ts';

export async function readFaceRow(db: DbOrTx, brandId: string, profileId: string): Promise<Face | undefined> {
  const { rows } = await sql<Face>`
    select p.kind, p.screen_name as "screenName", p.birth_year as "birthYear",
      (select json_build_object('id', o.id, 'widths', o.widths) from first_photo(p.brand_id, p.id) o) as photo
    from profile p where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid`.execute(db);
  return rows[0];
}
