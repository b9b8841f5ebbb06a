import type { Gender } from '../../contract/fields.ts';
import type { DbOrTx } from '../core/database.ts';

export interface Whereabouts {
  country: 'it' | 'es';
  region?: string | undefined;
  gender: Gender;
}

export async function countVisible(db: DbOrTx, brandId: string, { country, region, gender }: Whereabouts) {
  let query = db
    .selectFrom('profile')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('brand_id', '=', brandId)
    .where('status', '=', 'visible')
    .where('gender', '=', gender)
    .where('country', '=', country);
  if (region) query = query.where('region', '=', region);
  return (await query.executeTakeFirstOrThrow()).total;
}
