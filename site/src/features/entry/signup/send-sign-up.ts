import { OfflineError } from '#client/call.ts';
import { pageState } from '#client/page-state.ts';
import { register } from '#contract/account/sign-up.ts';
import type { NewMember, SignUpAnswers } from '#contract/account/sign-up.ts';
import { SIGN_UP_FAULT } from '#contract/insight/tracking.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { call } from '#site/shell/api.ts';
import { shellStore } from '#site/shell/boot.ts';
import { awaitFingerprint } from '#site/shell/fingerprint.ts';
import { enterAfterSignUp, arrivalFacts } from '#site/shell/member-session.ts';
import { report } from '#site/shell/report.ts';
import { storage } from '#site/shell/storage.ts';
import { safeRedirect } from './safe-redirect.ts';

interface Options {
  /** "That's not me": another person uses the same device. */
  anotherPerson: boolean;
}

/**
 * What the page calls its sign-up, however often it is sent: after an answer that got lost, the server knows the form
 * again. Another person's address in the same form is another sign-up.
 */
const attempts = pageState(() => new Map<string, string>());

function attemptOf(email: string): string {
  const known = attempts.get(email) ?? crypto.randomUUID();
  attempts.set(email, known);
  return known;
}

/** Signs up with what was answered in all steps. */
export function signUp(
  { place, name, ...answers }: SignUpAnswers,
  { anotherPerson }: Options,
): Promise<void> {
  return send({
    ...answers,
    ...place,
    screenName: name,
    attemptId: attemptOf(answers.email),
    ...(anotherPerson && { anotherPerson }),
  });
}

/** The same for each try, so that a second one is known again. */
const byItself = pageState(() => ({ password: undefined as string | undefined }));

/** Signs up with an address and a town alone. The password is random and never shown; a mail can set another. */
export function signUpByItself(
  { email, place: { city, region } }: Pick<SignUpAnswers, 'email' | 'place'>,
  { anotherPerson }: Options,
): Promise<void> {
  byItself.password ??= crypto.randomUUID() + crypto.randomUUID();
  return send({
    email,
    attemptId: attemptOf(email),
    password: byItself.password,
    city,
    region,
    province: region,
    ...(anotherPerson && { anotherPerson }),
  });
}

async function send(given: NewMember): Promise<void> {
  if (!navigator.onLine) throw new OfflineError(register.path);
  await awaitFingerprint();
  try {
    const { result } = await call(register, { member: { ...arrivalFacts(), ...given } });
    if (given.city) storage.set('city', given.city);
    if (given.region) storage.set('region', given.region);
    await enterAfterSignUp(result);
  } catch (error) {
    if (error instanceof Failure) return goElsewhere(error);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    void report({ subject: SIGN_UP_FAULT, text: String(error), failure: String(cause) });
    throw error;
  }
}

/** Some sign-ups continue at another address. Every other failure is for the form. */
async function goElsewhere(failure: Failure): Promise<void> {
  if (failure.code !== 'signup.elsewhere') throw failure;
  const { url } = (failure as Failure<'signup.elsewhere'>).details;
  const redirectHosts = shellStore.get()?.brand.redirectHosts ?? [];
  const target = safeRedirect(url, { origin: location.origin, redirectHosts });
  if (!target) throw new Error('The sign-up was to continue at an address that is not allowed.');
  location.assign(target);
  // Who comes back by the browser's button finds the form as it was.
  await new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));
}
