/** A caller who looks at other people: what is known of them decides whom they see, and how far they may search. */

import { sql } from 'kysely';
import type { Expression } from 'kysely';
import type { FlowSettings } from '#contract/brand/flow.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import { isBoundToRegion, searchPages } from '#server/accounts/entitlements.ts';
import type { MemberContext } from '#server/app.ts';

export interface Viewer {
  profileId: string;
  gender: Gender;
  seeks: Gender;
  region: string | null;
  city: string | null;
  level: number;
  flow: FlowSettings | undefined;
  /** Whom they have blocked, and who has blocked them. */
  blocked: readonly string[];
}

export async function readViewer(context: MemberContext): Promise<Viewer> {
  const { db } = context.app;
  const { brandId, accountId } = context;
  const { rows } = await sql<ViewerRow>`
    ${viewerOf(sql`${brandId}::uuid`, sql`${accountId}::uuid`)}`.execute(db);
  return describeViewer(context, rows[0]);
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

/** Whether the people of a region are open to the viewer, however many they are. */
export function isOpenRegion(viewer: Pick<Viewer, 'level' | 'region'>, region: string | null): boolean {
  return !isBoundToRegion(viewer) || region === viewer.region;
}

/** Whether the viewer may look there. An empty region is their own. */
export function maySearch(viewer: Viewer, wanted: string | null): boolean {
  return wanted === null || isOpenRegion(viewer, wanted);
}

/** Whether the viewer may turn to that page of a search. */
export function mayTurnTo(viewer: Viewer, page: number): boolean {
  return page <= (searchPages(viewer) ?? Number.POSITIVE_INFINITY);
}

export interface ViewerRow {
  profile_id: string;
  kind: ProfileKind;
  gender: Gender;
  seeks: Gender;
  screen_name: string;
  birth_year: number | null;
  region: string | null;
  city: string | null;
  flow_id: string;
  level: number;
  /** Whom they have blocked, and who has blocked them. */
  blocked: string[];
}

/** The statement of it, to stand alone or inside another. */
export function viewerOf(brandId: Expression<unknown>, accountId: Expression<unknown>) {
  return sql`
    select p.id as profile_id, p.kind, p.gender, a.seeks, p.screen_name, p.birth_year, p.region, p.city,
      a.flow_id, a.level,
      array(select id from kept_apart_from(p.brand_id, p.id) order by id) as blocked
    from account a
    join profile p on p.brand_id = a.brand_id and p.account_id = a.id
    where a.brand_id = ${brandId} and a.id = ${accountId}`;
}
