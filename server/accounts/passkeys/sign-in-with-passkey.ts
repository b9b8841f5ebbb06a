/** Signing in with a passkey, and the sealed tickets by which a challenge is recognised again. */

import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type { signInWithPasskey as signInWithPasskeyEndpoint } from '../../../contract/account/passkeys.ts';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { Failure, fail } from '../../../contract/kernel/errors.ts';
import type { VisitorContext } from '../../app.ts';
import { MINUTE } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/database.ts';
import { useLinkOnce } from '../../platform/security/links.ts';
import { deviceTokenFor } from '../../platform/security/login-guard.ts';
import { openSession } from '../../platform/security/sessions.ts';
import { describeUser } from '../describe-user.ts';
import { loginLimitKey } from '../email-address.ts';

/** What the browser needs to sign in. It finds the passkeys by itself, so nobody says who he is beforehand. */
export async function startPasskeySignIn(context: VisitorContext) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).rpID,
    userVerification: 'required',
  });
  return { options: asJson(options), ticket: await makeTicket(context, VISITOR, options.challenge) };
}

export async function signInWithPasskey(
  context: VisitorContext,
  input: InputOf<typeof signInWithPasskeyEndpoint>,
) {
  const { limits } = context.app;
  const { ip } = context;
  await limits.hit('loginAddress', ip);
  const entered = await enter(context, input).catch(async (error: unknown) => {
    // Only a wrong answer counts.
    if (!(error instanceof Failure) || error.code !== 'login.passkey')
      await limits.forgive('loginAddress', ip);
    throw error;
  });
  await limits.forgive('loginAddress', ip);
  const { accountId, trackerId, token } = entered;
  const user = await describeUser(context, accountId);
  const deviceToken = deviceTokenFor(context.app, { account: loginLimitKey(context.brandId, user.email) });
  return { token, trackerId, user, deviceToken };
}

/** The parts that say whose passkey it is. The rest is for the library. */
const assertion = z.object({
  id: z.string().max(1400),
  response: z.object({ userHandle: z.string().max(100) }),
});

async function enter(
  context: VisitorContext,
  { ticket, response }: InputOf<typeof signInWithPasskeyEndpoint>,
) {
  const challenge = (await takeTicket(context, VISITOR, ticket)) ?? fail('login.passkey');
  const { data } = assertion.safeParse(response);
  if (!data) return fail('login.passkey');
  return transact(context.app.db, async (tx) => {
    const passkey = (await lockPasskey(tx, context.brandId, data.id)) ?? fail('login.passkey');
    if (data.response.userHandle !== userHandleOf(passkey.account_id).toString('base64url'))
      fail('login.passkey');
    const answer = response as unknown as AuthenticationResponseJSON;
    const counter = (await readCounter(context, passkey, answer, challenge)) ?? fail('login.passkey');
    if (passkey.status === 'disabled') fail('account.disabled');
    return {
      accountId: passkey.account_id,
      trackerId: passkey.tracker_id,
      token: await open(context, tx, { id: passkey.id, accountId: passkey.account_id, counter }),
    };
  });
}

async function open(
  context: VisitorContext,
  tx: Tx,
  { id, accountId, counter }: { id: string; accountId: string; counter: number },
): Promise<string> {
  await markPasskeyUsed(tx, context.brandId, { id, counter, at: context.app.clock.now() });
  return openSession(context, tx, accountId, 'passkey');
}

/** How often the passkey was used, by its own count. Undefined where the signature is not right, or the count goes back. */
async function readCounter(
  context: VisitorContext,
  passkey: { id: string; public_key: Buffer; counter: number },
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
): Promise<number | undefined> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: context.origin,
      expectedRPID: relyingParty(context).rpID,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws at whatever is not right.
    return undefined;
  }
}

/** A passkey and whom it opens to, for nobody else to use at the same time. */
function lockPasskey(tx: Tx, brandId: string, id: string) {
  return tx
    .selectFrom('passkey as p')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.id', '=', 'p.account_id'),
    )
    .select(['p.id', 'p.account_id', 'p.public_key', 'p.counter', 'a.status', 'a.tracker_id'])
    .where('p.brand_id', '=', brandId)
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirst();
}

async function markPasskeyUsed(
  tx: Tx,
  brandId: string,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ counter, last_used_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

const VALID = 5 * MINUTE;
/** Stands for whoever signs in and has yet to say who he is. */
const VISITOR = 'visitor';

/** Seals what the authenticator is to sign, so that nothing has to be remembered here. */
export function makeTicket({ app: { links }, brandId }: VisitorContext, subject: string, challenge: string) {
  return links.make({ purpose: 'passkey', brandId, subject, validFor: VALID, data: { challenge } });
}

/** What was to be signed. Undefined where the ticket is not good, not for this person, or was shown before. */
export async function takeTicket(
  { app: { links, db }, brandId }: VisitorContext,
  subject: string,
  ticket: string,
): Promise<string | undefined> {
  try {
    const link = await links.open(ticket, { purpose: 'passkey', brandId });
    if (link.subject !== subject) return undefined;
    await useLinkOnce(db, brandId, link);
    return z.string().parse(link.data['challenge']);
  } catch (error) {
    if (error instanceof Failure && error.code === 'link.invalid') return undefined;
    throw error;
  }
}

/** Who asks, as authenticators know him: by the host name in the address bar. */
export function relyingParty({ origin, brand }: VisitorContext) {
  return { rpID: new URL(origin).hostname, rpName: brand.settings.title };
}

/** How an account is called inside a passkey. Its address or its name may change, this does not. */
export function userHandleOf(accountId: string): Buffer<ArrayBuffer> {
  return Buffer.from(accountId.replaceAll('-', ''), 'hex');
}

/** The browser's objects as the contract knows them: without what is undefined. */
export function asJson(options: object): Record<string, z.core.util.JSONType> {
  return JSON.parse(JSON.stringify(options)) as Record<string, z.core.util.JSONType>;
}
