import { z } from 'zod';
import { providerName } from '../../../contract/billing/payment-checks.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { App } from '../../app.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';

/** What was taken off the file is forgotten by the provider as well. */
export const forgetCard = jobKind(
  'billing.forget_card',
  z.object({ brandId: z.uuid(), paymentMethodId: z.uuid() }),
);

/** The same for what was never put on file, or whose owner is gone. The token is of use to nobody but us. */
export const forgetToken = jobKind(
  'billing.forget_token',
  z.object({
    brandId: z.uuid(),
    accountId: z.uuid(),
    provider: providerName,
    token: z.string().min(1).max(500),
  }),
);

export async function forgetCardAtProvider(
  { db, providers }: App,
  { brandId, paymentMethodId }: { brandId: string; paymentMethodId: string },
): Promise<void> {
  const card = await db
    .selectFrom('payment_method')
    .select(['account_id', 'provider', 'token', 'status'])
    .where('brand_id', '=', brandId)
    .where('id', '=', paymentMethodId)
    .executeTakeFirst();
  if (card?.status !== 'removed') return;
  await providers.get(card.provider)?.forget(card.token, card.account_id);
}

interface Token {
  brandId: string;
  accountId: string;
  provider: ProviderName;
  token: string;
}

export async function forgetTokenAtProvider(
  { db, providers }: App,
  { brandId, accountId, provider, token }: Token,
): Promise<void> {
  // Some providers give a card the same name each time, and its owner may have said yes for something else.
  const kept = await db
    .selectFrom('payment_method')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('token', '=', token)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (!kept) await providers.get(provider)?.forget(token, accountId);
}
