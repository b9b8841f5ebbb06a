import { systemClock } from '#server/platform/clock.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import { withServices } from '../world.ts';
import type { Member } from '../world.ts';

/** The member with a session that is live by the real clock, which a running server goes by. */
export async function withLiveSession(member: Member): Promise<Member> {
  const context = withServices(member, { clock: systemClock });
  return { ...member, token: await openSession(context, member.app.db, member.accountId, 'password') };
}
