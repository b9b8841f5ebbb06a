import type { ProviderName } from '#contract/billing/providers.ts';
import { requireProvenSession } from '#server/accounts/fresh-proof.ts';
import type { MemberContext } from '#server/app.ts';
import type { Chosen } from './pay.ts';
import { findPaymentMethodOnFile } from './payment-methods.ts';

/**
 * The payment method on file, which only the provider that keeps it can charge. A mailed link is easily passed on, and no bank
 * asks the member here, so a session that such a link alone has opened never gets it.
 */
export async function chooseOnFile(
  context: MemberContext,
  accepts: Accepts = () => true,
): Promise<Chosen | undefined> {
  const { db, providers } = context.app;
  const { brandId, accountId } = context;
  await requireProvenSession(context);
  const paymentMethod = await findPaymentMethodOnFile(db, brandId, accountId);
  if (!paymentMethod || !accepts(paymentMethod.provider)) return undefined;
  const { id, provider, token, network, lastFour, fingerprint } = paymentMethod;
  return {
    paymentMethod: { type: 'on_file', token },
    method: 'on_file',
    providers: providers.get(provider) ? [provider] : [],
    card: { network, lastFour, fingerprint },
    paymentMethodId: id,
  };
}

export type Accepts = (name: ProviderName) => boolean;
