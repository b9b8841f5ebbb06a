/** Closing an account, taking that back, and erasing it when its time of grace is over. */

import type {
  closeAccount as closeEndpoint,
  keepAccount as keepEndpoint,
} from '#contract/account/own-account.ts';
import { CLOSING_GRACE_DAYS } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { anonymiseEvents } from '#server/analytics/events.ts';
import type { MemberContext, App } from '#server/app.ts';
import { dayInWords } from '#server/countries/local-time.ts';
import { StillSending, deleteMailsOf, queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx, Database } from '#server/platform/database/database.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { changeAccount, lockAccount } from '../account-record.ts';
import { describeUser } from '../describe-user.ts';
import { describeEnded, endAllAccess } from '../end-access.ts';
import { requireFreshProof } from '../fresh-proof.ts';
import { forgetExports } from './exports.ts';
import { findReturned, recordErasure } from './tombstones.ts';

const GRACE = CLOSING_GRACE_DAYS * DAY;

/** Hides the member at once and signs them out everywhere. Until the day of erasure they may come back. */
export async function closeAccount(context: MemberContext): Promise<ReplyOf<typeof closeEndpoint>> {
  await requireFreshProof(context);
  return transact(context.app.db, async (tx, afterCommit) => {
    const actor = { kind: 'member', id: context.accountId } as const;
    const { status, closesAt } =
      (await startClosing(context, tx, afterCommit, { actor })) ?? fail('session.dead');
    if (status === 'disabled') fail('session.dead');
    return { result: 'OK', closesAt: closesAt.getTime() };
  });
}

/** Whose account it is, and at which site they read where to come back. */
type AtAccount = Pick<MemberContext, 'app' | 'brand' | 'brandId' | 'accountId' | 'origin'>;

/**
 * What closing does, whatever asked for it. One that is disabled stays so, and is erased on the same day. Asking twice does
 * not postpone it. Answers with the status before and with the day of erasure, or with nothing where there is no account.
 */
export async function startClosing(
  context: AtAccount,
  tx: Tx,
  afterCommit: AfterCommit,
  { actor, reason }: { actor: AuditEntry['actor']; reason?: string },
): Promise<{ status: 'active' | 'disabled' | 'closing'; closesAt: Date } | undefined> {
  const { clock, accountHandlers, sessions } = context.app;
  const { brand, brandId, accountId, origin } = context;
  const account = await lockAccount(tx, brandId, accountId);
  if (!account) return undefined;
  const { email, language, status, closes_at } = account;
  const ended = await endAllAccess(context.app, tx, { brandId, accountId });
  afterCommit(() => sessions.forget(accountId));
  if (closes_at) return { status, closesAt: closes_at };
  const closesAt = new Date(clock.now().getTime() + GRACE);
  const next = status === 'disabled' ? status : 'closing';
  await changeAccount(tx, { brandId, accountId }, { status: next, closes_at: closesAt });
  for (const { closing } of accountHandlers) await closing?.(context, tx, afterCommit);
  await recordAudit(tx, {
    brandId,
    actor,
    action: 'account.closing',
    subject: accountId,
    details: { reason },
  });
  const date = dayInWords(closesAt, language, brand.settings.country);
  await queueMail(tx, {
    brand,
    accountId,
    to: email,
    language,
    template: 'account_closing',
    data: { date, link: `${origin}/login`, ended: describeEnded(ended, language) },
  });
  return { status, closesAt };
}

/** Takes the closing back. */
export async function keepAccount(context: MemberContext): Promise<ReplyOf<typeof keepEndpoint>> {
  const { db } = context.app;
  const { brandId, accountId } = context;
  await transact(db, async (tx) => {
    const { status } = (await lockAccount(tx, brandId, accountId)) ?? fail('session.dead');
    if (status !== 'closing') return;
    await changeAccount(tx, { brandId, accountId }, { status: 'active', closes_at: null });
    for (const { kept } of context.app.accountHandlers) await kept?.(context, tx);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'account.kept',
      subject: accountId,
    });
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}

/** Erases again what a restored backup contains. Its owner was notified the first time, and is not notified again. */
export async function replayErasures(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  for (const account of await findReturned(app)) {
    if (signal.aborted) return;
    app.log.warn({ account: account.accountId }, 'an erased account was back, and is erased again');
    // Where something is just being sent to it the job fails, and is tried again after a while.
    await eraseAccount(app, account, { again: true });
  }
}

const MOST_IN_A_RUN = 200;

interface Account {
  brandId: string;
  accountId: string;
}

/**
 * Erases every account whose time is up, each for itself: one that cannot be erased does not keep the others. One to which
 * something is just being sent is erased by the next run.
 */
export async function eraseDueAccounts(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  const failed: string[] = [];
  const postponed: string[] = [];
  for (let count = 0; count < MOST_IN_A_RUN && !signal.aborted; count += 1) {
    const due = await findDueAccount(app.db, app.clock.now(), [...failed, ...postponed]);
    if (!due) break;
    try {
      await eraseAccount(app, due);
    } catch (error) {
      if (error instanceof StillSending) {
        postponed.push(due.accountId);
        continue;
      }
      app.log.error({ err: error, account: due.accountId }, 'an account could not be erased');
      failed.push(due.accountId);
    }
  }
  if (failed.length > 0) throw new Error(`${failed.length} accounts could not be erased`);
}

/** The account whose time has been up for longest. */
function findDueAccount(db: Database, now: Date, except: string[]) {
  return db
    .selectFrom('account')
    .select(['brand_id as brandId', 'id as accountId'])
    .where('closes_at', '<=', now)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy('closes_at')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Rows go at once; files go by jobs of the same transaction, so that none is left behind and none goes too early. The
 * audit keeps the act and the bare id, which leads nowhere any more.
 */
function eraseAccount(
  { db, clock, brands, accountHandlers }: Pick<App, 'db' | 'clock' | 'brands' | 'accountHandlers'>,
  { brandId, accountId }: Account,
  { again = false } = {},
): Promise<void> {
  return transact(db, async (tx) => {
    const account = await lockAccount(tx, brandId, accountId);
    // Its owner may have come back since it was found.
    if (!account || (!again && (!account.closes_at || account.closes_at > clock.now()))) return;
    const brand = brands.byId(brandId);
    if (!brand) throw new Error('the brand of an account is not known here yet');
    const profile = await tx
      .selectFrom('profile')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const profileId = profile?.id;
    const erased = { brandId, accountId, profileId, at: clock.now() };
    for (const { erasing } of accountHandlers) await erasing?.(tx, erased);
    await forgetExports(tx, { brandId, accountId });
    await anonymiseEvents(tx, brandId, { accountId, trackerId: account.tracker_id, profileId });
    await deleteMailsOf(tx, brandId, accountId);
    // Most tables go with the account by their foreign keys.
    await tx.deleteFrom('account').where('brand_id', '=', brandId).where('id', '=', accountId).execute();
    await recordErasure(tx, { brandId, accountId }, clock.now());
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'system' },
      action: 'account.erased',
      subject: accountId,
    });
    // It belongs to no account any more, and its address is forgotten once it is sent.
    const { email: to, language } = account;
    if (!again) await queueMail(tx, { brand, to, language, template: 'goodbye', data: {} });
  });
}
