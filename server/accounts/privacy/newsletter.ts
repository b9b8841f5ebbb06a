/** Whether a member gets newsletters, and the end of them. */

import type { VisitorContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { changeAccount } from '../account-record.ts';
import { recordConsents } from '../signup/consents.ts';

interface Ending {
  accountId: string;
  actor: AuditEntry['actor'];
  /** When it was said, where that was not now: a choice since then stands. */
  at?: Date;
}

/** Ends newsletters, and keeps the word as a proof. */
export async function endNewsletters(
  context: VisitorContext,
  tx: Tx,
  { accountId, actor, at }: Ending,
): Promise<void> {
  const { brandId } = context;
  const account = await findNewsletterChoice(tx, brandId, accountId);
  if (!account?.newsletter) return;
  if (at && account.last_choice_at && account.last_choice_at > at) return;
  await changeAccount(tx, { brandId, accountId }, { newsletter: false });
  const spoken = { ...context, language: account.language };
  await recordConsents(spoken, tx, accountId, { newsletter: false });
  await recordAudit(tx, { brandId, actor, action: 'account.mails_refused', subject: accountId });
}

/** Whether a member wants the newsletter, locked; and when they last said something about it. */
function findNewsletterChoice(tx: Tx, brandId: string, accountId: string) {
  return tx
    .selectFrom('account as a')
    .select(['a.newsletter', 'a.language'])
    .select((from) =>
      from
        .selectFrom('consent as c')
        .select((c) => c.fn.max('c.created_at').as('at'))
        .whereRef('c.brand_id', '=', 'a.brand_id')
        .whereRef('c.account_id', '=', 'a.id')
        .where('c.kind', '=', 'newsletter')
        .as('last_choice_at'),
    )
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .forUpdate('a')
    .executeTakeFirst();
}

export async function wantsNewsletter(
  db: DbOrTx,
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('newsletter')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.newsletter ?? false;
}
