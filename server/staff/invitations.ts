/** How a person comes to work here: invited by mail, with a link that sets the password. */

import { isEmailAddress } from '#contract/kernel/email-address.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  inviteAgain as inviteAgainEndpoint,
  invitePerson as inviteEndpoint,
} from '#contract/staff/people.ts';
import type {
  acceptInvitation as acceptEndpoint,
  readInvitation as readEndpoint,
} from '#contract/staff/sign-in.ts';
import type { LinkContext, StaffContext, VisitorContext } from '#server/app.ts';
import type { LinkToMake } from '#server/mails/mail-links.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { DAY } from '#server/platform/clock.ts';
import { isUniqueViolation, transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { FALLBACK_LANGUAGE, describeBrands, endSessionsOfStaff, rolesOfStaff } from './console-sessions.ts';
import { EVERY_BRAND } from './owner-invitation.ts';
import { atFirstOf, forgetFactors, lockPerson, recordAct, recordActs } from './people.ts';
import type { PersonRow } from './people.ts';
import { managedRoles, requireMayGive, requireWholly, rolesFor, saveRoles } from './roles.ts';

const INVITATION_VALID = 7 * DAY;

export async function invitePerson(
  context: StaffContext,
  { email, name, language, ...wanted }: InputOf<typeof inviteEndpoint>,
): Promise<ReplyOf<typeof inviteEndpoint>> {
  const { app, staffId } = context;
  const roles = rolesFor(context, wanted);
  requireMayGive(context, roles);
  if (!isEmailAddress(email)) fail('field.email');
  await app.limits.hit('staffInvitations', staffId);
  const { isOwner } = wanted;
  return transact(app.db, async (tx) => {
    const made = await insertInvited(tx, {
      id: newId(app.clock.now().getTime()),
      email: email.toLowerCase(),
      name,
      is_owner: isOwner,
      language,
      created_at: app.clock.now(),
    });
    if (!made) return fail('staff.email_taken');
    await saveRoles(tx, made.id, roles);
    await mailInvitation(atFirstOf(context, [...roles.keys()]), tx, made);
    if (isOwner) await recordAct(context, tx, undefined, 'staff.invited', made.email, { isOwner });
    for (const [brandId, role] of roles)
      await recordAct(context, tx, brandId, 'staff.invited', made.email, { role });
    return { id: made.id };
  });
}

/** A new person, or one who has left and comes back, without anything that opened the console before. */
async function insertInvited(
  tx: Tx,
  person: Pick<PersonRow, 'id' | 'email' | 'name' | 'is_owner' | 'language' | 'created_at'>,
): Promise<Invited | undefined> {
  const { name, is_owner, language } = person;
  const made = await tx
    .insertInto('staff')
    .values({ ...person, status: 'invited' })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ name, is_owner, language, status: 'invited', password_hash: null, totp_nonce: null })
        .where('staff.status', '=', 'left'),
    )
    .returning(['id', 'email', 'name', 'language', 'password_version'])
    .executeTakeFirst();
  if (!made) return undefined;
  await tx.deleteFrom('staff_brand').where('staff_id', '=', made.id).execute();
  await tx.deleteFrom('staff_passkey').where('staff_id', '=', made.id).execute();
  return made;
}

export async function inviteAgain(
  context: StaffContext,
  { staffId }: InputOf<typeof inviteAgainEndpoint>,
): Promise<ReplyOf<typeof inviteAgainEndpoint>> {
  await context.app.limits.hit('staffInvitations', context.staffId);
  await transact(context.app.db, async (tx) => {
    const person = await lockPerson(tx, context, staffId);
    if (person.status === 'left') fail('request.not_found');
    requireWholly(context, person);
    await mailInvitation(atFirstOf(context, [...managedRoles(context, person).keys()]), tx, person);
    await recordActs(context, tx, person, 'staff.invited_again');
  });
  return { ok: true };
}

type Invited = Pick<PersonRow, 'id' | 'email' | 'name' | 'password_version' | 'language'>;

async function mailInvitation(
  { brand, origin }: StaffContext,
  tx: Tx,
  { id, email, name, language, password_version }: Invited,
): Promise<void> {
  await queueMail(tx, {
    brand,
    aboutId: id,
    to: email,
    language: language ?? FALLBACK_LANGUAGE,
    template: 'staff_invitation',
    data: { link: invitationLink(origin, { id, password_version }), name },
  });
}

function invitationLink(
  origin: string,
  { id, password_version }: Pick<Invited, 'id' | 'password_version'>,
): LinkToMake {
  return {
    page: `${origin}/console/invitation`,
    behindHash: true,
    purpose: 'staff_invitation',
    subject: id,
    validFor: INVITATION_VALID,
    data: { version: password_version },
  };
}

/** One that was mailed, or one from the machine, whose reader shows by that to be who may do anything. */
async function openInvitation({ app: { db, links }, brandId }: VisitorContext, token: string) {
  const mailed = await links.open(token, { purpose: 'staff_invitation', brandId }).catch(() => undefined);
  const link = mailed ?? (await links.open(token, { purpose: 'owner_invitation', brandId: EVERY_BRAND }));
  const row = await db
    .selectFrom('staff')
    .select(['id', 'email', 'name', 'is_owner', 'status', 'password_version', rolesOfStaff])
    .where('id', '=', link.subject)
    .executeTakeFirst();
  if (!row || row.status === 'left' || row.password_version !== link.data['version'])
    return fail('link.invalid');
  return { ...row, isNew: row.status === 'invited', fromMachine: mailed === undefined };
}

export async function readInvitation(context: LinkContext): Promise<ReplyOf<typeof readEndpoint>> {
  const row = await openInvitation(context, context.linkToken);
  const { email, name, is_owner: isOwner, isNew, fromMachine } = row;
  return { email, name, isOwner, brands: describeBrands(context.app.brands, row), isNew, fromMachine };
}

/**
 * Sets the password. The second factor, where there is one, stays as it is; it goes only with an invitation from the machine,
 * which is for those who may have lost it.
 */
export async function acceptInvitation(
  context: LinkContext,
  { password, email: typed }: InputOf<typeof acceptEndpoint>,
): Promise<ReplyOf<typeof acceptEndpoint>> {
  const { app, ip } = context;
  const invited = await openInvitation(context, context.linkToken);
  const { id, password_version: version, fromMachine } = invited;
  const email = fromMachine ? chooseAddress(invited, typed) : invited.email;
  const password_hash = await app.passwords.hash(password, `staff ${id}`);
  await transact(app.db, async (tx) => {
    const taken = await tx
      .updateTable('staff')
      .set({ email, password_hash, status: 'active', password_version: version + 1 })
      .where('id', '=', id)
      .where('password_version', '=', version)
      .where('status', '!=', 'left')
      .returning('id')
      .executeTakeFirst()
      .catch((error: unknown) =>
        isUniqueViolation(error) ? fail('staff.email_taken') : Promise.reject(error),
      );
    if (!taken) fail('link.invalid');
    const actor = { kind: 'staff', id } as const;
    if (fromMachine) {
      await forgetFactors(tx, id);
      await recordAudit(tx, { actor, action: 'staff.factors_reset', subject: email, ip });
    }
    await endSessionsOfStaff(tx, id);
    await recordAudit(tx, { actor, action: 'staff.password_set', ip });
  });
  return { email };
}

/** The first owner has no address that is read; another one may keep the old one. */
function chooseAddress(
  { email, isNew }: { email: string; isNew: boolean },
  typed: string | undefined,
): string {
  const chosen = typed?.trim().toLowerCase() ?? (isNew ? '' : email);
  return isEmailAddress(chosen) ? chosen : fail('field.email');
}
