import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  addPasskey as endpoint,
  startPasskey as startEndpoint,
} from '../../../contract/account/passkeys.ts';
import { describeUser } from '../describe-user.ts';
import { nameDevice } from '../name-device.ts';
import { requireFreshProof } from '../require-fresh-proof.ts';
import { hasSession } from '../session-queries.ts';
import { tellOfPasskey } from '../tell-of-passkey.ts';
import type { MemberContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { describePasskey } from './list-passkeys.ts';
import { countPasskeys, insertPasskey, readPasskeys } from './queries.ts';
import { asJson, makeTicket, relyingParty, takeTicket, userHandleOf } from './tickets.ts';

const MOST_PASSKEYS = 10;
/** What every device can do. Newer ones are still experimental in Node. */
const supportedAlgorithmIDs = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];
const LONGEST_ID = 1400;
const LONGEST_KEY = 2000;

/** A hint for the browser, in words of its own. */
const knownTransports = z.array(z.string().max(20)).max(10).catch([]);

/**
 * What the browser needs to make a passkey. It must be one that is found without a name, and that asks for a finger, a
 * face or a PIN: it opens an account all by itself, so whoever finds the device must not get in. And whoever found an open
 * session must not be able to make one, so more proof is asked for; the ticket then stands for it, in this session alone.
 */
export async function startPasskey(
  context: MemberContext,
  input: Pick<InputOf<typeof startEndpoint>, 'currentPassword'>,
) {
  const { db, brandId, accountId, sessionId } = context;
  await requireFreshProof(context, input.currentPassword);
  const { email, screenName } = await describeUser(context, accountId);
  const known = await readPasskeys(db, brandId, accountId, MOST_PASSKEYS);
  const options = await generateRegistrationOptions({
    ...relyingParty(context),
    userID: userHandleOf(accountId),
    userName: email,
    userDisplayName: screenName,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  });
  return { options: asJson(options), ticket: await makeTicket(context, sessionId, options.challenge) };
}

/** Keeps a passkey that the browser has made. */
export async function addPasskey(context: MemberContext, input: InputOf<typeof endpoint>) {
  const { db, brandId, accountId, clock, userAgent } = context;
  const credential = (await readNew(context, input)) ?? fail('passkey.refused');
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
      transports: knownTransports.parse(credential.transports),
    });
    if (!kept) fail('passkey.refused');
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'account.passkey_added',
      subject: accountId,
      details: { name: passkey.name },
    });
    await tellOfPasskey(context, tx, passkey.name);
  });
  return { result: 'OK' as const, passkey: describePasskey(passkey) };
}

async function readNew(context: MemberContext, { ticket, response }: InputOf<typeof endpoint>) {
  const expectedChallenge = await takeTicket(context, context.sessionId, ticket);
  if (expectedChallenge === undefined) return undefined;
  try {
    const registration = response as unknown as RegistrationResponseJSON;
    if (!isWithoutCertificates(registration)) return undefined;
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
    return credential;
  } catch {
    // The library throws at whatever is not right, and what came is the browser's word.
    return undefined;
  }
}

/** We ask for none. Those of a stranger's would have us look up the addresses that stand in them. */
function isWithoutCertificates({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format: string = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
}
