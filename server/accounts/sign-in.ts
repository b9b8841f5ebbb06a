import type { InputOf } from '../../contract/endpoint.ts';
import type { authenticate } from '../../contract/accounts.ts';
import { fail } from '../../contract/errors.ts';
import type { VisitorContext } from '../core/app.ts';
import { hashPassword, needsRehash, verifyPassword } from '../core/passwords.ts';
import { openSession } from '../core/sessions.ts';
import { describeUser } from './describe-user.ts';
import { findAccountByEmail, replacePasswordHash } from './queries.ts';

/** Signs in with address and password. An unknown address takes as long as a wrong password and says the same. */
export async function signIn(context: VisitorContext, input: InputOf<typeof authenticate>) {
  const { db, brandId, limits, ip } = context;
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
  const token = await openSession(context, db, account.id);
  return { token, trackerId: account.tracker_id, user: await describeUser(context, account.id) };
}

async function findMatch({ db, brandId }: VisitorContext, email: string, password: string) {
  const account = await findAccountByEmail(db, brandId, email);
  const matches = await verifyPassword(account?.password_hash ?? undefined, password);
  if (!account || !matches) return undefined;
  if (account.password_hash && needsRehash(account.password_hash)) {
    await replacePasswordHash(db, brandId, account.id, await hashPassword(password));
  }
  return account;
}

/** Spaces are dropped and case does not count. */
export function normalEmail(typed: string): string {
  return typed.replaceAll(/\s/g, '').toLowerCase();
}
