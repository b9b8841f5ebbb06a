/** Which merchant accounts there are at each provider, which brands use them, and who may see what they report. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { providerName } from '#contract/billing/payment-checks.ts';
import { hasOwnAccounts } from '#contract/billing/providers.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App, StaffContext } from '#server/app.ts';

interface MerchantAccount {
  /** Empty for the one that brands without one of their own share. */
  merchantAccount: string;
  brandIds: readonly string[];
}

export function merchantAccountsAt(
  { brands }: Pick<App, 'brands'>,
  provider: ProviderName,
): MerchantAccount[] {
  const all = brands.all();
  const ownOf = (brand: (typeof all)[number]) =>
    (hasOwnAccounts(provider) && brand.settings.payment.merchantAccount) || '';
  const names = new Set(['', ...all.map(ownOf)]);
  return [...names].map((merchantAccount) => ({
    merchantAccount,
    brandIds: all.filter((brand) => ownOf(brand) === merchantAccount).map(({ id }) => id),
  }));
}

/** A person with the right at every brand sees also what no brand has any more. */
const isEverywhere = ({ app, isOwner, brandIds }: StaffContext) =>
  isOwner || brandIds.length === app.brands.all().length;

/** The merchant accounts that no brand uses but the caller's. */
function ownAccounts({ app, brandIds }: StaffContext) {
  const mine = new Set(brandIds);
  return providerName.options.flatMap((provider) =>
    merchantAccountsAt(app, provider)
      .filter((account) => account.brandIds.length > 0 && account.brandIds.every((id) => mine.has(id)))
      .map(({ merchantAccount, brandIds: users }) => ({ provider, merchantAccount, users })),
  );
}

/** Whether a row that names a provider and a merchant account is of one that the caller may see the whole of. */
export function isOfOwnAccount(context: StaffContext): RawBuilder<boolean> {
  if (isEverywhere(context)) return sql`true`;
  const own = ownAccounts(context);
  return sql`(provider, merchant_account) in (select * from unnest(
    ${own.map(({ provider }) => provider)}::text[], ${own.map(({ merchantAccount }) => merchantAccount)}::text[]))`;
}

/** Whether a row of the books, which names a brand and a provider, went over a merchant account of which that is so. */
export function wentOverOwnAccount(context: StaffContext): RawBuilder<boolean> {
  if (isEverywhere(context)) return sql`true`;
  const pairs = ownAccounts(context).flatMap(({ provider, users }) =>
    users.map((brandId) => ({ brandId, provider })),
  );
  return sql`(brand_id, provider) in (select * from unnest(
    ${pairs.map(({ brandId }) => brandId)}::uuid[], ${pairs.map(({ provider }) => provider)}::text[]))`;
}
