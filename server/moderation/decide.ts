/** One verdict for all that moderators look at: it is carried out, written down, and its owner is told. */

import { z } from 'zod';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { Failure } from '../../contract/kernel/errors.ts';
import type {
  ModerationKind,
  RefusalReason,
  approve as approveEndpoint,
  refuse as refuseEndpoint,
} from '../../contract/moderation/moderation.ts';
import type { App, StaffContext } from '../app.ts';
import { atBrand } from '../brands/staff-context.ts';
import { decideChatPhoto } from '../messaging/photos/viewing.ts';
import { recordAudit } from '../platform/audit.ts';
import type { AuditEntry } from '../platform/audit.ts';
import { transact } from '../platform/database/database.ts';
import type { Tx } from '../platform/database/database.ts';
import { siteOrigin } from '../platform/http/origins.ts';
import { enqueue, jobKind } from '../platform/jobs/jobs.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { words } from '../platform/mail/templates.ts';
import { approvePhoto, refusePhoto } from '../profiles/photos.ts';
import type { ModerationOutcome, ModerationItem, ModerationRequest } from '../profiles/profile-moderation.ts';
import { approveProfile, refuseProfile } from '../profiles/profile-moderation.ts';
import { decideReview } from '../profiles/reviews.ts';
import { isReadyToBeSeen, readTold } from './queue.ts';

/** What deciding needs of the server. The command line has as much. */
export type DecideServices = Pick<App, 'db' | 'storage' | 'clock' | 'brands' | 'origins'>;

export interface Case extends ModerationItem {
  kind: ModerationKind;
  /** Why it is refused; null where it is approved. */
  reason: RefusalReason | null;
}

interface DecidedBy {
  actor: AuditEntry['actor'];
  ip?: string | undefined;
  /** Nobody has looked: the setting approves. Its owner knows that from his page and is not written to. */
  automatic?: boolean;
}

/** The member's browser is told by whichever node does the work. */
export const verdictGiven = jobKind(
  'moderation.verdict_given',
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

type Rule = (services: DecideServices, tx: Tx, about: Case, by: DecidedBy) => Promise<ModerationOutcome>;

/** Each sort of thing that moderators decide on. The domain that owns it knows what a verdict does to its rows. */
const rules: Record<ModerationKind, Rule> = {
  profile: ({ clock }, tx, about) =>
    about.reason === null ? approveProfile(tx, about, clock.now()) : refuseProfile(tx, about, about.reason),
  photo: (services, tx, about) =>
    about.reason === null ? approvePhoto(services, tx, about) : refusePhoto(tx, about, about.reason),
  chat_photo: (_, tx, about, { automatic = false }) =>
    decideChatPhoto(tx, about, { reason: about.reason, unsentToo: automatic }),
  review: (_, tx, about) => decideReview(tx, about, about.reason),
};

/** Approves or refuses, writes it down, and tells whose it is. The same again changes nothing and tells nobody. */
export function decide(services: DecideServices, about: Case, by: DecidedBy): Promise<ModerationOutcome> {
  const { brandId, kind, reason } = about;
  return transact(services.db, async (tx) => {
    const decided = await rules[kind](services, tx, about, by);
    if (!decided.isNew) return decided;
    const { accountId, what } = decided;
    await recordAudit(tx, {
      brandId,
      actor: by.actor,
      action: `${kind}.${reason === null ? 'approved' : 'refused'}`,
      subject: about.id,
      details: { what, ...(reason && { reason }), ...(by.automatic && { automatic: true }) },
      ip: by.ip,
    });
    await enqueue(tx, verdictGiven, { brandId, accountId, what, approved: reason === null });
    if (!by.automatic) await mailVerdict(services, tx, { ...decided, brandId, reason });
    return decided;
  });
}

async function mailVerdict(
  services: DecideServices,
  tx: Tx,
  { brandId, accountId, what, reason }: ModerationOutcome & Pick<Case, 'brandId' | 'reason'>,
): Promise<void> {
  const brand = services.brands.byId(brandId);
  const told = await readTold(tx, brandId, accountId);
  // Somebody who is leaving is not asked to come and look.
  if (!brand || told?.status !== 'active') return;
  const { language, email: to } = told;
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

export async function approve(
  context: StaffContext,
  { brand, kind, id, at }: InputOf<typeof approveEndpoint>,
): Promise<ReplyOf<typeof approveEndpoint>> {
  return giveVerdict(context, brand, { kind, id, seenAt: new Date(at), reason: null });
}

export async function refuse(
  context: StaffContext,
  { brand, kind, id, at, reason }: InputOf<typeof refuseEndpoint>,
): Promise<ReplyOf<typeof refuseEndpoint>> {
  return giveVerdict(context, brand, { kind, id, seenAt: new Date(at), reason });
}

async function giveVerdict(
  context: StaffContext,
  brand: string,
  about: Omit<Case, 'brandId'>,
): Promise<{ ok: true }> {
  const { brandId } = atBrand(context, brand);
  const { staffId, ip } = context;
  await decide(context.app, { ...about, brandId }, { actor: { kind: 'staff', id: staffId }, ip });
  return { ok: true };
}

/** Approves what nobody looks at here. Whoever has not accepted the terms is approved once he has. */
export async function approveAutomatically(
  app: App,
  { profileId, ...given }: ModerationRequest,
): Promise<void> {
  const { brandId } = given;
  if (app.config.moderation !== 'auto' || !(await isReadyToBeSeen(app.db, brandId, profileId))) return;
  try {
    await decide(app, { ...given, reason: null }, { actor: { kind: 'system' }, automatic: true });
  } catch (error) {
    // Its owner has removed it meanwhile, or a moderator was quicker.
    if (!(error instanceof Failure)) throw error;
  }
}
