import type { Updateable } from 'kysely';
import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  closeAccount as closeEndpoint,
  keepAccount as keepEndpoint,
} from '../../../contract/account/own-account.ts';
import { describeUser } from '../describe-user.ts';
import { requireFreshProof } from '../fresh-proof.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { CLOSING_GRACE_DAYS } from '../../../contract/kernel/constants.ts';
import { DAY } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/database-types.gen.ts';
import { transact } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dayInWords } from '../../countries/local-time.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { endSessionsOf } from '../../platform/security/sessions.ts';

const GRACE = CLOSING_GRACE_DAYS * DAY;

/** Hides the member at once and signs him out everywhere. Until the day of erasure he may come back. */
export async function closeAccount(
  context: MemberContext,
  { currentPassword }: { currentPassword?: string | undefined },
): Promise<ReplyOf<typeof closeEndpoint>> {
  const { db, brand, brandId, accountId, clock, origin, accountHandlers, sessions } = context;
  await requireFreshProof(context, currentPassword);
  return transact(db, async (tx, afterCommit) => {
    const { email, language, closes_at } =
      (await lockAccount(tx, brandId, accountId)) ?? fail('session.dead');
    await endSessionsOf(tx, brandId, accountId);
    afterCommit(() => sessions.forget(accountId));
    // Asking twice does not postpone it.
    if (closes_at) return { result: 'OK', closesAt: closes_at.getTime() };
    const closesAt = new Date(clock.now().getTime() + GRACE);
    await setClosing(tx, brandId, accountId, { status: 'closing', closes_at: closesAt });
    for (const { closing } of accountHandlers) await closing?.(context, tx, afterCommit);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'account.closing',
      subject: accountId,
    });
    const date = dayInWords(closesAt, language, brand.settings.country);
    await queueMail(tx, {
      brand,
      accountId,
      to: email,
      language,
      template: 'account_closing',
      data: { date, link: `${origin}/login` },
    });
    return { result: 'OK', closesAt: closesAt.getTime() };
  });
}

/** Takes the closing back. */
export async function keepAccount(context: MemberContext): Promise<ReplyOf<typeof keepEndpoint>> {
  const { db, brandId, accountId } = context;
  await transact(db, async (tx) => {
    const { status } = (await lockAccount(tx, brandId, accountId)) ?? fail('session.dead');
    if (status !== 'closing') return;
    await setClosing(tx, brandId, accountId, { status: 'active', closes_at: null });
    for (const { kept } of context.accountHandlers) await kept?.(context, tx);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'account.kept',
      subject: accountId,
    });
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}

/** Nobody else closes, keeps or erases it until the transaction ends. */
export function lockAccount(tx: Tx, brandId: string, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['email', 'pending_email', 'tracker_id', 'language', 'status', 'closes_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

async function setClosing(
  tx: Tx,
  brandId: string,
  accountId: string,
  change: Pick<Updateable<DB['account']>, 'status' | 'closes_at'>,
): Promise<void> {
  await tx
    .updateTable('account')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}
