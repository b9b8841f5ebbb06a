/** One verdict for all that moderators look at: it is carried out, written down, and its owner is notified. */

import { z } from 'zod';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type { ModerationKind, Verdict } from '#contract/moderation/cases.ts';
import { moderationDecided } from '#contract/moderation/live.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { App } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import { words } from '#server/mails/templates.ts';
import { decideChatPhoto } from '#server/messaging/photos/viewing.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { approvePhoto, refusePhoto } from '#server/profiles/photos.ts';
import type {
  ModerationOutcome,
  ModerationItem,
  ModerationRequest,
} from '#server/profiles/profile-moderation.ts';
import { approveProfile, refuseProfile } from '#server/profiles/profile-moderation.ts';
import { decideReview } from '#server/profiles/reviews.ts';
import { isReadyToBeSeen, readRecipient } from './cases.sql.ts';
import { banPicture, resemblesBanned } from './picture-hashes.ts';
import { decideReports } from './reports.ts';

/** What deciding needs of the server. The command line has as much. */
export type DecideServices = Pick<App, 'db' | 'storage' | 'clock' | 'brands' | 'origins'>;

export interface Decision extends ModerationItem {
  kind: ModerationKind;
  verdict: Verdict;
  /** Why it is refused; null where it is not. */
  reason: RefusalReason | null;
}

export interface DecidedBy {
  actor: AuditEntry['actor'];
  ip?: string | undefined;
  /** There was no review: the setting approves. The owner sees it on their page and gets no mail. */
  automatic?: boolean;
}

/** What a verdict has done. */
export interface Decided {
  /** Whether it had not been decided so before. */
  isNew: boolean;
  profileId: string;
  /** Whom to notify, and of what; null where it has no owner. */
  owner: Pick<ModerationOutcome, 'accountId' | 'what'> | null;
  /** For the audit. */
  details?: Record<string, unknown>;
}

/** The member's browser is notified by whichever node does the work. */
export const announceVerdictJob = jobKind(
  'moderation.announceVerdict',
  z.object({
    brandId: z.uuid(),
    accountId: z.uuid(),
    what: z.enum([
      'profile',
      'change',
      'photo',
      'chat_photo',
      'review',
      'appeal',
      'sanction',
      'verification',
    ]),
    approved: z.boolean(),
  }),
);

export function announceVerdict(
  { realtime }: App,
  { brandId, accountId, what, approved }: z.output<typeof announceVerdictJob.payload>,
): Promise<void> {
  realtime.emit({ brandId, accountIds: [accountId] }, moderationDecided, { what, approved });
  return Promise.resolve();
}

type Rule = (services: DecideServices, tx: Tx, about: Decision, by: DecidedBy) => Promise<Decided>;

/** A member's own, of which they are notified. */
const own =
  (
    rule: (services: DecideServices, tx: Tx, about: Decision, by: DecidedBy) => Promise<ModerationOutcome>,
  ): Rule =>
  async (services, tx, about, by) => {
    const { isNew, accountId, what } = await rule(services, tx, about, by);
    const { id: profileId } = await tx
      .selectFrom('profile')
      .select('id')
      .where('brand_id', '=', about.brandId)
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return { isNew, profileId, owner: { accountId, what } };
  };

/** Each kind that moderators decide on. The domain that owns it knows what a verdict does to its rows. */
const rules: Record<ModerationKind, Rule> = {
  profile: own(({ clock }, tx, about) =>
    about.reason === null ? approveProfile(tx, about, clock.now()) : refuseProfile(tx, about, about.reason),
  ),
  photo: own((services, tx, about) =>
    about.reason === null
      ? approvePhoto(services, tx, about)
      : refusePhoto(services, tx, about, about.reason),
  ),
  chat_photo: own((_, tx, about, { automatic = false }) =>
    decideChatPhoto(tx, about, { reason: about.reason, unsentToo: automatic }),
  ),
  review: own((_, tx, about) => decideReview(tx, about, about.reason)),
  report: ({ clock }, tx, about) => {
    const outcome = about.verdict === 'uphold' ? 'upheld' : 'dismissed';
    return decideReports(tx, about, { outcome, at: clock.now() });
  },
  // These are answered in their own way (appeal-answers.ts, photo-verification.ts).
  appeal: () => fail('moderation.no_verdict'),
  verification: () => fail('moderation.no_verdict'),
};

/** Decides at once. The same again changes nothing and notifies no one. */
export function decide(services: DecideServices, about: Decision, by: DecidedBy): Promise<Decided> {
  return transact(services.db, async (tx) => {
    // Read before the verdict ends it.
    const waited = await readSince(tx, about);
    const decided = await carryOut(services, tx, about, by);
    if (decided.isNew && !by.automatic) await saveVerdict(services, tx, { about, by, decided, waited });
    return decided;
  });
}

/** As the audit and the command line say it. */
export const doneTo: Record<Verdict, string> = {
  approve: 'approved',
  refuse: 'refused',
  dismiss: 'dismissed',
  uphold: 'upheld',
};

/** Does what the verdict says, writes it down, and tells whose it is. */
export async function carryOut(
  services: DecideServices,
  tx: Tx,
  about: Decision,
  by: DecidedBy,
): Promise<Decided> {
  const { brandId, kind, verdict, reason } = about;
  const decided = await rules[kind](services, tx, about, by);
  if (!decided.isNew) return decided;
  if (reason !== null && (kind === 'photo' || kind === 'chat_photo'))
    await banPicture(tx, { brandId, kind, id: about.id }, { reason, by: by.actor, at: services.clock.now() });
  const { owner, details } = decided;
  await recordAudit(tx, {
    brandId,
    actor: by.actor,
    action: `${kind}.${doneTo[verdict]}`,
    subject: about.id,
    details: {
      ...details,
      ...(owner && { what: owner.what }),
      ...(reason && { reason }),
      ...(by.automatic && { automatic: true }),
    },
    ip: by.ip,
  });
  if (owner) {
    await enqueue(tx, announceVerdictJob, { brandId, ...owner, approved: reason === null });
    if (!by.automatic) await mailVerdict(services, tx, { ...owner, brandId, reason });
  }
  return decided;
}

async function readSince(tx: Tx, { brandId, kind, id }: Decision): Promise<Date | null> {
  const row = await tx
    .selectFrom('moderation_case')
    .select('since')
    .where('brand_id', '=', brandId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.since ?? null;
}

interface Saved {
  about: Decision;
  by: Pick<DecidedBy, 'actor'>;
  decided: Pick<Decided, 'profileId'>;
  waited: Date | null;
}

/** Keeps a verdict for the person's history and for the figures. */
export async function saveVerdict(
  { clock }: Pick<DecideServices, 'clock'>,
  tx: Tx,
  { about, by, decided, waited }: Saved,
): Promise<void> {
  await tx
    .insertInto('moderation_verdict')
    .values({
      brand_id: about.brandId,
      id: newId(clock.now().getTime()),
      kind: about.kind,
      subject_id: about.id,
      profile_id: decided.profileId,
      verdict: about.verdict,
      reason: about.reason,
      staff_id: by.actor.kind === 'staff' ? (by.actor.id ?? null) : null,
      version: about.seenAt ?? null,
      since: waited,
      given_at: clock.now(),
      state: 'done',
    })
    .execute();
}

async function mailVerdict(
  services: DecideServices,
  tx: Tx,
  { brandId, accountId, what, reason }: NonNullable<Decided['owner']> & Pick<Decision, 'brandId' | 'reason'>,
): Promise<void> {
  const brand = services.brands.byId(brandId);
  const recipient = await readRecipient(tx, brandId, accountId);
  // A member who is leaving is not asked to come and look.
  if (!brand || recipient?.status !== 'active') return;
  const { language, email: to } = recipient;
  const link = `${siteOrigin(services, brand)}/profile`;
  const { moderation_approved: approved, moderation_refused: refused } = words[language];
  const mail = { brand, accountId, to, language };
  if (reason !== null) {
    const data = { link, what: refused.verdicts[what], reason: refused.reasons[reason] };
    await queueMail(tx, { ...mail, template: 'moderation_refused', data });
  } else if (what !== 'chat_photo') {
    // That a photo in a conversation was approved is seen there, by both.
    const data = { link, what: approved.verdicts[what] };
    await queueMail(tx, { ...mail, template: 'moderation_approved', data });
  }
}

/** Approves what is not reviewed here. A member who has not accepted the terms is approved once they have. */
export async function approveAutomatically(
  app: App,
  { profileId, ...given }: ModerationRequest,
): Promise<void> {
  const { brandId } = given;
  if (app.config.moderation !== 'auto' || !(await isReadyToBeSeen(app.db, brandId, profileId))) return;
  if (await resemblesBanned(app.db, given)) return;
  try {
    await decide(
      app,
      { ...given, verdict: 'approve', reason: null },
      { actor: { kind: 'system' }, automatic: true },
    );
  } catch (error) {
    // Its owner has removed it meanwhile, or a moderator was quicker.
    if (!(error instanceof Failure)) throw error;
  }
}
