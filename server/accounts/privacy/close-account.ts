import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  closeAccount as closeEndpoint,
  keepAccount as keepEndpoint,
} from '../../../contract/account/own-account.ts';
import { describeUser } from '../describe-user.ts';
import { requireFreshProof } from '../require-fresh-proof.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { CLOSING_GRACE_DAYS } from '../../../contract/kernel/constants.ts';
import { DAY } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { dayInWords } from '../../countries/local-time.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { endSessionsOf } from '../../platform/security/sessions.ts';
import { settleVisibility } from '../../profiles/visibility.ts';
import { cancelAtPeriodEnd } from '../../billing/subscriptions/let-plan-end.ts';
import { lockAccount, setClosing } from './queries.ts';

const GRACE = CLOSING_GRACE_DAYS * DAY;

/** Hides the member at once and signs him out everywhere. Until the day of erasure he may come back. */
export async function closeAccount(
  context: MemberContext,
  { currentPassword }: { currentPassword?: string | undefined },
): Promise<ReplyOf<typeof closeEndpoint>> {
  const { db, brand, brandId, accountId, clock, origin } = context;
  await requireFreshProof(context, currentPassword);
  return transact(db, async (tx, afterCommit) => {
    const { email, language, closes_at } =
      (await lockAccount(tx, brandId, accountId)) ?? fail('session.dead');
    await endSessionsOf(tx, brandId, accountId);
    // Asking twice does not put it off.
    if (closes_at) return { result: 'OK', closesAt: closes_at.getTime() };
    const closesAt = new Date(clock.now().getTime() + GRACE);
    await setClosing(tx, brandId, accountId, { status: 'closing', closes_at: closesAt });
    await cancelAtPeriodEnd(context, tx, afterCommit, { brandId, accountId, reason: 'closed' });
    await settleVisibility(tx, brandId, accountId);
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
    await settleVisibility(tx, brandId, accountId);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'account.kept',
      subject: accountId,
    });
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}
