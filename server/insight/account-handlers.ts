import { MOST_EXPORTED, ownRows } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** What hangs on the account by a foreign key is let go of by that: a choice stays in the log, and no longer whose it was. */
export const insightAccountHandlers: AccountHandlers = {
  exports: [{ topic: 'tracking', read: readTracking }],
};

const readChoices = ownRows(
  'cookie_consent',
  ['id', 'measurement', 'advertising', 'policy_version', 'language', 'way', 'device', 'created_at'],
  'created_at',
);

async function readTracking(db: DbOrTx, brandId: string, accountId: string) {
  const conversions = await db
    .selectFrom('conversion as c')
    .leftJoin('postback as p', (join) =>
      join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.conversion_id', '=', 'c.id'),
    )
    .select(['c.fact', 'c.amount_cents', 'c.source', 'c.campaign_id', 'c.click_campaign', 'c.at'])
    .select(['p.target as told', 'p.state', 'p.done_at as told_at'])
    .where('c.brand_id', '=', brandId)
    .where('c.account_id', '=', accountId)
    .orderBy('c.at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
  return { choices: await readChoices(db, brandId, accountId), conversions };
}
