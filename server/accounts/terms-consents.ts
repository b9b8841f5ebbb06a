/** How many members have agreed to the terms of a brand as they are. */

import { isStillAgreed } from '#contract/brand/legal.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { countTermsConsents as endpoint } from '#contract/staff/brand-texts.ts';
import type { StaffContext } from '#server/app.ts';
import { findEditedBrand } from '#server/brands/editing/edited-brand.ts';
import { editionInForce } from '#server/brands/legal-editions.ts';

/** Of accounts that are open. Who never agreed to anything is asked before they begin, whatever the terms say. */
export async function countTermsConsents(
  context: StaffContext,
  { brand: key }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { brandId } = await findEditedBrand(context, key);
  const brand = context.app.brands.byId(brandId) ?? fail('request.not_found');
  const edition = editionInForce(brand, 'terms');
  const rows = await context.app.db
    .selectFrom('account')
    .select(({ fn }) => ['terms_version', fn.countAll<number>().as('members')])
    .where('brand_id', '=', brandId)
    .where('status', '=', 'active')
    .where('accepted_at', 'is not', null)
    .groupBy('terms_version')
    .execute();
  const count = (wanted: (agreed: string | null) => boolean) =>
    rows.filter((row) => wanted(row.terms_version)).reduce((sum, { members }) => sum + members, 0);
  const stillAgreed = (agreed: string | null) => isStillAgreed(agreed, brand.terms);
  return {
    edition,
    agreed: count((agreed) => agreed === edition),
    counted: count((agreed) => agreed !== edition && stillAgreed(agreed)),
    toAsk: count((agreed) => !stillAgreed(agreed)),
  };
}
