import type { VisitorContext } from '../core/app.ts';
import { checkSession } from '../core/sessions.ts';
import { describeUser } from './describe-user.ts';

/** The check a page makes when it starts. A live token with another's tracker id counts as dead. */
export async function verifySession(context: VisitorContext, input: { token: string; trackerId: string }) {
  const session = await checkSession(context, context.brandId, input.token);
  if (session === 'disabled') return { status: 'disabled' as const };
  if (session === 'dead' || session.trackerId !== input.trackerId) return { status: 'dead' as const };
  return { status: 'live' as const, user: await describeUser(context, session.accountId) };
}
