import type { SignInMethod } from '#contract/account/own-account.ts';
import { findSession, openSession } from '#server/platform/security/sessions.ts';
import type { Member } from '../world.ts';

/** The same member in a session of another sort, with their services as they are. */
export async function inSession(member: Member, method: SignInMethod): Promise<Member> {
  const token = await openSession(member, member.app.db, member.accountId, method);
  const session = await findSession(member.app, member.brandId, token);
  return { ...member, ...session, token };
}
