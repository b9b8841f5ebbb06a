/**
 * Keeps spam out without a service elsewhere: the browser does some work while a person writes, which costs one writer
 * nothing and a sender of thousands a lot. Nothing is stored until the message comes.
 */

import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CONTACT_MIN_MS, CONTACT_PROOF_MINUTES } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  ContactChallenge,
  readContactChallenge as challengeEndpoint,
  sendContact,
} from '#contract/support/contact.ts';
import type { VisitorContext } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { tryUseOnce } from '#server/platform/security/links.ts';

/** About a second of a phone's time, in a worker and while the visitor types. */
const WORK = { cost: 2_000, from: 400, to: 1_200 };

export async function readContactChallenge(
  context: VisitorContext,
): Promise<ReplyOf<typeof challengeEndpoint>> {
  return { challenge: await makeContactChallenge(context, WORK) };
}

/** Signed, so that no sender makes it easier; how much work it is lies between the two counters. */
export async function makeContactChallenge(
  context: VisitorContext,
  { cost, from, to }: typeof WORK,
): Promise<ContactChallenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(from, to),
    deriveKey,
    data: { id: newId(), at: context.app.clock.now().getTime() },
    ...secretsOf(context),
  });
  return challenge as ContactChallenge;
}

type Proof = Pick<InputOf<typeof sendContact>, 'challenge' | 'solution' | 'website'>;

/** Fails unless a browser has done our work, lately, and a person has had the time to write. */
export async function checkProof(
  context: VisitorContext,
  { challenge, solution, website = '' }: Proof,
): Promise<void> {
  const age = context.app.clock.now().getTime() - challenge.parameters.data.at;
  const inTime = age >= CONTACT_MIN_MS && age <= CONTACT_PROOF_MINUTES * MINUTE;
  if (website !== '' || !inTime) fail('contact.unproven');
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(context) });
  if (!verified) fail('contact.unproven');
}

/** Each proof is good for one message. */
export async function useProof(tx: DbOrTx, brandId: string, { challenge }: Proof): Promise<void> {
  const { id, at } = challenge.parameters.data;
  const expiresAt = new Date(at + CONTACT_PROOF_MINUTES * MINUTE);
  if (!(await tryUseOnce(tx, brandId, { id, expiresAt }))) fail('contact.unproven');
}

/** One brand's work is worth nothing at another. */
function secretsOf({ app: { keyedHash }, brandId }: VisitorContext) {
  return {
    hmacSignatureSecret: keyedHash('contact challenge', brandId).toString('hex'),
    hmacKeySignatureSecret: keyedHash('contact solution', brandId).toString('hex'),
  };
}
