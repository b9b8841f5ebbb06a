import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  blockPayer as blockEndpoint,
  listPaymentBlocks as listEndpoint,
  unblockPayer as unblockEndpoint,
} from '../../../contract/staff/billing.ts';
import { blockHash } from '../payments/payment-blocks.ts';
import type { StaffContext } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import { transact } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { networkOf } from '../../platform/security/limits.ts';
import { requireOperator } from '../../brands/staff-context.ts';
import { decodeCursor } from './list-payments.ts';
import { deleteBlock, insertBlock, listBlockRows, listPurchaseCharges } from './staff-queries.ts';

const PAGE = 50;

export async function listPaymentBlocks(
  context: StaffContext,
  { brand: key, before }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  requireOperator(context);
  const brand = context.brands.byKey(key);
  if (!brand) return { blocks: [], next: null };
  const page = { brandId: brand.id, before: decodeCursor(before), limit: PAGE + 1 };
  const rows = await listBlockRows(context.db, page);
  const blocks = rows.slice(0, PAGE).map(({ id, kind, label, reason, created_at }) => ({
    id,
    kind,
    label,
    reason,
    createdAt: created_at.getTime(),
  }));
  return { blocks, next: rows.length > PAGE ? (blocks.at(-1)?.id ?? null) : null };
}

/** Only what they are recognised by is kept, and a label that shows no more than a part of them. */
export async function blockPayer(
  context: StaffContext,
  { brand: key, what, reason }: InputOf<typeof blockEndpoint>,
): Promise<ReplyOf<typeof blockEndpoint>> {
  requireOperator(context);
  const { db, clock, staffId, ip } = context;
  const { id: brandId } = context.brands.byKey(key) ?? fail('order.not_found');
  const { kind } = what;
  const { value, label } = await recognise(context, brandId, what);
  const hash = blockHash(context, brandId, kind, value);
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

export async function unblockPayer(
  context: StaffContext,
  { brand: key, id }: InputOf<typeof unblockEndpoint>,
): Promise<ReplyOf<typeof unblockEndpoint>> {
  requireOperator(context);
  const { db, staffId, ip } = context;
  const brand = context.brands.byKey(key);
  if (!brand) return { ok: true };
  await transact(db, async (tx) => {
    const gone = await deleteBlock(tx, brand.id, id);
    if (!gone) return;
    await recordAudit(tx, {
      brandId: brand.id,
      actor: { kind: 'staff', id: staffId },
      action: 'payer.unblocked',
      subject: id,
      details: gone,
      ip,
    });
  });
  return { ok: true };
}

type What = InputOf<typeof blockEndpoint>['what'];

async function recognise(
  { db }: StaffContext,
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
