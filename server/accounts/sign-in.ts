import type { InputOf } from '../../contract/endpoint.ts';
import type { authenticate } from '../../contract/sign-in.ts';
import { fail } from '../../contract/errors.ts';
import type { VisitorContext } from '../core/app.ts';
import { hashPassword, needsRehash, verifyPassword } from '../core/passwords.ts';
import { describeUser } from './describe-user.ts';
import { normalEmail } from './email-address.ts';
import { openCurrentSession } from './open-current-session.ts';
import { findAccountByEmail, replacePasswordHash } from './queries.ts';

/** Signs in with address and password. An unknown address takes as long as a wrong password and says the same. */
export async function signIn(context: VisitorContext, input: InputOf<typeof authenticate>) {
  const { brandId, limits, ip } = context;
  const email = normalEmail(input.email);
  const attempt = `${brandId}:${email}`;
  await limits.hit('loginAddress', ip);
  await limits.hit('loginAccount', attempt);
  const account = await findMatch(context, email, input.password).catch(async (error: unknown) => {
    // Only a wrong guess counts: somebody who tries again while the database is away must not be locked out.
    await limits.forgive('loginAddress', ip);
    await limits.forgive('loginAccount', attempt);
    throw error;
  });
  if (!account) return fail('login.wrong');
  if (account.status === 'disabled') return fail('account.disabled');
  await limits.reset('loginAccount', attempt);
  await limits.forgive('loginAddress', ip);
  const token = (await openCurrentSession(context, account, 'password')) ?? fail('login.wrong');
  return { token, trackerId: account.tracker_id, user: await describeUser(context, account.id) };
}

async function findMatch({ db, brandId }: VisitorContext, email: string, password: string) {
  const account = await findAccountByEmail(db, brandId, email);
  const matches = await verifyPassword(account?.password_hash ?? undefined, password);
  if (!account || !matches) return undefined;
  if (account.password_hash && needsRehash(account.password_hash)) {
    const change = { from: account.password_hash, to: await hashPassword(password) };
    await replacePasswordHash(db, brandId, account.id, change);
  }
  return account;
}
