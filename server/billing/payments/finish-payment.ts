import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { MemberContext } from '../../app.ts';
import { findByReference } from './charge-queries.ts';
import { recordOutcome } from './record-outcome.ts';
import type { PaymentStatus } from './record-outcome.ts';
import { findAttempt } from './settle-queries.ts';

/** The member is back from the provider's page with something for the provider to read. Undefined where it is not his. */
export async function finishPayment(
  context: MemberContext,
  name: ProviderName,
  returned: string,
): Promise<PaymentStatus | undefined> {
  const { db, brand, brandId, accountId, providers } = context;
  const provider = providers.get(name);
  if (!provider) return undefined;
  const isOwn = (owner: { brandId: string; accountId: string }) =>
    owner.brandId === brandId && owner.accountId === accountId;
  const known = await findByReference(db, name, returned);
  if (known && !isOwn(known)) return undefined;
  const { merchantAccount } = brand.settings.payment;
  const finished = await provider.finish(returned, known && { ...known, merchantAccount });
  const attempt =
    finished && (await findAttempt(db, { provider: name, attemptId: finished.attemptId, reference: null }));
  if (!attempt) return undefined;
  // Whoever brought it, what the provider says of a payment counts.
  const status = await recordOutcome(context, {
    brandId: attempt.brandId,
    attemptId: attempt.id,
    verdict: finished.verdict,
  });
  return isOwn(attempt) ? status : undefined;
}
