import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { acceptTerms as endpoint } from '../../../contract/account/sign-up.ts';
import { describeUser } from '../describe-user.ts';
import type { MemberContext } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { lockConsentState, saveConsentState } from './queries.ts';
import { recordConsents } from './record-consents.ts';

/** The one-tap screen of whoever signed up without being asked. Said twice, it counts once. */
export async function acceptTerms(
  context: MemberContext,
  { terms, adult, newsletter }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId, clock, accountHandlers } = context;
  if (!terms) fail('field.terms');
  if (!adult) fail('field.adult');
  await transact(db, async (tx) => {
    const before = await lockConsentState(tx, brandId, accountId);
    const wanted = newsletter ?? before.newsletter;
    await recordConsents(context, tx, accountId, {
      ...(before.accepted_at === null && { terms: true, adult: true }),
      ...(wanted !== before.newsletter && { newsletter: wanted }),
    });
    await saveConsentState(tx, brandId, accountId, {
      accepted_at: before.accepted_at ?? clock.now(),
      newsletter: wanted,
    });
    if (before.accepted_at !== null) return;
    for (const { termsAccepted } of accountHandlers) await termsAccepted?.(context, tx);
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}
