import type { Gender } from '../../contract/fields.ts';
import type { VisitorContext } from '../core/app.ts';
import { criteriaOf, segmentOf } from './views.ts';

const everybody = criteriaOf({ filters: {}, ai: true, viewerGender: null, thisYear: 0 });

/** How many people of a gender a brand has in a region, or in all, as of the last list. It costs the database nothing. */
export async function countListed(
  { brandId, searchLists }: VisitorContext,
  gender: Gender,
  region: string | null,
): Promise<number> {
  const list = await searchLists.find({ brandId, gender });
  return list ? segmentOf(list, everybody, region, null).length : 0;
}
