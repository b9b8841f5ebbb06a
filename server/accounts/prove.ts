/** Showing who is there, in a session that is open: by password, passkey or Google. What was begun then goes on. */

import type {
  proveByGoogle as byGoogleEndpoint,
  proveByPasskey as byPasskeyEndpoint,
  proveByPassword as byPasswordEndpoint,
  readProofMethods as methodsEndpoint,
} from '#contract/account/proof.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import { markProven } from '#server/platform/security/sessions.ts';
import { askForPasskey } from '#server/platform/security/webauthn.ts';
import { readProof } from './fresh-proof.ts';
import { readPasskeys } from './passkeys/own-passkeys.ts';
import { usePasskey } from './passkeys/sign-in-with-passkey.ts';
import { useIdentity } from './signup/google.ts';

/** What the member can show it with; none of them leaves a reset mail. */
export async function readProofMethods(context: MemberContext): Promise<ReplyOf<typeof methodsEndpoint>> {
  const { db, identityProvider } = context.app;
  const { brandId, accountId } = context;
  const proof = (await readProof(db, context)) ?? fail('session.dead');
  const passkeys = await readPasskeys(db, brandId, accountId, 1);
  const identity = await db
    .selectFrom('identity')
    .select('provider')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    password: proof.password_hash !== null,
    passkey: passkeys.length > 0,
    google: identity !== undefined && identityProvider !== undefined,
  };
}

export async function proveByPassword(
  context: MemberContext,
  { password }: Pick<InputOf<typeof byPasswordEndpoint>, 'password'>,
): Promise<ReplyOf<typeof byPasswordEndpoint>> {
  const { db, limits, passwords } = context.app;
  const { brandId, accountId } = context;
  const { password_hash: hash } = (await readProof(db, context)) ?? fail('session.dead');
  // No answer of a proof asks for another one.
  if (hash === null) return fail('password.wrong');
  const attempt = `${brandId}:${accountId}`;
  await limits.hit('passwordAccount', attempt);
  const matches = await passwords.verify(hash, password, attempt).catch(async (error: unknown) => {
    // Only a wrong guess counts.
    await limits.forgive('passwordAccount', attempt);
    throw error;
  });
  if (!matches) fail('password.wrong');
  await limits.reset('passwordAccount', attempt);
  return proven(context);
}

/** What the browser needs to show one of the member's passkeys. The answer is for this session alone. */
export async function startPasskeyProof(context: MemberContext) {
  const { app, brandId, accountId, sessionId } = context;
  return askForPasskey(context, sessionId, await readPasskeys(app.db, brandId, accountId));
}

export async function proveByPasskey(
  context: MemberContext,
  input: Pick<InputOf<typeof byPasskeyEndpoint>, 'ticket' | 'response'>,
): Promise<ReplyOf<typeof byPasskeyEndpoint>> {
  const { accountId, sessionId } = context;
  await transact(context.app.db, async (tx) => {
    const passkey = await usePasskey(context, tx, { ...input, subject: sessionId });
    // A guess at another account would be no use in this one.
    if (passkey.account_id !== accountId) fail('login.passkey');
  });
  return proven(context);
}

export async function proveByGoogle(
  context: MemberContext,
  { code, state, codeVerifier }: Omit<InputOf<typeof byGoogleEndpoint>, 'trackerId'>,
): Promise<ReplyOf<typeof byGoogleEndpoint>> {
  const account = await useIdentity(context, { code, state, codeVerifier });
  if (account?.id !== context.accountId) fail('google.refused');
  return proven(context);
}

async function proven(context: MemberContext): Promise<{ result: 'OK' }> {
  const { db, clock, sessions } = context.app;
  await markProven(db, context, clock.now());
  sessions.forget(context.accountId);
  return { result: 'OK' };
}
