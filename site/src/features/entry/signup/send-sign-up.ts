import { register } from '../../../../../contract/account/sign-up.ts';
import type { NewMember } from '../../../../../contract/account/sign-up.ts';
import { SIGN_UP_FAULT } from '../../../../../contract/insight/tracking.ts';
import { Failure } from '../../../../../contract/kernel/errors.ts';
import { OfflineError } from '../../../../../packages/client/call.ts';
import { call } from '../../../shell/api.ts';
import { shellStore } from '../../../shell/boot.ts';
import type { Town } from '../../../shell/find-towns.ts';
import { awaitFingerprint } from '../../../shell/fingerprint.ts';
import { enterAfterSignUp, whatTheArrivalKnows } from '../../../shell/member-session.ts';
import { report } from '../../../shell/report.ts';
import { storage } from '../../../shell/storage.ts';
import { type Refusal, refusalOf } from '../../../shell/use-attempt.ts';
import { safeRedirect } from './safe-redirect.ts';
import { type Draft, type Field, fields, withoutSpaces } from './sign-up-rules.ts';

export interface SignUpRefusal extends Refusal {
  /** Of whoever signed up from this device, masked. */
  maskedEmail?: string;
}

export type SignUpOutcome =
  | { is: 'done' }
  /** The page goes on to another address. */
  | { is: 'leaving' }
  | { is: 'fault'; field: Field }
  | { is: 'refused'; refusal: SignUpRefusal };

interface Options {
  anotherPerson?: boolean;
}

/**
 * What the page calls its sign-up, however often it is sent: after an answer that got lost, the server knows the form
 * again. Somebody else's address in the same form is another sign-up.
 */
const attempts = new Map<string, string>();

function attemptOf(email: string): string {
  const known = attempts.get(email) ?? crypto.randomUUID();
  attempts.set(email, known);
  return known;
}

/** Signs up with what was typed in all steps. */
export function signUp(draft: Draft, { anotherPerson = false }: Options = {}): Promise<SignUpOutcome> {
  const email = withoutSpaces(draft.email);
  return send({
    email,
    attemptId: attemptOf(email),
    password: draft.password,
    screenName: draft.screenName.trim(),
    ...draft.town,
    age: Number(draft.age),
    ...(draft.gender && { gender: draft.gender }),
    ...(draft.seeks && { seeks: draft.seeks }),
    newsletter: draft.newsletter,
    terms: draft.terms,
    adult: draft.adult,
    ...(anotherPerson && { anotherPerson }),
  });
}

/** The same for each try, so that a second one is known again. */
let randomPassword: string | undefined;

/** Signs up with an address and a town alone. The password is one that nobody knows; a mail can set another. */
export function signUpByItself(
  email: string,
  { city, region }: Town,
  { anotherPerson = false }: Options = {},
): Promise<SignUpOutcome> {
  const address = withoutSpaces(email);
  randomPassword ??= crypto.randomUUID() + crypto.randomUUID();
  return send({
    email: address,
    attemptId: attemptOf(address),
    password: randomPassword,
    city,
    region,
    province: region,
    ...(anotherPerson && { anotherPerson }),
  });
}

async function send(given: NewMember): Promise<SignUpOutcome> {
  if (!navigator.onLine) return { is: 'refused', refusal: { code: 'offline' } };
  await awaitFingerprint();
  try {
    const { result } = await call(register, { member: { ...whatTheArrivalKnows(), ...given } });
    if (given.city) storage.set('city', given.city);
    if (given.region) storage.set('region', given.region);
    await enterAfterSignUp(result);
    return { is: 'done' };
  } catch (error) {
    if (error instanceof Failure) return outcomeOf(error);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    void report({ subject: SIGN_UP_FAULT, text: String(error), failure: String(cause) });
    const code = error instanceof OfflineError ? 'offline' : 'server.fault';
    return { is: 'refused', refusal: { code } };
  }
}

function outcomeOf(failure: Failure): SignUpOutcome {
  const field = fields.find((each) => failure.code === `field.${each}`);
  if (field) return { is: 'fault', field };
  const { url, email } = (failure.details ?? {}) as { url?: string; email?: string };
  if (failure.code !== 'signup.elsewhere')
    return { is: 'refused', refusal: { ...refusalOf(failure), ...(email && { maskedEmail: email }) } };
  const target = url && goodTarget(url);
  if (!target) return { is: 'refused', refusal: { code: 'server.fault' } };
  location.assign(target);
  return { is: 'leaving' };
}

function goodTarget(url: string): string | undefined {
  const redirectHosts = shellStore.get()?.brand.redirectHosts ?? [];
  return safeRedirect(url, { origin: location.origin, redirectHosts });
}
