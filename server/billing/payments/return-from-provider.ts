import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import type {
  CheckReply,
  checkTrustPayPayment as checkTrustPayPaymentEndpoint,
} from '../../../contract/billing/payment-checks.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { MemberContext } from '../../app.ts';
import { describeCharge } from './payment-status.ts';
import type { PaymentStatus } from './payment-status.ts';
import { requireUsed } from './payment-rules.ts';
import { recordOutcome } from './record-outcome.ts';
import { findAttempt } from './attempts.ts';
import type { DbOrTx } from '../../platform/database/database.ts';

type Input = InputOf<typeof checkTrustPayPaymentEndpoint>;

/** What became of a payment whose provider has sent the member back. A payment that is not his is none at all. */
export function checkReturn(provider: ProviderName) {
  return async (context: MemberContext, { reference }: Input): Promise<CheckReply> => {
    const status = await finishPayment(context, provider, reference);
    if (!status) {
      // Only now: a payment that was begun before the brand changed its providers must still be shown.
      requireUsed(context.brand, provider);
      return {};
    }
    const { outcome, orderId } = describeCharge(status);
    return { result: outcome === 'success', outcome, orderId };
  };
}

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

/** An attempt by what its provider calls it. */
function findByReference(db: DbOrTx, provider: ProviderName, reference: string) {
  return db
    .selectFrom('payment_attempt as a')
    .leftJoin('payment_method as m', (join) =>
      join.onRef('m.brand_id', '=', 'a.brand_id').onRef('m.id', '=', 'a.payment_method_id'),
    )
    .select(['a.brand_id as brandId', 'a.id as attemptId', 'a.account_id as accountId', 'a.reference'])
    .select(['a.amount_cents as amountCents', 'a.initiated_by as initiatedBy', 'a.created_at as createdAt'])
    .select(['a.method', 'm.token'])
    .where('a.provider', '=', provider)
    .where('a.reference', '=', reference)
    .limit(1)
    .executeTakeFirst();
}
