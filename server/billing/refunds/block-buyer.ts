import { blockHash } from '../payments/payment-blocks.ts';
import type { App } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { insertBlock, listPurchaseCharges } from './staff-queries.ts';

interface Blocked {
  brandId: string;
  accountId: string;
  /** What it is about: its card is kept away too, from whichever account. */
  orderId: string;
  reason: 'repeated withdrawals' | 'lost dispute';
}

/**
 * Keeps an account, and the card that it paid with, from buying more until support lifts it. Test cards are
 * everybody's: where money is play money they are left alone.
 */
export async function blockBuyer(
  app: App,
  tx: Tx,
  { brandId, accountId, orderId, reason }: Blocked,
): Promise<void> {
  const at = app.clock.now();
  const block = async (kind: 'account' | 'card', value: string, label: string) => {
    const hash = blockHash(app, brandId, kind, value);
    const { id, isNew } = await insertBlock(tx, {
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
      subject: id,
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
