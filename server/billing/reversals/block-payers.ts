import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { blockPayer as blockEndpoint } from '#contract/staff/billing.ts';
import type { App, StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/network.ts';
import { blockHash } from '../orders/payment-blocks.ts';
import type { BlockKind, BlockScope } from '../orders/payment-blocks.ts';
import { listPurchaseCharges } from '../refunds/refund.sql.ts';

interface BuyerBlock {
  brandId: string;
  accountId: string;
  /** Its card is blocked too, for every account. */
  orderId: string;
  reason: 'repeated_withdrawals' | 'lost_dispute';
}

/**
 * Blocks an account, and the card that it paid with, from buying until support lifts it. All members share the test
 * cards, so in the sandbox they are not blocked.
 */
export async function blockBuyer(
  app: App,
  tx: Tx,
  { brandId, accountId, orderId, reason }: BuyerBlock,
): Promise<void> {
  const at = app.clock.now();
  const block = async (kind: 'account' | 'card', value: string, label: string) => {
    const hash = blockHash(app, brandId, kind, value);
    const { isNew } = await insertBlock(tx, {
      brandId,
      id: newId(),
      kind,
      stops: 'sales',
      hash,
      label,
      reason,
      at,
    });
    if (!isNew) return;
    const details = { kind, label, reason };
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'system' },
      action: 'payer.blocked',
      // Also of a card: the history of the member says why they can buy no more.
      subject: accountId,
      details,
    });
  };
  await block('account', accountId, `account ${accountId}`);
  if (app.providers.sandbox) return;
  const charges = await listPurchaseCharges(tx, brandId, orderId);
  for (const { fingerprint, network, last_four: lastFour } of charges)
    if (fingerprint)
      await block('card', fingerprint.toString('hex'), `${network ?? 'card'} •••• ${lastFour ?? '••••'}`);
}

/** Stores only a hash and a label that shows no more than a part of it. */
export async function blockPayer(
  context: StaffContext,
  { brand: key, what, reason }: InputOf<typeof blockEndpoint>,
): Promise<ReplyOf<typeof blockEndpoint>> {
  const { db, clock } = context.app;
  const { staffId, ip } = context;
  const { brandId } = atBrand(context, key);
  const { kind } = what;
  const { value, label } = await identify(context, brandId, what);
  const hash = blockHash(context.app, brandId, kind, value);
  return transact(db, async (tx) => {
    const at = clock.now();
    const stops = 'charges';
    const block = await insertBlock(tx, { brandId, id: newId(), kind, stops, hash, label, reason, at });
    if (block.isNew) {
      await recordAudit(tx, {
        brandId,
        actor: { kind: 'staff', id: staffId },
        action: 'payer.blocked',
        subject: block.id,
        details: { kind, label, reason },
        ip,
      });
    }
    return { id: block.id };
  });
}

type What = InputOf<typeof blockEndpoint>['what'];

async function identify(
  { app: { db } }: StaffContext,
  brandId: string,
  what: What,
): Promise<{ value: string; label: string }> {
  switch (what.kind) {
    case 'email':
      return { value: what.email, label: maskEmail(what.email) };
    case 'address':
      return { value: what.address, label: maskNetwork(what.address) };
    case 'card': {
      const charges = await listPurchaseCharges(db, brandId, what.orderId);
      if (charges.length === 0) return fail('order.not_found');
      const card = charges.findLast(({ fingerprint }) => fingerprint !== null);
      const value = card?.fingerprint?.toString('hex') ?? fail('order.nothing_due');
      return { value, label: `${card?.network ?? 'card'} •••• ${card?.last_four ?? '••••'}` };
    }
  }
}

function maskEmail(email: string): string {
  const [name = '', host = ''] = email.trim().toLowerCase().split('@');
  return `${name.slice(0, 1)}***@${host}`.slice(0, 100);
}

/** Half of it: enough to tell two apart. */
function maskNetwork(address: string): string {
  const network = networkOf(address);
  if (!network.includes(':')) return network.replace(/\.\d+\.\d+$/, '.*.*');
  return `${network.split(':').slice(0, 2).join(':')}:*`;
}

interface NewBlock {
  brandId: string;
  id: string;
  kind: BlockKind;
  stops: BlockScope;
  hash: Buffer;
  label: string;
  reason: string;
  at: Date;
}

/** The id of the block, which may have been there before. A block by support stops more than one by a rule, and replaces it. */
async function insertBlock(tx: Tx, block: NewBlock): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`
    insert into payment_block (brand_id, id, kind, stops, value_hash, label, reason, created_at)
    values (${block.brandId}::uuid, ${block.id}::uuid, ${block.kind}::text, ${block.stops}::text,
      ${block.hash}::bytea, ${block.label}::text, ${block.reason}::text, ${block.at}::timestamptz)
    on conflict (brand_id, kind, value_hash) do update
      set stops = excluded.stops, label = excluded.label, reason = excluded.reason
      where payment_block.stops = 'sales' and excluded.stops = 'charges'
    returning id`.execute(tx);
  if (rows[0]) return { id: rows[0].id, isNew: true };
  const known = await tx
    .selectFrom('payment_block')
    .select('id')
    .where('brand_id', '=', block.brandId)
    .where('kind', '=', block.kind)
    .where('value_hash', '=', block.hash)
    .executeTakeFirstOrThrow();
  return { id: known.id, isNew: false };
}
