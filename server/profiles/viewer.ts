/** A caller who looks at other people: what is known of them decides whom they see, and how far they may search. */

import { sql } from 'kysely';
import type { Expression } from 'kysely';
import type { FlowSettings } from '#contract/brand/flow.ts';
import { dealbreakerNames } from '#contract/discovery/dealbreakers.ts';
import { noPreferences } from '#contract/discovery/preferences.ts';
import type { Preferences } from '#contract/discovery/preferences.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import { answersStoredAs, details } from '#contract/profile/details.ts';
import type { Details } from '#contract/profile/details.ts';
import { isBoundToRegion, searchPages } from '#server/accounts/entitlements.ts';
import type { MemberContext } from '#server/app.ts';

export interface Viewer {
  profileId: string;
  gender: Gender;
  seeks: Gender;
  region: string | null;
  city: string | null;
  /** The middle of their town, in degrees. Null where they have named none. */
  centre: readonly [latitude: number, longitude: number] | null;
  birthYear: number | null;
  /** What they say of themselves, without what is delicate. */
  details: Details;
  /** Whom they want to meet. */
  preferences: Preferences;
  level: number;
  flow: FlowSettings | undefined;
  /** Whether reserved profiles are kept from them until they pay. */
  keptFromReserved: boolean;
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
    centre: row.latitude === null || row.longitude === null ? null : [row.latitude, row.longitude],
    birthYear: row.birth_year,
    details: answersStoredAs(row.details),
    preferences: preferencesOf(row.preference),
    level: row.level,
    flow: brand.flows.get(row.flow_id),
    keptFromReserved: row.kept_from_reserved,
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
  latitude: number | null;
  longitude: number | null;
  details: Record<string, unknown>;
  preference: PreferenceRow | null;
  flow_id: string;
  level: number;
  kept_from_reserved: boolean;
  /** Whom they have blocked, and who has blocked them. */
  blocked: string[];
}

export interface PreferenceRow {
  age_from: number | null;
  age_to: number | null;
  distance: number | null;
  intentions: string[];
  dealbreakers: string[];
  weights: unknown;
  profiling: boolean;
}

/** What is offered no longer counts as not chosen. */
export function preferencesOf(row: PreferenceRow | null | undefined): Preferences {
  if (!row) return noPreferences;
  const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
    (names as readonly string[]).includes(name);
  return {
    ageFrom: row.age_from,
    ageTo: row.age_to,
    distance: row.distance,
    intentions: row.intentions.filter((name) => isOneOf(details.intention.options, name)),
    dealbreakers: row.dealbreakers.filter((name) => isOneOf(dealbreakerNames, name)),
    weights: { ...noPreferences.weights, ...(row.weights as Partial<Preferences['weights']>) },
    profiling: row.profiling,
  };
}

/** The statement of it, to stand alone or inside another. */
export function viewerOf(brandId: Expression<unknown>, accountId: Expression<unknown>) {
  return sql`
    select p.id as profile_id, p.kind, p.gender, a.seeks, p.screen_name, p.birth_year, p.region, p.city,
      town.latitude, town.longitude, p.details,
      (select row_to_json(chosen) from (select w.age_from, w.age_to, w.distance, w.intentions, w.dealbreakers, w.weights,
          w.profiling
        from preference w where w.brand_id = p.brand_id and w.profile_id = p.id) as chosen) as preference,
      a.flow_id, a.level, a.level = 0 and is_kept_from(p.brand_id, p.id) as kept_from_reserved,
      array(select id from kept_apart_from(p.brand_id, p.id) order by id) as blocked
    from account a
    join profile p on p.brand_id = a.brand_id and p.account_id = a.id
    left join place town on town.country = p.country and town.region = p.region and town.name = p.city
    where a.brand_id = ${brandId} and a.id = ${accountId}`;
}
