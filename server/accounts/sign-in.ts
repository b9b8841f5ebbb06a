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
  await limits.hit('loginAddress', ip);
  await limits.hit('loginAccount', `${brandId}:${email}`);
  const account = await findAccountByEmail(db, brandId, email);
  const matches = await verifyPassword(account?.password_hash ?? undefined, input.password);
  if (!account || !matches) return fail('login.wrong');
  if (account.status === 'disabled') return fail('account.disabled');
  await limits.reset('loginAccount', `${brandId}:${email}`);
  await limits.forgive('loginAddress', ip);
  if (account.password_hash && needsRehash(account.password_hash)) {
    await replacePasswordHash(db, brandId, account.id, await hashPassword(input.password));
  }
  const token = await openSession(context, db, account.id);
  return { token, trackerId: account.tracker_id, user: await describeUser(context, account.id) };
}

/** Spaces are dropped and case does not count. */
export function normalEmail(typed: string): string {
  return typed.replaceAll(/\s/g, '').toLowerCase();
}
