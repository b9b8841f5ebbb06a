import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CONTACT_MIN_MS } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import type { sendContact as sendEndpoint } from '#contract/support/contact.ts';
import type { VisitorContext } from '#server/app.ts';
import { makeContactChallenge, readContactChallenge } from '#server/support/contact-proof.ts';
import { sendContact } from '#server/support/contact.ts';
import { withServices } from '../world.ts';

type Contact = InputOf<typeof sendEndpoint>;

type Proof = Pick<Contact, 'challenge' | 'solution'>;

/** What a browser shows besides the message, after it has done its work: about a second of it. */
export async function prove(context: VisitorContext): Promise<Proof> {
  return solve((await readContactChallenge(context)).challenge);
}

/** The same of a challenge that is hardly any work. */
export async function proveQuickly(context: VisitorContext): Promise<Proof> {
  return solve(await makeContactChallenge(context, { cost: 1, from: 1, to: 2 }));
}

async function solve(challenge: Proof['challenge']): Promise<Proof> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('nobody could solve it');
  return { challenge, solution };
}

/** A visitor fills in the form, taking the time that a person takes. */
export async function sendSignedOut(
  context: VisitorContext,
  message: Pick<Contact, 'id' | 'email' | 'topic' | 'text'>,
) {
  const proof = await proveQuickly(context);
  const { clock } = context.app;
  const later = { now: () => new Date(clock.now().getTime() + CONTACT_MIN_MS) };
  return sendContact(withServices(context, { clock: later }), { ...message, ...proof });
}
