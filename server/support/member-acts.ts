/** What support does to an account, for its owner or to protect others. Each act is written down with its reason. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  adjustCredits as creditsEndpoint,
  disableMember as disableEndpoint,
  enableMember as enableEndpoint,
  endMemberSession as endSessionEndpoint,
  endMemberSessions as endSessionsEndpoint,
  eraseMember as eraseEndpoint,
  exportMember as exportEndpoint,
} from '#contract/staff/members.ts';
import { lockAccount } from '#server/accounts/account-record.ts';
import { disableAccount, enableAccount } from '#server/accounts/disabling.ts';
import { hasSession } from '#server/accounts/own-sessions.ts';
import { startClosing } from '#server/accounts/privacy/close-and-erase.ts';
import { startExport } from '#server/accounts/privacy/exports.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { dayInWords } from '#server/countries/local-time.ts';
import { grantCredits, readBalance, spendCredits } from '#server/credits/ledger.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import { queueMail } from '#server/mails/mail.ts';
import { fill, words } from '#server/mails/templates.ts';
import { queueNotification } from '#server/notifications/queue.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { endSession, endSessionsOf } from '#server/platform/security/sessions.ts';

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** An act, the member it is about, and what it runs in. */
interface Act {
  /** At the member's brand. */
  context: StaffContext;
  tx: Tx;
  afterCommit: AfterCommit;
  account: LockedAccount;
  key: { brandId: string; accountId: string };
  actor: { kind: 'staff'; id: string };
}

/**
 * Does something to a member who is locked against other changes meanwhile. Open consoles learn of the change, where it is named
 * here: disabling and enabling tell them themselves.
 */
function act<T>(
  context: StaffContext,
  { brand, accountId }: { brand: string; accountId: string },
  change: 'signed_out' | 'exported' | 'closing' | 'credits' | null,
  work: (act: Act) => Promise<T>,
): Promise<T> {
  const inside = atBrand(context, brand);
  const { app, brandId, staffId } = inside;
  return transact(app.db, async (tx, afterCommit) => {
    const account = (await lockAccount(tx, brandId, accountId)) ?? fail('request.not_found');
    const key = { brandId, accountId };
    const actor = { kind: 'staff', id: staffId } as const;
    if (change)
      afterCommit(() =>
        app.staffLive.emit('members.read', { brandId, topic: 'member', id: accountId, change, staffId }),
      );
    return work({ context: inside, tx, afterCommit, account, key, actor });
  });
}

/** The member is notified by mail, without the reason: that is for those who decide whether it stays so. */
export async function disableMember(
  context: StaffContext,
  input: InputOf<typeof disableEndpoint>,
): Promise<ReplyOf<typeof disableEndpoint>> {
  const { reason } = input;
  const until = input.until === null ? null : new Date(input.until);
  await act(context, input, null, async ({ context: inside, tx, afterCommit, account, key, actor }) => {
    if (account.status === 'disabled') fail('member.changed');
    await disableAccount(inside.app, tx, afterCommit, { ...key, by: 'support', reason, until, actor });
    await mailDisabled(inside, tx, { account, key, until });
  });
  return { ok: true };
}

async function mailDisabled(
  { brand, origin }: StaffContext,
  tx: Tx,
  { account, key, until }: Pick<Act, 'account' | 'key'> & { until: Date | null },
): Promise<void> {
  const { email: to, language } = account;
  const { date, open } = words[language].account_disabled.phrases;
  const day = until && dayInWords(until, language, brand.settings.country);
  await queueMail(tx, {
    brand,
    accountId: key.accountId,
    to,
    language,
    template: 'account_disabled',
    data: { until: day ? fill(date, { date: day }) : open, link: `${origin}/contactUs` },
  });
}

/** What a sanction has disabled is enabled by lifting it, so that no member is free whose sanction still runs. */
export async function enableMember(
  context: StaffContext,
  input: InputOf<typeof enableEndpoint>,
): Promise<ReplyOf<typeof enableEndpoint>> {
  const { reason } = input;
  await act(context, input, null, async ({ context: { app }, tx, afterCommit, account, key, actor }) => {
    if (account.disabled_by === 'sanction') fail('member.sanctioned');
    if (!(await enableAccount(app, tx, afterCommit, { ...key, reason, actor }))) fail('member.changed');
  });
  return { ok: true };
}

export async function endMemberSessions(
  context: StaffContext,
  input: InputOf<typeof endSessionsEndpoint>,
): Promise<ReplyOf<typeof endSessionsEndpoint>> {
  await act(context, input, 'signed_out', async ({ context: { app, ip }, tx, afterCommit, key, actor }) => {
    const { brandId, accountId: subject } = key;
    await endSessionsOf(tx, brandId, subject);
    await recordAudit(tx, { brandId, actor, action: 'account.sessions_ended', subject, ip });
    afterCommit(() => app.sessions.forget(subject));
  });
  return { ok: true };
}

/** One that has ended already is not found, as is another member's. */
export async function endMemberSession(
  context: StaffContext,
  input: InputOf<typeof endSessionEndpoint>,
): Promise<ReplyOf<typeof endSessionEndpoint>> {
  const { sessionId } = input;
  await act(context, input, 'signed_out', async ({ context: { app, ip }, tx, afterCommit, key, actor }) => {
    const { brandId, accountId } = key;
    if (!(await hasSession(tx, brandId, { accountId, sessionId }))) fail('request.not_found');
    await endSession(tx, brandId, sessionId);
    const details = { sessionId };
    await recordAudit(tx, {
      brandId,
      actor,
      action: 'account.session_ended',
      subject: accountId,
      details,
      ip,
    });
    afterCommit(() => app.sessions.forget(accountId));
  });
  return { ok: true };
}

/**
 * The copy holds private conversations, so the staff never gets it: the member is notified by mail and downloads it
 * where they are signed in. While they are shut out they cannot, and it is refused.
 */
export async function exportMember(
  context: StaffContext,
  input: InputOf<typeof exportEndpoint>,
): Promise<ReplyOf<typeof exportEndpoint>> {
  await act(context, input, 'exported', async ({ context: inside, tx, account, key, actor }) => {
    if (account.status === 'disabled') fail('account.disabled');
    const { isNew } = await startExport(tx, { ...inside, ...key });
    if (!isNew) return;
    const { brandId, accountId: subject } = key;
    await recordAudit(tx, { brandId, actor, action: 'account.export_asked', subject, ip: inside.ip });
  });
  return { ok: true };
}

/**
 * The same as the member's own closing, with the same 30 days: a caller who pretended to be the member on the phone has destroyed
 * nothing, because the mail notifies the member and they can come back.
 */
export async function eraseMember(
  context: StaffContext,
  input: InputOf<typeof eraseEndpoint>,
): Promise<ReplyOf<typeof eraseEndpoint>> {
  const { reason, screenName } = input;
  return act(context, input, 'closing', async ({ context: inside, tx, afterCommit, account, key, actor }) => {
    if (account.closes_at) fail('member.changed');
    if ((await readScreenName(tx, key)) !== screenName) fail('member.name_wrong');
    const closing = await startClosing({ ...inside, ...key }, tx, afterCommit, { actor, reason });
    return closing ? { closesAt: closing.closesAt.getTime() } : fail('request.not_found');
  });
}

async function readScreenName(tx: Tx, { brandId, accountId }: Act['key']): Promise<string | undefined> {
  const profile = await tx
    .selectFrom('profile')
    .select('screen_name')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return profile?.screen_name;
}

/** Through the ledger, and once for each id. The member's devices learn the new balance. */
export async function adjustCredits(
  context: StaffContext,
  input: InputOf<typeof creditsEndpoint>,
): Promise<ReplyOf<typeof creditsEndpoint>> {
  const { id, credit, amount, reason } = input;
  if (amount === 0) fail('request.malformed', { issues: [{ path: 'amount', problem: 'nothing to change' }] });
  return act(context, input, 'credits', async ({ context: { app, ip }, tx, afterCommit, key, actor }) => {
    const entry = {
      ...key,
      id: newId(),
      credit,
      amount: Math.abs(amount),
      reason: 'support',
      idempotencyKey: `support ${id}`,
    };
    const outcome = amount > 0 ? await grantCredits(tx, entry) : (await spendCredits(tx, entry)).outcome;
    const balance = await readBalance(tx, key, credit);
    if (outcome === 'short') fail('credits.short', { balance });
    if (outcome !== true && outcome !== 'spent') return { balance };
    await recordAudit(tx, {
      brandId: key.brandId,
      actor,
      action: 'credits.adjusted',
      subject: key.accountId,
      details: { id, credit, amount, reason },
      ip,
    });
    if (amount > 0 && credit === 'message')
      await queueNotification(tx, { ...key, kind: 'gift', subjectId: entry.id, at: app.clock.now() });
    await notifyBalance(app, tx, afterCommit, key);
    return { balance };
  });
}
