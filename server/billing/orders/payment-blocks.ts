import { sql } from 'kysely';
import type { PurchaseKind } from '#contract/billing/orders.ts';
import { hardDeclines } from '#contract/billing/payment-outcome.ts';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import { byteaOf } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { networkOf } from '#server/platform/network.ts';

export type BlockKind = 'email' | 'address' | 'card' | 'account';

/** A block by a rule ends new sales, and what renews goes on; one by support ends every charge. */
export type BlockScope = 'sales' | 'charges';

/** What a block is recognised by: an e-mail address, a network address, the fingerprint of a card in hex, or the id of an account. */
export function blockHash(
  { keyedHash }: Pick<App, 'keyedHash'>,
  brandId: string,
  kind: BlockKind,
  value: string,
): Buffer {
  return keyedHash(`payment block ${kind}`, `${brandId} ${normalise(kind, value)}`);
}

function normalise(kind: BlockKind, value: string): string {
  switch (kind) {
    case 'email':
      return value.trim().toLowerCase();
    case 'address':
      return networkOf(value);
    case 'card':
    case 'account':
      return value.toLowerCase();
  }
}

interface Payment {
  brandId: string;
  kind: PurchaseKind;
}

/** Renewals, what is owed, cards that are put on file and age checks sell nothing. */
function isSale(kind: PurchaseKind): boolean {
  return kind === 'plan' || kind === 'upgrade';
}

/** The places in the list of those payments that are on it, all asked at once. */
export async function findBlocked(
  app: Pick<App, 'db' | 'keyedHash'>,
  payments: readonly (Payment & { email: string; fingerprint: Buffer | null })[],
): Promise<Set<number>> {
  const asked = payments.flatMap(({ brandId, kind, email, fingerprint }, place) => {
    const values: [BlockKind, string][] = [['email', email]];
    if (fingerprint) values.push(['card', fingerprint.toString('hex')]);
    return values.map(([by, value]) => ({
      place,
      brandId,
      by,
      hash: blockHash(app, brandId, by, value),
      stops: scopesOf(kind),
    }));
  });
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ n: number; stops: BlockScope }>`
    select asked.n::integer, b.stops
    from unnest(${asked.map(({ brandId }) => brandId)}::uuid[], ${asked.map(({ by }) => by)}::text[],
      ${asked.map(({ hash }) => hash)}::bytea[]) with ordinality as asked (brand_id, kind, hash, n)
    join payment_block b on b.brand_id = asked.brand_id and b.kind = asked.kind and b.value_hash = asked.hash`.execute(
    app.db,
  );
  return new Set(
    rows.flatMap(({ n, stops }) => {
      const one = asked[n - 1];
      return one?.stops.includes(stops) ? [one.place] : [];
    }),
  );
}

function scopesOf(kind: PurchaseKind): BlockScope[] {
  return isSale(kind) ? ['sales', 'charges'] : ['charges'];
}

/** By what an account is known that may buy no more; null where nothing is sold. */
export function saleBlock(
  app: Pick<App, 'keyedHash'>,
  { brandId, accountId, kind }: Payment & { accountId: string },
): { hash: Buffer; stops: BlockScope[] } | null {
  return isSale(kind) ? { hash: blockHash(app, brandId, 'account', accountId), stops: scopesOf(kind) } : null;
}

const REFUSED_FOR = DAY;

/** Who pays with what, as far as it can be on a list. */
export interface PaidBy {
  email: string;
  address: string;
  fingerprint: Buffer | null;
}

/** By what a payment would be found on the lists of those that we take no money from. */
export interface Watched {
  blocks: { kind: BlockKind; hash: Buffer }[];
  stops: BlockScope[];
  fingerprint: Buffer | null;
  /** A card that a bank has refused for good since then is not tried again. */
  declinedSince: Date;
}

export function watchedOf(
  app: Pick<App, 'keyedHash' | 'clock'>,
  { brandId, accountId, kind: purchaseKind }: Payment & { accountId: string },
  { email, address, fingerprint }: PaidBy,
): Watched {
  const values: [BlockKind, string | undefined][] = [
    ['email', email],
    ['address', address],
    ['card', fingerprint?.toString('hex')],
    ['account', isSale(purchaseKind) ? accountId : undefined],
  ];
  return {
    blocks: values.flatMap(([kind, value]) =>
      value === undefined ? [] : [{ kind, hash: blockHash(app, brandId, kind, value) }],
    ),
    stops: scopesOf(purchaseKind),
    fingerprint,
    declinedSince: new Date(app.clock.now().getTime() - REFUSED_FOR),
  };
}

export type Refusal = 'account_blocked' | 'address_blocked' | 'already_declined';

/**
 * Why we do not even ask a provider: the account may buy no more, something of the payment is on the list, or a bank has
 * refused this card of the member for good within a day. One read for all of it.
 */
export async function findRefusal(
  db: DbOrTx,
  { brandId, accountId }: { brandId: string; accountId: string },
  { blocks, stops, fingerprint, declinedSince }: Watched,
): Promise<Refusal | undefined> {
  const given = {
    brand_id: brandId,
    account_id: accountId,
    fingerprint: fingerprint && byteaOf(fingerprint),
    blocks: blocks.map(({ kind, hash }) => ({ kind, hash: byteaOf(hash) })),
    stops,
    declined_since: declinedSince,
  };
  const { rows } = await sql<{ refusal: Refusal | null }>`
    select coalesce(${blockOf('g')}, case when ${isDeclined('g')} then 'already_declined' end) as refusal
    from jsonb_to_record(${JSON.stringify(given)}::jsonb) as g (brand_id uuid, account_id uuid, fingerprint bytea,
      blocks jsonb, stops text[], declined_since timestamptz)`.execute(db);
  return rows[0]?.refusal ?? undefined;
}

/** What of a row with the columns of `Watched` is on the list. Counted, so that it is looked up for each by its key. */
export const blockOf = (given: string) => {
  const of = (column: string) => sql.ref(`${given}.${column}`);
  return sql<Refusal | null>`(
    select case when count(*) filter (where b.kind = 'account') > 0 then 'account_blocked'
      when count(*) > 0 then 'address_blocked' end
    from jsonb_to_recordset(${of('blocks')}) as k (kind text, hash bytea)
    join payment_block b on b.brand_id = ${of('brand_id')} and b.kind = k.kind and b.value_hash = k.hash
      and b.stops = any (${of('stops')}))`;
};

/** Whether a bank has refused the card of such a row. */
export const isDeclined = (given: string) => {
  const of = (column: string) => sql.ref(`${given}.${column}`);
  return sql<boolean>`(
    select count(*) from payment_attempt t
    where t.brand_id = ${of('brand_id')} and t.account_id = ${of('account_id')} and t.fingerprint = ${of('fingerprint')}
      and t.created_at > ${of('declined_since')} and t.state = 'declined' and t.outcome in (${hard})) > 0`;
};

/** Written out, so that a plan holds for all. */
const hard = sql.join(hardDeclines.map((outcome) => sql.lit(outcome)));
