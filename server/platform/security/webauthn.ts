/** Passkeys, as WebAuthn has them: what the browser is asked, and whether its answer is right. */

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { Failure } from '#contract/kernel/errors.ts';
import { MINUTE } from '../clock.ts';
import type { SiteContext } from '../platform.ts';
import { useLinkOnce } from './links.ts';

export const MOST_PASSKEYS = 10;
/** What every device can do, as COSE numbers them: ES256, EdDSA and RS256. Newer ones are still experimental in Node. */
const supportedAlgorithmIDs = [-7, -8, -257];
const LONGEST_ID = 1400;
const LONGEST_KEY = 2000;

/** Some hundred files, mostly about certificates, so they are read when the first passkey comes and not at the start. */
const loadLibrary = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/** A hint for the browser, in words of its own. */
const knownTransports = z.array(z.string().max(20)).max(10).catch([]);

interface NewPasskey {
  /** Whom the answer must come from: a session, as a rule. */
  subject: string;
  /** How the account is called inside the passkey. Its address or its name may change, this does not. */
  userHandle: Buffer<ArrayBuffer>;
  userName: string;
  displayName: string;
  known: readonly { id: string; transports: string[] }[];
}

/**
 * What the browser needs to make a passkey. It must be one that is found without a name, and that asks for a finger, a
 * face or a PIN.
 */
export async function askForNewPasskey(context: SiteContext, { subject, known, ...user }: NewPasskey) {
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    ...relyingParty(context),
    userID: user.userHandle,
    userName: user.userName,
    userDisplayName: user.displayName,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  });
  return { options: asJson(options), ticket: await makeTicket(context, subject, options.challenge) };
}

/** What the browser needs to show a passkey: any that it has for us, or one of those named. */
export async function askForPasskey(
  context: SiteContext,
  subject: string,
  allowed?: readonly { id: string; transports: string[] }[],
) {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context).rpID,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(({ id, transports }) => ({ id, transports })) }),
  });
  return { options: asJson(options), ticket: await makeTicket(context, subject, options.challenge) };
}

/** What the browser has made, for the caller with this ticket. Undefined where anything about it is not right. */
export async function readNewPasskey(
  context: SiteContext,
  subject: string,
  { ticket, response }: { ticket: string; response: object },
) {
  const expectedChallenge = await takeTicket(context, subject, ticket);
  if (expectedChallenge === undefined) return undefined;
  const [{ verifyRegistrationResponse }, helpers] = [await loadLibrary(), await loadHelpers()];
  try {
    const registration = response as RegistrationResponseJSON;
    if (!isWithoutCertificates(registration, helpers)) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: registration,
      expectedChallenge,
      expectedOrigin: context.origin,
      expectedRPID: relyingParty(context).rpID,
      supportedAlgorithmIDs,
    });
    const credential = registrationInfo?.credential;
    if (!credential || credential.id.length > LONGEST_ID || credential.publicKey.length > LONGEST_KEY)
      return undefined;
    return { ...credential, transports: knownTransports.parse(credential.transports) };
  } catch {
    // The library throws at whatever is not right, and what came is the browser's word.
    return undefined;
  }
}

/** We ask for none. Those of a stranger's would have us look up the addresses that stand in them. */
function isWithoutCertificates(
  { response }: RegistrationResponseJSON,
  { decodeAttestationObject, isoBase64URL }: Awaited<ReturnType<typeof loadHelpers>>,
): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format: string = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
}

/** How often the passkey was used, by its own count. Undefined where the signature is not right, or the count goes back. */
export async function readCounter(
  context: SiteContext,
  passkey: { id: string; public_key: Buffer; counter: number },
  response: object,
  expectedChallenge: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
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

const VALID = 5 * MINUTE;

/** Seals what the authenticator is to sign, so that nothing has to be remembered here. */
function makeTicket({ app: { links }, brandId }: SiteContext, subject: string, challenge: string) {
  return links.make({ purpose: 'passkey', brandId, subject, validFor: VALID, data: { challenge } });
}

/** What was to be signed. Undefined where the ticket is not good, not for this person, or was shown before. */
export async function takeTicket(
  { app: { links, db }, brandId }: SiteContext,
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

/** The relying party, as authenticators know it: by the host name in the address bar. */
function relyingParty({ origin, brand }: SiteContext) {
  return { rpID: new URL(origin).hostname, rpName: brand.settings.title };
}

/** The browser's objects as the contract knows them: without what is undefined. */
function asJson(options: object): Record<string, z.core.util.JSONType> {
  return JSON.parse(JSON.stringify(options)) as Record<string, z.core.util.JSONType>;
}
