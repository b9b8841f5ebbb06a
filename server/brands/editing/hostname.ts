import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { checkHostname as endpoint } from '#contract/staff/brand-making.ts';
import type { StaffContext } from '#server/app.ts';
import { checkArrival } from '#server/platform/http/arrival.ts';
import { findEditedBrand } from './edited-brand.ts';

/** Whether a hostname is free, and whether it leads here: before a brand is published at it. */
export async function checkHostname(
  context: StaffContext,
  { brand, hostname }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  const { app, staffId } = context;
  await app.limits.hit('hostnameChecks', staffId);
  const owner = await app.db
    .selectFrom('brand_host')
    .innerJoin('brand', 'brand.id', 'brand_host.brand_id')
    .select('key')
    .where('hostname', '=', hostname)
    .where('brand_id', '!=', brandId)
    .executeTakeFirst();
  return { arrives: await checkArrival(app, hostname), takenBy: owner?.key ?? null };
}
