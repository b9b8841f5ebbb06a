/** Charges that we make ourselves, many at once: one read, one statement that commits all attempts, and one that records what came of them. */

import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { newId } from '#server/platform/ids.ts';
import { purchaseJson } from '../orders/orders.sql.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { findBlocked } from '../orders/payment-blocks.ts';
import { beginRenewals } from './begin-attempts.sql.ts';
import { requestOf, send } from './charge.ts';
import type { KnownCard } from './new-attempt.sql.ts';
import { shopperOf } from './pay.ts';
import { recordHeld } from './payment-events.ts';
import type { Held } from './payment-events.ts';
import { readPaymentStatus } from './payment-status.ts';
import { chargePolls } from './poll-schedule.ts';
import type { PaymentStatus } from './record-outcome.ts';
import { recordOutcomes } from './record-outcome.ts';

/** So many batches are under way at once: while one waits for its provider, another is written. */
export const PARALLEL_BATCHES = 3;

export interface Owed {
  brandId: string;
  purchaseId: string;
}

/** What a renewal is charged by: what its plan renews by, and nothing else of its owner's. */
interface Chargeable {
  purchase: Purchase;
  email: string;
  moneyVersion: number;
  paymentMethodId: string;
  provider: ProviderName;
  token: string;
  card: Omit<KnownCard, 'fingerprint'>;
  fingerprint: KnownCard['fingerprint'];
}

/** `none`: there is nothing to charge it by. `closed`: its provider takes nothing now, and nothing was sent. */
export type RenewalCharge = PaymentStatus | 'none' | 'closed';

/**
 * Charges renewals, of an account at most one. Where an attempt of one is under way already, or it is decided, that is the
 * answer. Those whose account was busy at this very moment are left out: they are tried again.
 */
export async function chargeRenewals(app: App, owed: readonly Owed[]): Promise<Map<string, RenewalCharge>> {
  const result = new Map<string, RenewalCharge>();
  const found = await readChargeable(app.db, owed);
  const blocked = await findBlocked(
    app,
    found.map(({ purchase: { brandId, kind }, email, fingerprint }) => ({
      brandId,
      kind,
      email,
      fingerprint,
    })),
  );
  const open = found.filter(
    ({ purchase, provider }, index) => !blocked.has(index) && app.providers.get(provider) && isOwed(purchase),
  );
  for (const { purchaseId } of owed) result.set(purchaseId, 'none');
  for (const { purchase } of found) if (!isOwed(purchase)) await addStatus(app, purchase, result);
  const held = open.flatMap(({ provider, purchase }): Held[] => {
    const reason = app.providers.gate(provider)?.closedBy('charge', purchase.brandId);
    return reason ? [{ brandId: purchase.brandId, purchaseId: purchase.id, provider, reason }] : [];
  });
  for (const { purchaseId } of held) result.set(purchaseId, 'closed');
  await recordHeld(app, held);
  const sendable = open.filter(({ purchase }) => result.get(purchase.id) !== 'closed');
  const attempts = await commitAttempts(app, sendable);
  for (const { purchase } of sendable)
    if (!attempts.has(purchase.id)) {
      result.delete(purchase.id);
      await addStatus(app, purchase, result);
    }
  const sent = sendable.filter(({ purchase }) => attempts.has(purchase.id));
  for (const [purchaseId, charge] of await chargeAll(app, sent, attempts)) result.set(purchaseId, charge);
  return result;
}

const isOwed = ({ state }: Purchase) => state === 'created' || state === 'awaiting_payment';

async function addStatus(
  { db }: App,
  { brandId, id }: Purchase,
  result: Map<string, RenewalCharge>,
): Promise<void> {
  const status = await readPaymentStatus(db, brandId, id);
  if (status) result.set(id, status);
}

async function chargeAll(
  app: App,
  chargeable: readonly Chargeable[],
  attempts: ReadonlyMap<string, string>,
): Promise<[purchaseId: string, RenewalCharge][]> {
  if (chargeable.length === 0) return [];
  const marked = await markSent(app, [...attempts.values()]);
  const begunUntil = app.clock.now().getTime() + BEGUN_WITHIN;
  const sendable = chargeable.filter(({ purchase }) => marked.has(attempts.get(purchase.id) ?? ''));
  // All batches together send as many as the gate lets through: more would be turned away there.
  const limits = new Map(
    [...new Set(sendable.map(({ provider }) => provider))].map((name) => {
      const most = app.providers.gate(name)?.capacity('renewal') ?? sendable.length;
      return [name, pLimit(Math.max(1, Math.floor(most / PARALLEL_BATCHES)))];
    }),
  );
  const chargeOne = async ({ purchase, email, provider: name, token }: Chargeable) => {
    const { brandId } = purchase;
    const attemptId = attempts.get(purchase.id) ?? '';
    if (app.clock.now().getTime() > begunUntil)
      return { brandId, attemptId, verdict: { state: 'error' as const, held: 'busy' as const } };
    const brand = app.brands.byId(brandId);
    const provider = app.providers.get(name);
    if (!brand || !provider) throw new Error('a renewal of a brand or by a provider that is not known here');
    const request = requestOf(
      brand,
      {
        purchase,
        paymentMethod: { type: 'renewal', token },
        store: null,
        authenticate: false,
        shopper: { ...shopperOf(purchase, email), ip: '' },
        origin: siteOrigin(app, brand),
      },
      attemptId,
    );
    return { brandId, attemptId, verdict: await send(app, provider, request) };
  };
  const reported = await Promise.all(
    sendable.map((one) => limits.get(one.provider)?.(() => chargeOne(one)) ?? chargeOne(one)),
  );
  const turnedAway = new Set(
    reported.flatMap(({ attemptId, verdict }) =>
      verdict.state === 'error' && verdict.held ? [attemptId] : [],
    ),
  );
  return (await recordOutcomes(app, reported)).map((status) => [
    status.purchase.id,
    turnedAway.has(status.attemptId) ? 'closed' : status,
  ]);
}

async function readChargeable(db: Database, owed: readonly Owed[]): Promise<Chargeable[]> {
  const { rows } = await sql<Chargeable>`
    select ${purchaseJson} as purchase, a.email, v.version as "moneyVersion", m.id as "paymentMethodId", m.provider,
      m.token, jsonb_build_object('network', m.network, 'lastFour', m.last_four) as card, m.fingerprint
    from unnest(${owed.map(({ brandId }) => brandId)}::uuid[], ${owed.map(({ purchaseId }) => purchaseId)}::uuid[])
      as owed (brand_id, id)
    join purchase p on p.brand_id = owed.brand_id and p.id = owed.id
    join subscription s on s.brand_id = p.brand_id and s.id = p.subscription_id
    join payment_method m on m.brand_id = s.brand_id and m.id = s.payment_method_id and m.status = 'active'
    join account a on a.brand_id = p.brand_id and a.id = p.account_id
    join account_money v on v.brand_id = p.brand_id and v.account_id = p.account_id`.execute(db);
  return rows;
}

/** Puts down that providers are going to be asked, before they are: the ids of the attempts, by purchase. */
async function commitAttempts(app: App, chargeable: readonly Chargeable[]): Promise<Map<string, string>> {
  if (chargeable.length === 0) return new Map();
  const at = app.clock.now();
  return beginRenewals(
    app.db,
    chargeable.map(({ purchase, moneyVersion, paymentMethodId, provider, card, fingerprint }) => ({
      purchase,
      seenVersion: moneyVersion,
      attempt: {
        id: newId(at.getTime()),
        provider,
        method: 'on_file',
        initiatedBy: 'merchant',
        paymentMethodId,
        keepsFor: null,
        card: { ...card, fingerprint },
        pollAt: chargePolls.unanswered(at),
        sentAt: null,
        at,
      },
    })),
  );
}

/** An attempt that was put down this long ago counts as never sent (poll-attempts.ts), so it is not sent any more. */
const SENT_WITHIN = 5 * MINUTE;

/** One that stands in line for longer is not sent any more: it will be polled as if it was lost, and others may pay it then. */
const BEGUN_WITHIN = 2 * MINUTE;

/** From here on one that is lost may have been charged; before it certainly was not. Answers with those that may be sent. */
async function markSent({ db, clock }: App, ids: readonly string[]): Promise<Set<string>> {
  const now = clock.now();
  const { rows } = await sql<{ id: string }>`
    update payment_attempt set sent_at = ${now}::timestamptz
    where id = any (${ids}::uuid[]) and state = 'created' and sent_at is null
      and created_at > ${new Date(now.getTime() - SENT_WITHIN)}::timestamptz
    returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
