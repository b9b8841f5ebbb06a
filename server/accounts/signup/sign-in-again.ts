import { fail } from '../../../contract/kernel/errors.ts';
import type { SignedUp } from '../../../contract/account/sign-up.ts';
import type { VisitorContext } from '../../app.ts';
import { openSession } from '../../platform/security/sessions.ts';
import { describeSignUp } from './create-member.ts';
import type { Owner } from './queries.ts';

/**
 * Answers whoever wants an address that somebody has: with a new session if it is the very same sign-up over again,
 * else that it is taken.
 */
export async function signInAgain(
  context: VisitorContext,
  owner: Owner,
  { same, method }: { same: boolean; method: 'signup' | 'link' },
): Promise<SignedUp> {
  if (owner.status === 'disabled') fail('account.disabled');
  if (!same) fail('signup.email_taken');
  const flow = context.brand.flows.get(owner.flow_id);
  return describeSignUp(context, {
    accountId: owner.id,
    trackerId: owner.tracker_id,
    token: await openSession(context, context.db, owner.id, method),
    optIn: flow?.optIn ?? 'single',
    gift: method === 'signup' ? flow?.freeMessages || null : null,
  });
}
