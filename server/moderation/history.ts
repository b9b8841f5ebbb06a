/** What is known about the person of a case from before. */

import { sql } from 'kysely';
import type { CaseHistory } from '#contract/moderation/cases.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

const MOST = 20;

interface Person {
  brand_id: string;
  profile_id: string;
}

/** Verdicts that were carried out and reports, whatever became of them, the newest first. */
export async function readHistory(db: DbOrTx, { brand_id, profile_id }: Person): Promise<CaseHistory> {
  const { rows } = await sql<CaseHistory>`
    select floor(extract(epoch from a.created_at) * 1000)::bigint as "memberSince",
      (select coalesce(json_agg(json_build_object('kind', v.kind, 'verdict', v.verdict, 'reason', v.reason,
          'at', floor(extract(epoch from v.given_at) * 1000)::bigint, 'by', s.name) order by v.given_at desc), '[]')
        from (select * from moderation_verdict v
          where v.brand_id = p.brand_id and v.profile_id = p.id and v.state = 'done'
          order by v.given_at desc limit ${MOST}::int) as v
        left join staff s on s.id = v.staff_id) as verdicts,
      (select coalesce(json_agg(json_build_object('reason', r.reason, 'open', r.status = 'open',
          'at', floor(extract(epoch from r.created_at) * 1000)::bigint) order by r.created_at desc), '[]')
        from (select * from report r where r.brand_id = p.brand_id and r.about_id = p.id
          order by r.created_at desc limit ${MOST}::int) as r) as reports
    from profile p left join account a on a.brand_id = p.brand_id and a.id = p.account_id
    where p.brand_id = ${brand_id}::uuid and p.id = ${profile_id}::uuid`.execute(db);
  return rows[0] ?? { memberSince: null, verdicts: [], reports: [] };
}
