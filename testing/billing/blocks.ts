import { blockHash } from '#server/billing/orders/payment-blocks.ts';
import type { BlockKind, BlockScope } from '#server/billing/orders/payment-blocks.ts';
import { newId } from '#server/platform/ids.ts';
import type { Member } from '../world.ts';

/** Puts something on the list of what a brand takes no money from. */
export async function blockPayer(
  { app, brandId }: Member,
  kind: BlockKind,
  value: string,
  stops: BlockScope = 'charges',
): Promise<void> {
  const hash = blockHash(app, brandId, kind, value);
  await app.db
    .insertInto('payment_block')
    .values({ brand_id: brandId, id: newId(), kind, stops, value_hash: hash, label: 'x', reason: 'x' })
    .execute();
}
