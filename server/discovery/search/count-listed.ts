import type { Gender } from '../../../contract/kernel/fields.ts';
import type { FlowSettings } from '../../../contract/brand/flow.ts';
import type { VisitorContext } from '../../app.ts';
import { criteriaOf, segmentOf } from './views.ts';

interface Wanted {
  gender: Gender;
  /** Null: the whole country. */
  region: string | null;
  flow: FlowSettings | undefined;
}

/**
 * How many profiles a visitor of this flow could find in a region, or in all, as of the last list. It costs the database
 * nothing.
 */
export async function countListed(
  { brandId, searchLists }: VisitorContext,
  { gender, region, flow }: Wanted,
): Promise<number> {
  const list = await searchLists.find({ brandId, gender });
  const shown = criteriaOf({ filters: {}, ai: flow?.ai ?? false, viewerGender: null, thisYear: 0 });
  return list ? segmentOf(list, shown, region, null).length : 0;
}
