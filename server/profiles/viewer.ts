import { fail } from '../../contract/kernel/errors.ts';
import type { Gender } from '../../contract/kernel/fields.ts';
import type { FlowSettings } from '../../contract/brand/flow.ts';
import { isBoundToRegion, searchPages } from '../accounts/entitlements.ts';
import type { MemberContext } from '../app.ts';
import { readViewerRow } from './people.sql.ts';
import type { ViewerRow } from './people.sql.ts';

/** Who looks, as far as that decides whom he sees. */
export interface Viewer {
  profileId: string;
  gender: Gender;
  seeks: Gender;
  region: string | null;
  city: string | null;
  level: number;
  flow: FlowSettings | undefined;
  /** Whom he has blocked, and who has blocked him. */
  blocked: readonly string[];
}

export async function readViewer(context: MemberContext): Promise<Viewer> {
  const { db, brandId, accountId } = context;
  return describeViewer(context, await readViewerRow(db, brandId, accountId));
}

export function describeViewer({ brand }: MemberContext, row: ViewerRow | undefined): Viewer {
  if (!row) return fail('session.dead');
  return {
    profileId: row.profile_id,
    gender: row.gender,
    seeks: row.seeks,
    region: row.region,
    city: row.city,
    level: row.level,
    flow: brand.flows.get(row.flow_id),
    blocked: row.blocked,
  };
}

/** Whether somebody may look there. */
export function maySearch(viewer: Viewer, wanted: string | null): boolean {
  return !isBoundToRegion(viewer) || wanted === null || wanted === viewer.region;
}

/** Whether somebody may turn to that page of a search. */
export function mayTurnTo(viewer: Viewer, page: number): boolean {
  return page <= (searchPages(viewer) ?? Number.POSITIVE_INFINITY);
}
