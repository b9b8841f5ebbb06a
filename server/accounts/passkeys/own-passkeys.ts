/** The passkeys of an account: making, listing and removing them. */

import type { Insertable } from 'kysely';
import type { Selectable } from 'kysely';
import type { addPasskey as addPasskeyEndpoint, Passkey } from '#contract/account/passkeys.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx, DbOrTx } from '#server/platform/database/database.ts';
import { MOST_PASSKEYS, askForNewPasskey, readNewPasskey } from '#server/platform/security/webauthn.ts';
import type { EndedAccess } from '../account-handlers.ts';
import { findCredentials } from '../credentials.ts';
import { describeUser } from '../describe-user.ts';
import { requireFreshProof } from '../fresh-proof.ts';
import { nameDevice, hasSession } from '../own-sessions.ts';
import { userHandleOf } from './sign-in-with-passkey.ts';

/**
 * What the browser needs to make a passkey. It must be one that is found without a name, and that asks for a finger, a
 * face or a PIN: it opens an account all by itself, so a finder of the device must not get in. And a finder of an open
 * session must not be able to make one, so more proof is asked for; the ticket then stands for it, in this session alone.
 */
export async function startPasskey(context: MemberContext) {
  const { db } = context.app;
  const { brandId, accountId, sessionId } = context;
  await requireFreshProof(context);
  const { email, screenName } = await describeUser(context, accountId);
  const known = await readPasskeys(db, brandId, accountId);
  return askForNewPasskey(context, {
    subject: sessionId,
    userHandle: userHandleOf(accountId),
    userName: email,
    displayName: screenName,
    known,
  });
}

/** Keeps a passkey that the browser has made. */
export async function addPasskey(context: MemberContext, input: InputOf<typeof addPasskeyEndpoint>) {
  const { db, clock } = context.app;
  const { brandId, accountId, userAgent } = context;
  const credential = (await readNewPasskey(context, context.sessionId, input)) ?? fail('passkey.refused');
  const passkey = {
    id: credential.id,
    name: (input.name?.trim() || nameDevice(userAgent) || 'Passkey').toWellFormed(),
    created_at: clock.now(),
    last_used_at: null,
  };
  await transact(db, async (tx) => {
    const count = await countPasskeys(tx, brandId, accountId);
    // A new password may have ended the session since the call began. It must not leave a way in behind.
    if (!(await hasSession(tx, brandId, context))) fail('session.dead');
    if (count >= MOST_PASSKEYS) fail('passkey.too_many');
    const kept = await insertPasskey(tx, {
      ...passkey,
      brand_id: brandId,
      account_id: accountId,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports,
    });
    if (!kept) fail('passkey.refused');
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'account.passkey_added',
      subject: accountId,
      details: { name: passkey.name },
    });
    await mailAboutPasskey(context, tx, passkey.name);
  });
  return { result: 'OK' as const, passkey: describePasskey(passkey) };
}

const MOST_LISTED = 20;

export async function listPasskeys({ app: { db }, brandId, accountId }: MemberContext) {
  const rows = await readPasskeys(db, brandId, accountId, MOST_LISTED);
  return { passkeys: rows.map(describePasskey) };
}

type PasskeyRow = Pick<Selectable<DB['passkey']>, 'id' | 'name' | 'created_at' | 'last_used_at'>;

function describePasskey({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return { id, name, createdAt: created_at.getTime(), lastUsedAt: last_used_at?.getTime() ?? null };
}

/** Forgets one of the caller's passkeys. Another's and a missing one look the same. */
export async function removePasskey(
  { app: { db }, brandId, accountId }: MemberContext,
  { passkeyId }: { passkeyId: string },
) {
  if (!(await deletePasskey(db, brandId, { accountId, id: passkeyId }))) fail('request.not_found');
  return { result: 'OK' as const };
}

/** Forgets every passkey of an account, as when it passes to its true owner. */
export async function removeAllPasskeys(tx: Tx, brandId: string, accountId: string): Promise<EndedAccess[]> {
  const gone = await tx
    .deleteFrom('passkey')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .returning('name')
    .execute();
  return gone.map(({ name }) => ({ kind: 'passkey', name }));
}

/** A passkey opens the account unnoticed, so the mail is the only sign of one that is not the owner's. */
async function mailAboutPasskey(context: MemberContext, tx: Tx, name: string): Promise<void> {
  const { limits } = context.app;
  const { brand, brandId, accountId, origin } = context;
  const owner = (await findCredentials(tx, brandId, accountId)) ?? fail('session.dead');
  // An address that was never confirmed may be a stranger's, who must not be flooded.
  if (!owner.email_confirmed_at) await limits.hit('confirmAccount', `${brandId}:${accountId}`);
  await queueMail(tx, {
    brand,
    accountId,
    to: owner.email,
    language: owner.language,
    template: 'passkey_added',
    data: { link: `${origin}/forgotPassword`, name },
  });
}

export function readPasskeys(db: DbOrTx, brandId: string, accountId: string, limit = MOST_PASSKEYS) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'transports', 'created_at', 'last_used_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Counts them, and lets no other call add one to the account until the transaction ends. */
async function countPasskeys(tx: Tx, brandId: string, accountId: string): Promise<number> {
  await tx
    .selectFrom('account')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
  const { count } = await tx
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Answers whether it was kept. It is not where an account has it already. */
async function insertPasskey(tx: Tx, passkey: Insertable<DB['passkey']>): Promise<boolean> {
  const kept = await tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

async function deletePasskey(
  db: DbOrTx,
  brandId: string,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const gone = await db
    .deleteFrom('passkey')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
