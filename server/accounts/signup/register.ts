/** Signing up by the form. */

import { isAge } from '#contract/account/sign-up.ts';
import type { NewMember, SignedUp, register as registerEndpoint } from '#contract/account/sign-up.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { isScreenName } from '#contract/profile/screen-name.ts';
import type { VisitorContext } from '#server/app.ts';
import { isPlace } from '#server/countries/find-places.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { networkOf } from '#server/platform/network.ts';
import { refuseDisposable, checkEmail } from '../email-address.ts';
import { createMember, describeSignUp, findByEmail } from './create-member.ts';
import type { NewAccount, Owner } from './create-member.ts';
import { countAttempt, sendElsewhere, refuseKnownDevice, signInAgain } from './guard-sign-up.ts';

/** How long after a sign-up the same form may send it again. */
const RETRY_WITHIN = 10 * MINUTE;

/** Signs a visitor up from a form. What is wrong with the form itself does not count as an attempt. */
export async function register(
  context: VisitorContext,
  { member }: InputOf<typeof registerEndpoint>,
): Promise<{ result: SignedUp }> {
  const checked = await checkNewMember(context, member);
  refuseDisposable(checked.email);
  sendElsewhere(context, checked.way, member);
  return { result: await countAttempt(context, member.fingerprint, () => signUp(context, member, checked)) };
}

async function signUp(
  context: VisitorContext,
  member: NewMember,
  { password, ...checked }: CheckedMember,
): Promise<SignedUp> {
  const { db } = context.app;
  const { brandId } = context;
  const { email } = checked;
  const answerOwner = async (owner: Owner) =>
    signInAgain(context, owner, {
      same: await isSameAttempt(context, owner, { attemptId: member.attemptId, password }),
      method: 'signup',
    });
  const owner = await findByEmail(db, brandId, email);
  if (owner) return answerOwner(owner);
  if (!member.anotherPerson) {
    await refuseKnownDevice(context, { email, fingerprint: member.fingerprint });
  }
  const passwordHash = await context.app.passwords.hash(password, networkOf(context.ip));
  try {
    const made = await transact(db, (tx) =>
      createMember(context, tx, {
        ...checked,
        emailConfirmed: false,
        passwordHash,
        method: 'signup',
        attemptId: member.attemptId,
        claims: member,
      }),
    );
    return await describeSignUp(context, made);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'signup.email_taken') throw error;
    const faster = await findByEmail(db, brandId, email);
    if (!faster) throw error;
    return answerOwner(faster);
  }
}

/** Whether this is the form that made the account, which tries again because the answer never came. */
async function isSameAttempt(
  { app: { clock, passwords }, ip }: VisitorContext,
  owner: Owner,
  { attemptId, password }: { attemptId: string | undefined; password: string },
): Promise<boolean> {
  if (owner.attempt_id !== attemptId || owner.password_hash === null) return false;
  if (clock.now().getTime() - owner.created_at.getTime() > RETRY_WITHIN) return false;
  return passwords.verify(owner.password_hash, password, networkOf(ip));
}

interface CheckedMember extends Pick<
  NewAccount,
  'email' | 'region' | 'city' | 'age' | 'gender' | 'seeks' | 'screenName' | 'consents'
> {
  way: 'form' | 'auto';
  password: string;
}

/**
 * Looks at what was typed in the order of the specification and fails at the first thing that is wrong. The
 * auto-signup may leave out who one is and the terms, which are then asked for later.
 */
export async function checkNewMember(context: VisitorContext, member: NewMember): Promise<CheckedMember> {
  const way = member.province ? 'auto' : 'form';
  const missing = (value: unknown) => value === undefined && way === 'auto';
  const email = checkEmail(member.email);
  const password = member.password || fail('field.password');
  const place = await checkPlace(context, member);
  if (!member.terms && !missing(member.terms)) fail('field.terms');
  if (!member.adult && !missing(member.adult)) fail('field.adult');
  if (!isAge(member.age) && !missing(member.age)) fail('field.age');
  if (!isGender(member.gender) && !missing(member.gender)) fail('field.gender');
  if (!isGender(member.seeks) && !missing(member.seeks)) fail('field.seeks');
  if (member.screenName !== undefined && !isScreenName(member.screenName)) fail('field.name');
  const gender = isGender(member.gender) ? member.gender : 'male';
  return {
    way,
    email,
    password,
    ...place,
    age: member.age ?? null,
    screenName: member.screenName,
    gender,
    seeks: isGender(member.seeks) ? member.seeks : gender === 'male' ? 'female' : 'male',
    consents: {
      terms: member.terms ?? false,
      adult: member.adult ?? false,
      newsletter: member.newsletter ?? false,
    },
  };
}

async function checkPlace({ app: { db }, brand }: VisitorContext, { region, city }: NewMember) {
  if (!region || !(await isPlace(db, brand.settings.country, { region, city: city ?? null })))
    return fail('field.place');
  return { region, city: city || null };
}

function isGender(value: NewMember['gender']): value is Gender {
  return value === 'female' || value === 'male';
}
