import { systemClock } from '../../server/platform/clock.ts';
import { openSession } from '../../server/platform/security/sessions.ts';
import type { Member } from '../world.ts';

/** The member with a session that is live by the real clock, which a running server goes by. */
export async function withLiveSession(member: Member): Promise<Member> {
  const context = { ...member, clock: systemClock };
  return { ...member, token: await openSession(context, member.db, member.accountId, 'password') };
}
