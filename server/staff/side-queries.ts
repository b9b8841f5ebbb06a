import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Somebody as those who work here see them: nothing by which to reach them elsewhere. */
export interface SideRow {
  profileId: string;
  screenName: string;
  birthYear: number | null;
  region: string | null;
  city: string | null;
  photo: { id: string; widths: number[] } | null;
}

/** As columns of a statement that calls the profile by this name. */
export function sideOf(name: 'p' | 'm'): RawBuilder<SideRow> {
  return sql.raw(`json_build_object('profileId', ${name}.id, 'screenName', ${name}.screen_name,
    'birthYear', ${name}.birth_year, 'region', ${name}.region, 'city', ${name}.city,
    'photo', (select json_build_object('id', o.id, 'widths', o.widths) from photo o
      where o.brand_id = ${name}.brand_id and o.profile_id = ${name}.id and o.status = 'approved'
      order by o.position limit 1))`);
}

export interface ClaimRow {
  claimed_by: string | null;
  claimed_until: Date | null;
  claimed_name: string | null;
}
