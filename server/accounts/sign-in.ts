import type { InputOf } from '../../contract/kernel/endpoint.ts';
import type { authenticate } from '../../contract/account/sign-in.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { VisitorContext } from '../app.ts';
import { deviceTokenFor, guardLogin } from '../platform/security/login-guard.ts';
import { networkOf } from '../platform/security/limits.ts';
import { describeUser } from './describe-user.ts';
import { doorOf, normalEmail } from './email-address.ts';
import { openCurrentSession } from './open-current-session.ts';
import { findAccountByEmail, replacePasswordHash } from './queries.ts';

/** Signs in with address and password. An unknown address takes as long as a wrong password and says the same. */
export async function signIn(context: VisitorContext, input: InputOf<typeof authenticate>) {
  const email = normalEmail(input.email);
  const login = { account: doorOf(context.brandId, email), deviceToken: input.deviceToken };
  const account = await guardLogin(context, login, () => findMatch(context, email, input.password));
  if (!account) return fail('login.wrong');
  if (account.status === 'disabled') return fail('account.disabled');
  const token = (await openCurrentSession(context, account, 'password')) ?? fail('login.wrong');
  return {
    token,
    trackerId: account.tracker_id,
    user: await describeUser(context, account.id),
    deviceToken: deviceTokenFor(context, login),
  };
}

async function findMatch({ db, brandId, ip, passwords }: VisitorContext, email: string, password: string) {
  // Strangers who ask for many at once must not take the owner's place in the line.
  const owner = `${brandId} ${email} ${networkOf(ip)}`;
  const account = await findAccountByEmail(db, brandId, email);
  const matches = await passwords.verify(account?.password_hash ?? undefined, password, owner);
  if (!account || !matches) return undefined;
  if (account.password_hash && passwords.needsRehash(account.password_hash)) {
    const change = { from: account.password_hash, to: await passwords.hash(password, owner) };
    await replacePasswordHash(db, brandId, account.id, change);
  }
  return account;
}
