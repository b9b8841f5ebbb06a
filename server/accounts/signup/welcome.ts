/** The first mail to a member. */

import type { VisitorContext } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import type { Tx } from '#server/platform/database/database.ts';

/**
 * Welcomes a member once the account can be used: the terms are accepted, and the address is confirmed where their flow asks
 * for that. To be called whenever one of these may have been the last thing missing; `news` says which it was.
 */
export async function welcomeWhenReady(
  { brand, brandId, origin }: VisitorContext,
  tx: Tx,
  accountId: string,
  news: 'created' | 'accepted' | 'confirmed',
): Promise<void> {
  const account = await readNewcomer(tx, brandId, accountId);
  const mustConfirm = brand.flows.get(account.flow_id)?.optIn === 'double';
  // Who need not confirm was welcomed before.
  if (news === 'confirmed' && !mustConfirm) return;
  if (account.accepted_at === null || (mustConfirm && account.email_confirmed_at === null)) return;
  const { email: to, language, screen_name: screenName } = account;
  const data = { link: `${origin}/profile`, screenName };
  await queueMail(tx, { brand, accountId, to, language, template: 'welcome', data });
}

function readNewcomer(tx: Tx, brandId: string, accountId: string) {
  return tx
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select(['a.email', 'a.email_confirmed_at', 'a.accepted_at', 'a.language', 'a.flow_id', 'p.screen_name'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
}
