/** What keeps a member from paying, for the staff who answer them, and lifting it. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  liftPaymentBlock as liftEndpoint,
  listPaymentBlocks as listEndpoint,
} from '#contract/staff/billing.ts';
import type { App, StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { blockHash } from '../orders/payment-blocks.ts';
import type { BlockKind } from '../orders/payment-blocks.ts';

interface Account {
  brandId: string;
  accountId: string;
}

const MOST = 50;

export async function listPaymentBlocks(
  context: StaffContext,
  { brand, accountId }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { app, brandId } = atBrand(context, brand);
  const hashes = await hashesOf(app, app.db, { brandId, accountId });
  const rows = await app.db
    .selectFrom('payment_block')
    .select(['id', 'kind', 'label', 'stops', 'reason', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('value_hash', 'in', hashes)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  const blocks = rows.map(({ id, kind, label, stops, reason, created_at }) => ({
    id,
    kind,
    label,
    stops,
    reason,
    createdAt: created_at.getTime(),
  }));
  return { blocks };
}

/** One of another member's is not lifted here: the history of this one would say so. */
export function liftPaymentBlock(
  context: StaffContext,
  { brand, accountId, id, reason }: InputOf<typeof liftEndpoint>,
): Promise<ReplyOf<typeof liftEndpoint>> {
  const { app, brandId, staffId, ip } = atBrand(context, brand);
  return transact(app.db, async (tx, afterCommit) => {
    const among = await hashesOf(app, tx, { brandId, accountId });
    const actor = { kind: 'staff', id: staffId } as const;
    const entry = { actor, subject: accountId, ip };
    if (!(await liftBlock(tx, { brandId, id, among, reason }, entry))) fail('member.changed');
    afterCommit(() =>
      app.staffLive.emit('members.read', {
        brandId,
        topic: 'member',
        id: accountId,
        change: 'unblocked',
        staffId,
      }),
    );
    return { ok: true };
  });
}

/** By what the member is recognised when they pay: the account, its address, the cards they paid with, where they are signed in. */
async function hashesOf(
  app: Pick<App, 'keyedHash'>,
  db: DbOrTx,
  { brandId, accountId }: Account,
): Promise<Buffer[]> {
  const { rows } = await sql<{ email: string; cards: string[]; addresses: string[] }>`
    select a.email,
      array(select distinct encode(t.fingerprint, 'hex') from payment_attempt t
        where t.brand_id = a.brand_id and t.account_id = a.id and t.fingerprint is not null) as cards,
      array(select distinct host(s.ip) from session s
        where s.brand_id = a.brand_id and s.account_id = a.id and s.ip is not null) as addresses
    from account a where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid`.execute(db);
  const { email, cards, addresses } = rows[0] ?? fail('request.not_found');
  const values: [BlockKind, string][] = [
    ['account', accountId],
    ['email', email],
    ...cards.map((card): [BlockKind, string] => ['card', card]),
    ...addresses.map((address): [BlockKind, string] => ['address', address]),
  ];
  return values.map(([kind, value]) => blockHash(app, brandId, kind, value));
}

interface Lift {
  brandId: string;
  id: string;
  /** It is lifted only where it is recognised by one of these. */
  among?: readonly Buffer[];
  reason: string;
}

/** False where there is no such block any more. */
export async function liftBlock(
  tx: Tx,
  { brandId, id, among, reason }: Lift,
  { subject = id, ...entry }: Pick<AuditEntry, 'actor' | 'subject' | 'ip'>,
): Promise<boolean> {
  const query = tx.deleteFrom('payment_block').where('brand_id', '=', brandId).where('id', '=', id);
  const gone = await (among ? query.where('value_hash', 'in', among) : query)
    .returning(['kind', 'label', 'stops', 'reason'])
    .executeTakeFirst();
  if (!gone) return false;
  const { reason: blockedFor, ...block } = gone;
  const details = { ...block, blockedFor, reason };
  await recordAudit(tx, { ...entry, brandId, action: 'payer.unblocked', subject, details });
  return true;
}
