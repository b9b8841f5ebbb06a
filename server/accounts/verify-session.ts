import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import type { verify } from '../../contract/account/sign-in.ts';
import type { VisitorContext } from '../app.ts';
import { checkSession } from '../platform/security/sessions.ts';
import { describeMember, describeUser } from './describe-user.ts';
import { noteReturn } from './note-return.ts';
import { readMember } from './queries.ts';

/** The check a page makes when it starts. A live token with another's tracker id counts as dead. */
export async function verifySession(
  context: VisitorContext,
  input: InputOf<typeof verify>,
): Promise<ReplyOf<typeof verify>> {
  const { db, brandId } = context;
  if (!input.token) return { status: 'dead' };
  const session = await checkSession(context, brandId, input.token);
  if (session === 'disabled') return { status: 'disabled' };
  if (session === 'dead' || session.trackerId !== input.trackerId) return { status: 'dead' };
  const member = await readMember(db, brandId, session.accountId);
  if (!member) return { status: 'dead' };
  const gift = await noteReturn(context, session.accountId, member);
  // What was read before knows nothing of the gift.
  const user = gift
    ? await describeUser(context, session.accountId, gift)
    : await describeMember(context, member, null);
  return { status: 'live', user };
}
