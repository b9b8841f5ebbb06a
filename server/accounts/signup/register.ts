import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { Failure } from '../../../contract/kernel/errors.ts';
import type { NewMember, SignedUp, register as endpoint } from '../../../contract/account/sign-up.ts';
import type { VisitorContext } from '../../app.ts';
import { MINUTE } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { networkOf } from '../../platform/security/limits.ts';
import { checkNewMember } from './check-new-member.ts';
import type { CheckedMember } from './check-new-member.ts';
import { createMember, describeSignUp } from './create-member.ts';
import { refuseDisposable } from './email-address.ts';
import { countAttempt, sendElsewhere } from './guard-sign-up.ts';
import { refuseKnownDevice } from './known-device.ts';
import { findByEmail } from './queries.ts';
import type { Owner } from './queries.ts';
import { signInAgain } from './sign-in-again.ts';

/** How long after a sign-up the same form may send it again. */
const RETRY_WITHIN = 10 * MINUTE;

/** Signs somebody up from a form. What is wrong with the form itself does not count as an attempt. */
export async function register(
  context: VisitorContext,
  { member }: InputOf<typeof endpoint>,
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
  const { db, brandId } = context;
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
  const passwordHash = await context.passwords.hash(password, networkOf(context.ip));
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
  { clock, ip, passwords }: VisitorContext,
  owner: Owner,
  { attemptId, password }: { attemptId: string | undefined; password: string },
): Promise<boolean> {
  if (owner.attempt_id !== attemptId || owner.password_hash === null) return false;
  if (clock.now().getTime() - owner.created_at.getTime() > RETRY_WITHIN) return false;
  return passwords.verify(owner.password_hash, password, networkOf(ip));
}
