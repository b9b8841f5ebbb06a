/** The second factor of the staff: codes of an authenticator app, and passkeys. */

import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { needsSecondFactor } from '#contract/kernel/staff-rights.ts';
import type {
  StaffMember,
  addStaffPasskey as addPasskeyEndpoint,
  addTotp as addTotpEndpoint,
  listStaffPasskeys as listPasskeysEndpoint,
  removeStaffPasskey as removePasskeyEndpoint,
  removeTotp as removeTotpEndpoint,
  showPasskey as showPasskeyEndpoint,
  showTotp as showTotpEndpoint,
  startStaffPasskey as startPasskeyEndpoint,
  startTotp as startTotpEndpoint,
} from '#contract/staff/sign-in.ts';
import type { App, StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import {
  MOST_PASSKEYS,
  askForNewPasskey,
  askForPasskey,
  readCounter,
  readNewPasskey,
  takeTicket,
} from '#server/platform/security/webauthn.ts';
import { completeSession, describeStaff } from './console-sessions.ts';
import { requireOwnPassword } from './own-account.ts';

const PERIOD = 30;
/** Clocks differ, and people type slowly: the code before and the one after count too. */
const WINDOW = 1;
const SETUP_VALID = 15 * MINUTE;

/** The secret of a person's authenticator app: made of ours and of a number of its own, so that it is stored nowhere. */
export function totpOf(
  { keyedHash }: Pick<App, 'keyedHash'>,
  { staffId, email, nonce }: { staffId: string; email: string; nonce: Buffer },
): TOTP {
  const secret = keyedHash('staff totp', `${staffId} ${nonce.toString('hex')}`).subarray(0, 20);
  return new TOTP({
    issuer: 'Serenata',
    label: email,
    period: PERIOD,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
}

/** The half minute that a code belongs to, or nothing where it is wrong. */
function stepOf(totp: TOTP, code: string, now: Date): number | undefined {
  const delta = totp.validate({ token: code, window: WINDOW, timestamp: now.getTime() });
  return delta === null ? undefined : Math.floor(now.getTime() / (PERIOD * SECOND)) + delta;
}

/** The whole person after a change, for the console to go on with. */
async function describeAfter({ app, staffId }: StaffContext): Promise<StaffMember> {
  return (await describeStaff(app, staffId, null)) ?? fail('session.dead');
}

/** A code as second factor. Guesses are counted, and no code is good twice. */
export async function showTotp(
  context: StaffContext,
  { code }: InputOf<typeof showTotpEndpoint>,
): Promise<ReplyOf<typeof showTotpEndpoint>> {
  const { app, staffId } = context;
  await app.limits.hit('loginAccount', `staff factor ${staffId}`);
  await transact(app.db, async (tx) => {
    const staff = await lockStaff(tx, staffId);
    if (!staff.totp_nonce) return fail('factor.wrong');
    const totp = totpOf(app, { staffId, email: staff.email, nonce: staff.totp_nonce });
    const step = stepOf(totp, code, app.clock.now());
    if (step === undefined || step <= staff.totp_step) return fail('factor.wrong');
    await tx.updateTable('staff').set({ totp_step: step }).where('id', '=', staffId).execute();
    return completeSession(tx, context);
  });
  await app.limits.reset('loginAccount', `staff factor ${staffId}`);
  return describeAfter(context);
}

export async function startShowingPasskey(context: StaffContext) {
  const known = await readPasskeys(context.app.db, context.staffId);
  return askForPasskey(context, context.sessionId, known);
}

const assertion = z.object({ id: z.string().max(1400) });

export async function showPasskey(
  context: StaffContext,
  { ticket, response }: InputOf<typeof showPasskeyEndpoint>,
): Promise<ReplyOf<typeof showPasskeyEndpoint>> {
  const { app, staffId } = context;
  const challenge = (await takeTicket(context, context.sessionId, ticket)) ?? fail('factor.wrong');
  const { data } = assertion.safeParse(response);
  if (!data) return fail('factor.wrong');
  await transact(app.db, async (tx) => {
    const passkey = await tx
      .selectFrom('staff_passkey')
      .select(['id', 'public_key', 'counter'])
      .where('id', '=', data.id)
      .where('staff_id', '=', staffId)
      .forUpdate()
      .executeTakeFirst();
    if (!passkey) return fail('factor.wrong');
    const counter = (await readCounter(context, passkey, response, challenge)) ?? fail('factor.wrong');
    await tx
      .updateTable('staff_passkey')
      .set({ counter, last_used_at: app.clock.now() })
      .where('id', '=', passkey.id)
      .execute();
    return completeSession(tx, context);
  });
  return describeAfter(context);
}

/** A session that has not shown an existing factor must not be able to add another one. */
function requireShown({ missing }: StaffContext): void {
  if (missing === 'factor') fail('staff.factor_missing');
}

/**
 * An open console on a desk must not be enough for a factor of one's own. What is asked for here is a ticket of
 * this session, without which none is added. A session that waits for the first factor was opened by the password just now.
 */
async function requireProof(context: StaffContext, password: string | undefined): Promise<void> {
  requireShown(context);
  if (context.missing === 'enrol') return;
  await requireOwnPassword(context, password ?? fail('password.needed'));
}

/** The first factor may have been set up in another session since this one was opened by password alone. */
async function requireFirst(tx: Tx, { staffId, missing }: StaffContext): Promise<void> {
  if (missing === 'enrol' && (await hasFactor(tx, staffId))) fail('staff.factor_missing');
}

async function hasFactor(tx: Tx, staffId: string): Promise<boolean> {
  const { totp_nonce } = await readStaff(tx, staffId);
  return totp_nonce !== null || (await readPasskeys(tx, staffId)).length > 0;
}

/** A new secret, which is kept nowhere: the sealed ticket has what it is made of. */
export async function startTotp(
  context: StaffContext,
  { password }: InputOf<typeof startTotpEndpoint>,
): Promise<ReplyOf<typeof startTotpEndpoint>> {
  await requireProof(context, password);
  const { app, staffId, sessionId, brandId } = context;
  const staff = await readStaff(app.db, staffId);
  if (staff.totp_nonce) fail('factor.known');
  const nonce = randomBytes(16);
  const totp = totpOf(app, { staffId, email: staff.email, nonce });
  const ticket = await app.links.make({
    purpose: 'staff_totp',
    brandId,
    subject: sessionId,
    validFor: SETUP_VALID,
    data: { nonce: nonce.toString('base64url') },
  });
  return { secret: totp.secret.base32, address: totp.toString(), ticket };
}

export async function addTotp(
  context: StaffContext,
  { ticket, code }: InputOf<typeof addTotpEndpoint>,
): Promise<ReplyOf<typeof addTotpEndpoint>> {
  requireShown(context);
  const { app, staffId, ip } = context;
  const nonce = (await readTicket(context, ticket)) ?? fail('factor.wrong');
  await transact(app.db, async (tx) => {
    const staff = await lockStaff(tx, staffId);
    await requireFirst(tx, context);
    if (staff.totp_nonce) fail('factor.known');
    const step = stepOf(totpOf(app, { staffId, email: staff.email, nonce }), code, app.clock.now());
    if (step === undefined) return fail('factor.wrong');
    await tx
      .updateTable('staff')
      .set({ totp_nonce: nonce, totp_step: step })
      .where('id', '=', staffId)
      .execute();
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.totp_added', ip });
    return completeSession(tx, context);
  });
  return describeAfter(context);
}

/** What the secret was made of. Undefined where the ticket is not good, or another session's. */
async function readTicket(
  { app: { links }, brandId, sessionId }: StaffContext,
  ticket: string,
): Promise<Buffer | undefined> {
  try {
    const { subject, data } = await links.open(ticket, { purpose: 'staff_totp', brandId });
    return subject === sessionId ? Buffer.from(z.string().parse(data['nonce']), 'base64url') : undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === 'link.invalid') return undefined;
    throw error;
  }
}

export async function removeTotp(
  context: StaffContext,
  { password }: InputOf<typeof removeTotpEndpoint>,
): Promise<ReplyOf<typeof removeTotpEndpoint>> {
  await requireOwnPassword(context, password);
  const { app, staffId, ip } = context;
  await transact(app.db, async (tx) => {
    await lockStaff(tx, staffId);
    await tx.updateTable('staff').set({ totp_nonce: null }).where('id', '=', staffId).execute();
    await requireFactorLeft(tx, context);
    await recordAudit(tx, { actor: { kind: 'staff', id: staffId }, action: 'staff.totp_removed', ip });
  });
  return describeAfter(context);
}

/** Whose role asks for one is never without. */
async function requireFactorLeft(tx: Tx, { staffId, roles }: StaffContext): Promise<void> {
  if ([...roles.values()].some(needsSecondFactor) && !(await hasFactor(tx, staffId))) fail('factor.needed');
}

export async function listPasskeys({
  app: { db },
  staffId,
}: StaffContext): Promise<ReplyOf<typeof listPasskeysEndpoint>> {
  const rows = await readPasskeys(db, staffId);
  return {
    passkeys: rows.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.getTime(),
      lastUsedAt: last_used_at?.getTime() ?? null,
    })),
  };
}

export async function startPasskey(
  context: StaffContext,
  { password }: InputOf<typeof startPasskeyEndpoint>,
): Promise<ReplyOf<typeof startPasskeyEndpoint>> {
  await requireProof(context, password);
  const { app, staffId, sessionId } = context;
  const { email, name } = await readStaff(app.db, staffId);
  return askForNewPasskey(context, {
    subject: sessionId,
    userHandle: Buffer.from(staffId.replaceAll('-', ''), 'hex'),
    userName: email,
    displayName: name,
    known: await readPasskeys(app.db, staffId),
  });
}

export async function addPasskey(
  context: StaffContext,
  input: InputOf<typeof addPasskeyEndpoint>,
): Promise<ReplyOf<typeof addPasskeyEndpoint>> {
  requireShown(context);
  const { app, staffId, sessionId, ip } = context;
  const credential = (await readNewPasskey(context, sessionId, input)) ?? fail('passkey.refused');
  const name = input.name || 'Passkey';
  await transact(app.db, async (tx) => {
    await lockStaff(tx, staffId);
    await requireFirst(tx, context);
    if ((await readPasskeys(tx, staffId)).length >= MOST_PASSKEYS) fail('passkey.too_many');
    const kept = await tx
      .insertInto('staff_passkey')
      .values({
        id: credential.id,
        staff_id: staffId,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports,
        name,
        created_at: app.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!kept) fail('passkey.refused');
    const details = { name };
    await recordAudit(tx, {
      actor: { kind: 'staff', id: staffId },
      action: 'staff.passkey_added',
      details,
      ip,
    });
    await completeSession(tx, context);
  });
  return describeAfter(context);
}

export async function removePasskey(
  context: StaffContext,
  { passkeyId, password }: InputOf<typeof removePasskeyEndpoint>,
): Promise<ReplyOf<typeof removePasskeyEndpoint>> {
  await requireOwnPassword(context, password);
  const { app, staffId, ip } = context;
  await transact(app.db, async (tx) => {
    await lockStaff(tx, staffId);
    const gone = await tx
      .deleteFrom('staff_passkey')
      .where('id', '=', passkeyId)
      .where('staff_id', '=', staffId)
      .returning('name')
      .executeTakeFirst();
    if (!gone) fail('request.not_found');
    await requireFactorLeft(tx, context);
    const details = { ...gone };
    await recordAudit(tx, {
      actor: { kind: 'staff', id: staffId },
      action: 'staff.passkey_removed',
      details,
      ip,
    });
  });
  return describeAfter(context);
}

const factorColumns = ['email', 'name', 'totp_nonce', 'totp_step'] as const;

async function readStaff(db: DbOrTx, staffId: string) {
  const row = await db.selectFrom('staff').select(factorColumns).where('id', '=', staffId).executeTakeFirst();
  return row ?? fail('session.dead');
}

/** Of two calls that change a person's factors at once, the second one sees what the first has done. */
async function lockStaff(tx: Tx, staffId: string) {
  const row = await tx
    .selectFrom('staff')
    .select(factorColumns)
    .where('id', '=', staffId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? fail('session.dead');
}

function readPasskeys(db: DbOrTx, staffId: string) {
  return db
    .selectFrom('staff_passkey')
    .select(['id', 'name', 'transports', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_PASSKEYS * 2)
    .execute();
}
