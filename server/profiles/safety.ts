/** Who may write to a member, and the breaks that they take. The rule itself is `write_refusal` in the schema. */

import type {
  SafetySettings,
  endPause as endPauseEndpoint,
  saveSafety as saveEndpoint,
  startPause as startPauseEndpoint,
} from '#contract/account/safety.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { findAccountsDue, lockAccount, setPause, updateAccount } from '#server/accounts/account-record.ts';
import { describeUser } from '#server/accounts/describe-user.ts';
import type { App, MemberContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { cronJob, forEachDue } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { withoutAbsent } from './own-profile.ts';
import { updateVisibility } from './profile-moderation.ts';

export async function readSafety({
  app: { db },
  brandId,
  accountId,
}: MemberContext): Promise<SafetySettings> {
  return (await readSettings(db, brandId, accountId)) ?? fail('session.dead');
}

/** Changes what is named and leaves the rest. */
export function saveSafety(
  context: MemberContext,
  { messagesFrom, staffMessages }: Omit<InputOf<typeof saveEndpoint>, 'trackerId'>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const { brandId, accountId } = context;
  return transact(context.app.db, async (tx) => {
    const change = withoutAbsent({ messages_from: messagesFrom, staff_messages: staffMessages });
    await updateAccount(tx, context, change);
    const settings = (await readSettings(tx, brandId, accountId)) ?? fail('session.dead');
    return { result: 'OK', settings };
  });
}

async function readSettings(
  db: DbOrTx,
  brandId: string,
  accountId: string,
): Promise<SafetySettings | undefined> {
  const row = await db
    .selectFrom('account')
    .select(['messages_from', 'staff_messages'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row && { messagesFrom: row.messages_from, staffMessages: row.staff_messages };
}

/** Hides a member until they are back, or until the day that they name. Asking again changes the day. */
export async function startPause(
  context: MemberContext,
  { days }: Omit<InputOf<typeof startPauseEndpoint>, 'trackerId'>,
): Promise<ReplyOf<typeof startPauseEndpoint>> {
  const { db, clock } = context.app;
  const { brandId, accountId } = context;
  const now = clock.now();
  await transact(db, async (tx) => {
    const { paused_at } = (await lockAccount(tx, brandId, accountId)) ?? fail('session.dead');
    const until = days === null ? null : new Date(now.getTime() + days * DAY);
    await setPause(tx, context, { since: paused_at ?? now, until });
    await updateVisibility(tx, brandId, accountId);
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'account.paused',
      subject: accountId,
      details: { days },
    });
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}

export async function endPause(context: MemberContext): Promise<ReplyOf<typeof endPauseEndpoint>> {
  await resume(context.app, context, { kind: 'member', id: context.accountId });
  return { result: 'OK', user: await describeUser(context, context.accountId) };
}

interface AccountKey {
  brandId: string;
  accountId: string;
}

/** Where it has an end in the future, only its owner ends it sooner. */
function resume(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { brandId, accountId }: AccountKey,
  actor: { kind: 'member'; id: string } | { kind: 'system' },
): Promise<void> {
  return transact(db, async (tx) => {
    const account = await lockAccount(tx, brandId, accountId);
    if (!account?.paused_at) return;
    const isOver = account.paused_until !== null && account.paused_until <= clock.now();
    if (actor.kind === 'system' && !isOver) return;
    await setPause(tx, { brandId, accountId }, null);
    await updateVisibility(tx, brandId, accountId);
    await recordAudit(tx, { brandId, actor, action: 'account.resumed', subject: accountId });
  });
}

function endDuePauses(app: App, info: Pick<JobInfo, 'signal'>): Promise<void> {
  return forEachDue(
    info,
    (limit) => findAccountsDue(app.db, 'paused_until', { now: app.clock.now(), limit }),
    (account) => resume(app, account, { kind: 'system' }),
  );
}

export const pauseJobs = [
  cronJob('profiles', endDuePauses, { match: '*/5 * * * *', maxAttempts: 1, backfillMinutes: 0 }),
];
