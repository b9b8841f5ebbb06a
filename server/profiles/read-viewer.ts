import { PREMIUM_LEVELS } from '../../contract/constants.ts';
import { fail } from '../../contract/errors.ts';
import type { Gender } from '../../contract/fields.ts';
import type { FlowSettings } from '../../contract/flow.ts';
import type { MemberContext } from '../core/app.ts';
import { readViewerRow } from './people-queries.ts';
import type { ViewerRow } from './people-queries.ts';

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

/** Whether he may look there: regions other than their own are for those who pay, where the flow says so. */
export function maySearch({ level, flow, region: own }: Viewer, wanted: string | null): boolean {
  const locked = level === PREMIUM_LEVELS.free && flow?.hooks.change_region !== undefined;
  return !locked || wanted === null || wanted === own;
}

export function requireRegion(viewer: Viewer, wanted: string | null): void {
  if (!maySearch(viewer, wanted)) fail('search.region_locked');
}
