/** Signing in and up with Google. */

import type { SignedUp, signInWithGoogle as signInWithGoogleEndpoint } from '#contract/account/sign-up.ts';
import { isEmailAddress } from '#contract/kernel/email-address.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail, Failure } from '#contract/kernel/errors.ts';
import type { VisitorContext } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newToken } from '#server/platform/ids.ts';
import { useLinkOnce } from '#server/platform/security/links.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { changeAccount } from '../account-record.ts';
import { disabledColumns, refuseDisabled } from '../credentials.ts';
import { normalEmail, refuseDisposable } from '../email-address.ts';
import { endAllAccess, mailEnded } from '../end-access.ts';
import type { Identity } from '../identity-provider.ts';
import { createMember, describeSignUp } from './create-member.ts';
import type { CreatedMember } from './create-member.ts';
import { countAttempt, sendElsewhere, realPlace } from './guard-sign-up.ts';

/** How long a visitor may take at the provider. */
const VALID = 10 * MINUTE;

/**
 * Where the browser goes to sign in with Google. The state is all that is remembered of it, and it is the browser that
 * keeps it, together with the secret that the code will be worthless without.
 */
export async function startGoogle(context: VisitorContext, { codeChallenge }: { codeChallenge: string }) {
  const { identityProvider = fail('google.off'), links } = context.app;
  const { brandId, origin, language } = context;
  const nonce = newToken();
  const redirectTo = `${origin}/loginWithGoogle`;
  const state = await links.make({
    purpose: 'google',
    brandId,
    subject: nonce,
    validFor: VALID,
    data: { redirectTo },
  });
  const address = await identityProvider.addressFor({ state, nonce, codeChallenge, redirectTo, language });
  return { address, state };
}

type GoogleReturn = InputOf<typeof signInWithGoogleEndpoint>;
type GoogleAnswer = Pick<GoogleReturn, 'code' | 'state' | 'codeVerifier'>;

/** Signs in the person that Google names, into the account that is theirs, or into a new one. */
export async function signInWithGoogle(
  context: VisitorContext,
  input: GoogleReturn,
): Promise<{ result: SignedUp }> {
  const identity = await findOutWho(context, input);
  const entered = (await enterOwn(context, identity)) ?? (await signUp(context, input, identity));
  return { result: await describeSignUp(context, entered) };
}

/** What came back from the provider, whose wrong answers are counted by network. */
async function findOutWho(context: VisitorContext, answer: GoogleAnswer): Promise<Identity> {
  const { limits } = context.app;
  const { ip } = context;
  await limits.hit('loginAddress', ip);
  const identity = await redeem(context, answer).catch(async (error: unknown) => {
    // Only a wrong answer counts: a visitor is not locked out because Google or the database is away.
    if (!(error instanceof Failure) || error.status >= 500) await limits.forgive('loginAddress', ip);
    throw error;
  });
  await limits.forgive('loginAddress', ip);
  return identity;
}

/** Reads the state, which is good once whatever comes of it, and asks who the code stands for. */
async function redeem(
  context: VisitorContext,
  { code, state, codeVerifier }: GoogleAnswer,
): Promise<Identity> {
  const { identityProvider = fail('google.off'), links, db } = context.app;
  const { brandId } = context;
  const link = await links.open(state, { purpose: 'google', brandId });
  await useLinkOnce(db, brandId, link);
  const identity = await identityProvider.redeem({
    code,
    state,
    codeVerifier,
    nonce: link.subject,
    redirectTo: String(link.data['redirectTo']),
  });
  return { ...identity, email: normalEmail(identity.email) };
}

/** Whose account a code of the provider's opens, without opening it. */
export async function useIdentity(
  context: VisitorContext,
  answer: GoogleAnswer,
): Promise<{ id: string } | undefined> {
  const identity = await findOutWho(context, answer);
  return transact(context.app.db, (tx) => lockByIdentity(context, tx, identity));
}

/** Opens the account of an identity that we know, or the one with its address. */
function enterOwn(context: VisitorContext, identity: Identity): Promise<CreatedMember | undefined> {
  return transact(context.app.db, async (tx, afterCommit) => {
    const { sessions } = context.app;
    const { brand } = context;
    const account =
      (await lockByIdentity(context, tx, identity)) ?? (await linkByEmail(context, tx, identity));
    if (!account) return undefined;
    refuseDisabled(account);
    afterCommit(() => sessions.forget(account.id));
    return {
      accountId: account.id,
      trackerId: account.tracker_id,
      token: await openSession(context, tx, account.id, 'google'),
      optIn: brand.flows.get(account.flow_id)?.optIn ?? 'single',
      gift: null,
      returning: true,
    };
  });
}

async function linkByEmail(context: VisitorContext, tx: Tx, { subject, email, emailVerified }: Identity) {
  if (!emailVerified) fail('google.email_unverified');
  const { brandId } = context;
  const account = await lockByEmail(tx, brandId, email);
  if (!account || account.status === 'disabled') return account;
  const { id: accountId, language } = account;
  const target = { brandId, accountId, email, at: context.app.clock.now() };
  // A stranger who never had this address may have made the account, to wait in it for its owner.
  if (!account.email_confirmed_at) {
    const ended = await endAllAccess(context.app, tx, target);
    await forgetPassword(tx, target);
    await mailEnded(context.app, tx, { ...target, language }, ended);
  }
  // An address may pass to another person; a member with another identity is not pushed out.
  if (!(await linkIdentity(tx, { ...target, subject }))) fail('google.refused');
  return account;
}

async function signUp(
  context: VisitorContext,
  input: GoogleReturn,
  identity: Identity,
): Promise<CreatedMember> {
  const { db, clock } = context.app;
  const { brandId } = context;
  const { email, subject } = identity;
  if (!isEmailAddress(email)) fail('signup.email_forbidden');
  refuseDisposable(email);
  sendElsewhere(context, 'google', input);
  const place = await realPlace(context, input);
  const create = async (tx: Tx) => {
    const made = await createMember(context, tx, {
      email,
      emailConfirmed: true,
      passwordHash: null,
      gender: 'male',
      seeks: 'female',
      age: null,
      ...place,
      way: 'google',
      method: 'google',
      claims: input,
      consents: { terms: false, adult: false, newsletter: false },
    });
    const target = { brandId, accountId: made.accountId, email, at: clock.now() };
    if (!(await linkIdentity(tx, { ...target, subject }))) fail('google.refused');
    return made;
  };
  try {
    return await countAttempt(context, input.fingerprint, () => transact(db, create));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'signup.email_taken') throw error;
    // Another call was faster, perhaps of the same person in another tab.
    return (await enterOwn(context, identity)) ?? fail('google.refused');
  }
}

const PROVIDER = 'google';

/**
 * Whose account an identity opens, which stays as it is until the transaction ends. Its use is written down once it cannot
 * be ended any more: an identity that was taken away meanwhile opens nothing.
 */
async function lockByIdentity({ app, brandId }: VisitorContext, tx: Tx, { subject, email }: Identity) {
  const known = await tx
    .selectFrom('identity')
    .select('account_id')
    .where('brand_id', '=', brandId)
    .where('provider', '=', PROVIDER)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (!known) return undefined;
  const account = await tx
    .selectFrom('account')
    .select(['id', 'status', 'tracker_id', 'flow_id', ...disabledColumns])
    .where('brand_id', '=', brandId)
    .where('id', '=', known.account_id)
    .forShare()
    .executeTakeFirst();
  const used = await tx
    .updateTable('identity')
    .set({ last_used_at: app.clock.now(), email })
    .where('brand_id', '=', brandId)
    .where('provider', '=', PROVIDER)
    .where('subject', '=', subject)
    .returning('subject')
    .executeTakeFirst();
  return used && account;
}

/** The account with an address, locked against other changes meanwhile. */
function lockByEmail(tx: Tx, brandId: string, email: string) {
  return tx
    .selectFrom('account')
    .select(['id', 'status', 'tracker_id', 'flow_id', 'language', 'email_confirmed_at', ...disabledColumns])
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

interface NewIdentity {
  brandId: string;
  accountId: string;
  subject: string;
  email: string;
  at: Date;
}

/** Answers whether the account now opens to this identity and to no other. */
async function linkIdentity(
  tx: Tx,
  { brandId, accountId, subject, email, at }: NewIdentity,
): Promise<boolean> {
  await tx
    .insertInto('identity')
    .values({
      brand_id: brandId,
      provider: PROVIDER,
      subject,
      account_id: accountId,
      email,
      created_at: at,
      last_used_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const linked = await tx
    .selectFrom('identity')
    .select('subject')
    .where('brand_id', '=', brandId)
    .where('provider', '=', PROVIDER)
    .where('subject', '=', subject)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return linked !== undefined;
}

/** The password and the consent of the account's maker, which its true owner never gave. */
async function forgetPassword(
  tx: Tx,
  { brandId, accountId, at }: { brandId: string; accountId: string; at: Date },
): Promise<void> {
  await changeAccount(
    tx,
    { brandId, accountId },
    {
      password_hash: null,
      accepted_at: null,
      terms_version: null,
      email_confirmed_at: at,
    },
  );
}
