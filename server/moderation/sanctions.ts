/** Sanctions: imposed by a moderator, announced to the member, ended at their time or before. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  SanctionHistory,
  SanctionKind,
  SanctionReason,
  imposeSanction as imposeEndpoint,
  liftSanction as liftEndpoint,
  listSanctions as listEndpoint,
} from '#contract/moderation/sanctions.ts';
import { muteAccount } from '#server/accounts/account-record.ts';
import { disableAccount, enableAccount } from '#server/accounts/disabling.ts';
import type { App, StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { momentInWords } from '#server/countries/local-time.ts';
import { queueMail } from '#server/mails/mail.ts';
import { fill, words } from '#server/mails/templates.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { HOUR } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { enqueue, forEachDue } from '#server/platform/jobs/jobs.ts';
import { withholdProfile } from '#server/profiles/profile-moderation.ts';
import { readRecipient } from './cases.sql.ts';
import { announceVerdictJob } from './decide.ts';
import { emitMember } from './live.ts';
import { closeOpenReports } from './reports.sql.ts';
import { sanctionLink } from './sanction-links.ts';
import {
  findDueSanctions,
  insertSanction,
  listSanctionRows,
  markEnded,
  readInForce,
} from './sanctions.sql.ts';
import { countStrikes, strikeUntil, suggestSanctions } from './strikes.ts';

interface AccountKey {
  brandId: string;
  accountId: string;
}

/** The sanctions of a member, and what the next one would lead to. */
export async function listSanctions(
  context: StaffContext,
  { brand: key, accountId }: InputOf<typeof listEndpoint>,
): Promise<SanctionHistory> {
  const { app, brandId } = atBrand(context, key);
  const rows = await listSanctionRows(app.db, brandId, accountId);
  const strikes = await countStrikes(app.db, { brandId, accountId, now: app.clock.now() });
  return {
    strikes,
    suggestions: suggestSanctions(strikes),
    sanctions: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      reason: row.reason as SanctionReason,
      note: row.note,
      by: row.imposed_by_name,
      from: row.starts_at.getTime(),
      until: row.ends_at?.getTime() ?? null,
      endedAt: row.ended_at?.getTime() ?? null,
      liftedBy: row.lifted_by_name,
      strikeUntil: row.strike_revoked ? null : row.strike_until.getTime(),
      // Nothing but an answer ends an appeal against a sanction.
      appeal: row.appeal === 'withdrawn' ? null : row.appeal,
    })),
  };
}

/** Whether such a sanction may have an end, must have one, or has none. */
const durations: Record<SanctionKind, 'none' | 'optional' | 'required'> = {
  warning: 'none',
  hide: 'optional',
  mute: 'required',
  suspend: 'required',
  close: 'none',
};

function readDuration(kind: SanctionKind, hours: number | null): number | null {
  const fits = hours === null ? durations[kind] !== 'required' : durations[kind] !== 'none';
  return fits ? hours : fail('sanction.duration');
}

/** Imposes a sanction. The same call again changes nothing. */
export async function imposeSanction(
  context: StaffContext,
  { brand: key, accountId, id, kind, reason, hours: asked, note }: InputOf<typeof imposeEndpoint>,
): Promise<ReplyOf<typeof imposeEndpoint>> {
  const { app, brandId, staffId, ip } = atBrand(context, key);
  const hours = readDuration(kind, asked);
  const member = { brandId, accountId };
  await transact(app.db, async (tx, afterCommit) => {
    const recipient = (await readRecipient(tx, brandId, accountId)) ?? fail('request.not_found');
    const at = app.clock.now();
    const endsAt = hours === null ? null : new Date(at.getTime() + hours * HOUR);
    const isNew = await insertSanction(tx, {
      brand_id: brandId,
      id,
      account_id: accountId,
      kind,
      reason,
      note,
      imposed_by: staffId,
      starts_at: at,
      ends_at: endsAt,
      // A warning is given and done.
      ended_at: kind === 'warning' ? at : null,
      strike_until: strikeUntil(at),
    });
    if (!isNew) return;
    const actor = { kind: 'staff', id: staffId } as const;
    await recordAudit(tx, {
      brandId,
      actor,
      action: 'sanction.imposed',
      subject: accountId,
      details: { sanction: id, kind, reason, until: endsAt?.toISOString() ?? null },
      ip,
    });
    await applySanctions(app, tx, afterCommit, { ...member, actor });
    afterCommit(() => emitMember(app, member, 'sanctioned', staffId));
    // What was reported about the member was right.
    await closeOpenReports(tx, { brandId, aboutId: recipient.profile_id, outcome: 'upheld', at });
    await notifyMember(tx, member, false);
    await mailSanction(app, tx, { ...member, id, kind, reason, endsAt, recipient });
  });
  return { ok: true };
}

/** Ends a sanction before its time. */
export async function liftSanction(
  context: StaffContext,
  { brand: key, accountId, id, mistake }: InputOf<typeof liftEndpoint>,
): Promise<ReplyOf<typeof liftEndpoint>> {
  const { app, brandId, staffId } = atBrand(context, key);
  const member = { brandId, accountId };
  await transact(app.db, async (tx, afterCommit) => {
    const kind = await endSanction(app, tx, afterCommit, { ...member, id, liftedBy: staffId, mistake });
    await notifyMember(tx, member, true);
    await mailEnded(app, tx, { ...member, kind });
  });
  return { ok: true };
}

interface Ending extends AccountKey {
  id: string;
  /** Null where its time is over. */
  liftedBy: string | null;
  /** It should not have been imposed: it is no strike either. */
  mistake: boolean;
}

/** A sanction ends. Answers with which sort it was. One that has ended is ended again only to take its strike back. */
export async function endSanction(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, id, liftedBy, mistake }: Ending,
): Promise<SanctionKind> {
  const ended = await markEnded(tx, { brandId, accountId, id, liftedBy, mistake, at: app.clock.now() });
  const kind = ended ?? fail('sanction.ended');
  const actor: AuditEntry['actor'] = liftedBy === null ? { kind: 'system' } : { kind: 'staff', id: liftedBy };
  await recordAudit(tx, {
    brandId,
    actor,
    action: liftedBy === null ? 'sanction.ended' : 'sanction.lifted',
    subject: accountId,
    details: { sanction: id, kind, mistake },
  });
  await applySanctions(app, tx, afterCommit, { brandId, accountId, actor });
  afterCommit(() => emitMember(app, { brandId, accountId }, 'sanction_ended', liftedBy));
  return kind;
}

/** Makes the account follow the sanctions that are in force: hidden, muted, shut out, each for as long as the longest. */
async function applySanctions(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, actor }: AccountKey & { actor: AuditEntry['actor'] },
): Promise<void> {
  const account = { brandId, accountId };
  const inForce = await readInForce(tx, brandId, accountId);
  await muteAccount(tx, account, inForce.muted_until);
  await withholdProfile(tx, account, inForce.hidden);
  if (!inForce.shut_out) {
    await enableAccount(app, tx, afterCommit, { ...account, by: 'sanction', actor });
    return;
  }
  const { reason, until } = inForce.shut_out;
  const disabling = { ...account, by: 'sanction', reason, until, actor } as const;
  const wasExtended = await disableAccount(app, tx, afterCommit, disabling);
  if (wasExtended) return;
  // What keeps the member out longer has ended: what is left begins again with its own end.
  if (await enableAccount(app, tx, afterCommit, { ...account, by: 'sanction', actor }))
    await disableAccount(app, tx, afterCommit, disabling);
}

/** The member's browser reads their state again. */
function notifyMember(tx: Tx, { brandId, accountId }: AccountKey, approved: boolean): Promise<void> {
  return enqueue(tx, announceVerdictJob, { brandId, accountId, what: 'sanction', approved });
}

interface SanctionNotice extends AccountKey {
  id: string;
  kind: SanctionKind;
  reason: SanctionReason;
  endsAt: Date | null;
  recipient: NonNullable<Awaited<ReturnType<typeof readRecipient>>>;
}

async function mailSanction(
  app: App,
  tx: Tx,
  { brandId, accountId, id, kind, reason, endsAt, recipient }: SanctionNotice,
): Promise<void> {
  const brand = app.brands.byId(brandId) ?? fail('request.not_found');
  const { language, email: to } = recipient;
  const { kinds, reasons } = words[language].sanction_imposed;
  const until = endsAt ? momentInWords(endsAt, language, brand.settings.country) : '';
  const sentence = kind === 'hide' && endsAt ? kinds.hide_until : kinds[kind];
  const link = sanctionLink(app, brand, { accountId, sanctionId: id });
  const data = { link, what: fill(sentence, { until }), reason: reasons[reason] };
  await queueMail(tx, { brand, accountId, to, language, template: 'sanction_imposed', data });
}

async function mailEnded(
  app: App,
  tx: Tx,
  { brandId, accountId, kind }: AccountKey & { kind: SanctionKind },
): Promise<void> {
  const brand = app.brands.byId(brandId);
  const recipient = await readRecipient(tx, brandId, accountId);
  if (!brand || !recipient || recipient.status === 'closing' || kind === 'warning') return;
  const { language, email: to } = recipient;
  const data = { link: `${siteOrigin(app, brand)}/login`, what: words[language].sanction_ended.kinds[kind] };
  await queueMail(tx, { brand, accountId, to, language, template: 'sanction_ended', data });
}

/** Ends every sanction whose time is over, each for itself. */
export function endDueSanctions(app: App, info: { signal: AbortSignal }): Promise<void> {
  return forEachDue(
    info,
    (limit) => findDueSanctions(app.db, app.clock.now(), limit),
    ({ brandId, accountId, id }) =>
      transact(app.db, async (tx, afterCommit) => {
        const member = { brandId, accountId };
        const kind = await endSanction(app, tx, afterCommit, {
          ...member,
          id,
          liftedBy: null,
          mistake: false,
        });
        await notifyMember(tx, member, true);
        await mailEnded(app, tx, { ...member, kind });
      }),
  );
}
