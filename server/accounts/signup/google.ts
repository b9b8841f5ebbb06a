/** Signing in and up with Google. */

import { sql } from 'kysely';
import type {
  SignedUp,
  signInWithGoogle as signInWithGoogleEndpoint,
} from '../../../contract/account/sign-up.ts';
import { isEmailAddress } from '../../../contract/kernel/email-address.ts';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { fail, Failure } from '../../../contract/kernel/errors.ts';
import type { VisitorContext } from '../../app.ts';
import { MINUTE } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newToken } from '../../platform/ids.ts';
import { useLinkOnce } from '../../platform/security/links.ts';
import { endSessionsOf, openSession } from '../../platform/security/sessions.ts';
import { disabledColumns, refuseDisabled } from '../credentials.ts';
import { normalEmail, refuseDisposable } from '../email-address.ts';
import type { Identity } from '../identity-provider.ts';
import { removeAllPasskeys } from '../passkeys/own-passkeys.ts';
import { createMember, describeSignUp } from './create-member.ts';
import type { CreatedMember } from './create-member.ts';
import { countAttempt, sendElsewhere, realPlace } from './guard-sign-up.ts';

/** How long somebody may take at the provider. */
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

/** Signs in whoever Google says it is, into the account that is his, or into a new one. */
export async function signInWithGoogle(
  context: VisitorContext,
  input: GoogleReturn,
): Promise<{ result: SignedUp }> {
  const { limits } = context.app;
  const { ip } = context;
  await limits.hit('loginAddress', ip);
  const identity = await findOutWho(context, input).catch(async (error: unknown) => {
    // Only a wrong answer counts: nobody is locked out because Google or the database is away.
    if (!(error instanceof Failure) || error.status >= 500) await limits.forgive('loginAddress', ip);
    throw error;
  });
  await limits.forgive('loginAddress', ip);
  const entered = (await enterOwn(context, identity)) ?? (await signUp(context, input, identity));
  return { result: await describeSignUp(context, entered) };
}

/** Reads the state, which is good once whatever comes of it, and asks who the code stands for. */
async function findOutWho(context: VisitorContext, input: GoogleReturn): Promise<Identity> {
  const { identityProvider = fail('google.off'), links, db } = context.app;
  const { brandId } = context;
  const { code, state, codeVerifier } = input;
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

/** Opens the account of an identity that we know, or the one with its address. */
function enterOwn(context: VisitorContext, identity: Identity): Promise<CreatedMember | undefined> {
  return transact(context.app.db, async (tx, afterCommit) => {
    const { sessions } = context.app;
    const { brandId, brand } = context;
    const account =
      (await findByIdentity(tx, brandId, identity.subject)) ?? (await linkByEmail(context, tx, identity));
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
  const account = await lockByEmail(tx, context.brandId, email);
  if (!account || account.status === 'disabled') return account;
  const target = { brandId: context.brandId, accountId: account.id, at: context.app.clock.now() };
  // Somebody who never had this address may have made the account, to wait in it for its owner.
  if (!account.email_confirmed_at) {
    await takeCredentials(tx, target);
    await removeAllPasskeys(tx, context.brandId, account.id);
    await endSessionsOf(tx, context.brandId, account.id);
  }
  // An address may pass to somebody else; who came with another identity before is not pushed out.
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
    const target = { brandId, accountId: made.accountId, at: clock.now() };
    if (!(await linkIdentity(tx, { ...target, subject }))) fail('google.refused');
    return made;
  };
  try {
    return await countAttempt(context, input.fingerprint, () => transact(db, create));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'signup.email_taken') throw error;
    // Somebody was faster, perhaps the same person in another tab.
    return (await enterOwn(context, identity)) ?? fail('google.refused');
  }
}

const PROVIDER = 'google';

/** Whose account an identity opens. It stays as it is until the transaction ends. */
function findByIdentity(tx: Tx, brandId: string, subject: string) {
  return tx
    .selectFrom('identity as i')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'i.brand_id').onRef('a.id', '=', 'i.account_id'),
    )
    .select(['a.id', 'a.status', 'a.tracker_id', 'a.flow_id'])
    .select(['a.disabled_by', 'a.disabled_reason', 'a.disabled_until'])
    .where('i.brand_id', '=', brandId)
    .where('i.provider', '=', PROVIDER)
    .where('i.subject', '=', subject)
    .forShare('a')
    .executeTakeFirst();
}

/** The account with an address, for nobody else to change meanwhile. */
function lockByEmail(tx: Tx, brandId: string, email: string) {
  return tx
    .selectFrom('account')
    .select(['id', 'status', 'tracker_id', 'flow_id', 'email_confirmed_at', ...disabledColumns])
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Answers whether the account now opens to this identity and to no other. */
async function linkIdentity(
  tx: Tx,
  { brandId, accountId, subject, at }: { brandId: string; accountId: string; subject: string; at: Date },
): Promise<boolean> {
  await tx
    .insertInto('identity')
    .values({ brand_id: brandId, provider: PROVIDER, subject, account_id: accountId, created_at: at })
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

/** Takes away what whoever made the account could come back with, and every link that was sent to him. */
async function takeCredentials(
  tx: Tx,
  { brandId, accountId, at }: { brandId: string; accountId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      password_hash: null,
      pending_email: null,
      // Whoever comes now has not accepted anything himself.
      accepted_at: null,
      terms_version: null,
      email_confirmed_at: at,
      credentials_version: sql<number>`credentials_version + 1`,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
  await tx
    .deleteFrom('identity')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
}
