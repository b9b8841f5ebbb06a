/** Disabling an account, for a time or until further notice, and enabling it again. */

import type { App } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { forEachDue } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { endSessionsOf } from '#server/platform/security/sessions.ts';
import { changeAccount, findAccountsDue, lockAccount } from './account-record.ts';
import { endAllAccess, mailEnded } from './end-access.ts';

interface AccountKey {
  brandId: string;
  accountId: string;
}

/** What a disabling follows from. A sanction that is taken back leaves what support has decided. */
export type DisabledBy = 'support' | 'sanction';

interface Disabling extends AccountKey {
  by: DisabledBy;
  reason: string;
  /** Null: until it is enabled. */
  until: Date | null;
  actor: AuditEntry['actor'];
}

/**
 * Shuts a member out: the profile is hidden, no call and no sign-in passes, and open connections are cut on every node.
 * Whatever opened the account ends for good. Sessions alone stay until the account is enabled, so that an open page can say
 * why it stopped. Plans that come due meanwhile are not charged and end. Answers whether anything changed: one that is
 * disabled for longer already stays as it is.
 */
export async function disableAccount(
  app: Pick<App, 'clock' | 'brands' | 'origins' | 'sessions' | 'accountHandlers' | 'staffLive'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, by, reason, until, actor }: Disabling,
): Promise<boolean> {
  const account = await lockAccount(tx, brandId, accountId);
  if (!account) return false;
  const isDisabled = account.status === 'disabled';
  if (isDisabled && lastsAtLeast(account.disabled_until, until)) return false;
  await changeAccount(
    tx,
    { brandId, accountId },
    {
      status: 'disabled',
      disabled_at: app.clock.now(),
      disabled_reason: reason,
      disabled_by: by,
      disabled_until: until,
    },
  );
  if (!isDisabled) {
    const { email, language } = account;
    const ended = await endAllAccess(app, tx, { brandId, accountId }, { keepSessions: true });
    await mailEnded(app, tx, { brandId, accountId, email, language }, ended);
    for (const { disabled } of app.accountHandlers) await disabled?.(tx, { brandId, accountId });
  }
  await recordAudit(tx, {
    brandId,
    actor,
    action: 'account.disabled',
    subject: accountId,
    details: { by, reason, until: until?.toISOString() ?? null },
  });
  afterCommit(() => notifyChanged(app, { brandId, accountId }, 'disabled', actor));
  return true;
}

function lastsAtLeast(until: Date | null, other: Date | null): boolean {
  if (until === null) return true;
  return other !== null && until >= other;
}

interface Enabling extends AccountKey {
  /** Only where it was disabled by this. */
  by?: DisabledBy;
  reason?: string;
  actor: AuditEntry['actor'];
}

/**
 * Lets a member in again; what they have and who they know is as it was before, and a pending erasure goes on. They
 * sign in again by password or a reset mail.
 * Answers whether anything changed.
 */
export async function enableAccount(
  app: Pick<App, 'sessions' | 'accountHandlers' | 'staffLive'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, by, reason, actor }: Enabling,
): Promise<boolean> {
  const account = await lockAccount(tx, brandId, accountId);
  if (account?.status !== 'disabled') return false;
  if (by !== undefined && account.disabled_by !== by) return false;
  await endSessionsOf(tx, brandId, accountId);
  await changeAccount(
    tx,
    { brandId, accountId },
    {
      status: account.closes_at ? 'closing' : 'active',
      disabled_at: null,
      disabled_reason: null,
      disabled_by: null,
      disabled_until: null,
    },
  );
  for (const { enabled } of app.accountHandlers) await enabled?.(tx, { brandId, accountId });
  await recordAudit(tx, {
    brandId,
    actor,
    action: 'account.enabled',
    subject: accountId,
    details: { reason },
  });
  afterCommit(() => notifyChanged(app, { brandId, accountId }, 'enabled', actor));
  return true;
}

/** This node forgets the sessions by the time of the answer, and open consoles show what has changed. */
function notifyChanged(
  { sessions, staffLive }: Pick<App, 'sessions' | 'staffLive'>,
  { brandId, accountId }: AccountKey,
  change: 'disabled' | 'enabled',
  actor: AuditEntry['actor'],
): void {
  sessions.forget(accountId);
  const staffId = actor.kind === 'staff' ? (actor.id ?? null) : null;
  staffLive.emit('members.read', { brandId, topic: 'member', id: accountId, change, staffId });
}

/** Enables every account whose time is over. */
export function enableDueAccounts(app: App, info: Pick<JobInfo, 'signal'>): Promise<void> {
  return forEachDue(
    info,
    (limit) => findAccountsDue(app.db, 'disabled_until', { now: app.clock.now(), limit }),
    (account) =>
      transact(app.db, async (tx, afterCommit) => {
        // It may have been prolonged since it was found.
        const current = await lockAccount(tx, account.brandId, account.accountId);
        if (!current?.disabled_until || current.disabled_until > app.clock.now()) return;
        await enableAccount(app, tx, afterCommit, { ...account, actor: { kind: 'system' } });
      }),
  );
}
