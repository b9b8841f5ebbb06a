/** What an operator does with payments by hand, from the command line. None of it charges a member. */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { workOff } from '#server/platform/work/worker.ts';
import { documentQueue } from '../books/issue-document.ts';
import { eventQueueOf, eventQueues } from '../incoming/webhooks.ts';
import { applyChange } from '../payments/apply-change.ts';
import { findAttempt, isOpen } from '../payments/attempts.ts';
import type { AttemptState } from '../payments/attempts.ts';
import { emptyChange } from '../payments/change.ts';
import { eventOf, recordEvents } from '../payments/payment-events.ts';
import { attemptQueues, unsentQueue } from '../payments/poll-attempts.ts';
import { recordOutcome } from '../payments/record-outcome.ts';
import { renewDue } from '../plans/renew.ts';
import { findRefundAnywhere, lockCharge } from '../refunds/refund.sql.ts';
import { refundQueues } from '../refunds/send-refunds.ts';
import { liftBlock } from './member-blocks.ts';
import { readFigures } from './money-figures.ts';
import { refundAttempt } from './refund-by-hand.ts';

const actor = { kind: 'system' } as const;

/** What became of a charge by what its provider says of it now. */
export interface StatusAnswer {
  attemptId: string;
  provider: ProviderName;
  before: AttemptState;
  /** What the provider said; `failed` where it could not be asked. */
  answer: string;
  after: AttemptState;
}

/** Asks the provider what became of a charge, and records what it says. Undefined where there is no such charge. */
export async function askProvider(app: App, attemptId: string): Promise<StatusAnswer | undefined> {
  const known = await findAttempt(app.db, { attemptId });
  if (!known) return undefined;
  const { brandId, purchaseId, provider: name, state: before } = known;
  const merchantAccount = app.brands.byId(brandId)?.settings.payment.merchantAccount;
  const verdict = await app.providers
    .get(name)
    ?.pollStatus({ ...known, merchantAccount })
    .catch((error: unknown) => {
      app.log.warn({ err: error, attemptId, provider: name }, 'a provider could not be asked');
      return undefined;
    });
  const answer = verdict?.state ?? 'failed';
  const subject = { brandId, purchaseId, attemptId };
  await recordEvents(app.db, [
    eventOf(subject, app.clock.now(), { kind: 'asked', answer, source: 'operator' }),
  ]);
  // A question that failed says nothing about the charge.
  const isNews = verdict !== undefined && verdict.state !== 'unknown' && verdict.state !== 'error';
  const after = isNews
    ? (await recordOutcome(app, { brandId, attemptId, verdict, source: 'operator' })).state
    : before;
  await recordAudit(app.db, {
    brandId,
    actor,
    action: 'payment.asked',
    subject: attemptId,
    details: { answer, after },
  });
  return { attemptId, provider: name, before, answer, after };
}

export type Retried =
  | { what: 'refund'; refundId: string; amountCents: number }
  | { what: 'refund_under_way'; refundId: string; state: string }
  | { what: 'attempt'; asked: StatusAnswer }
  | { what: 'event'; state: string };

/** Tries a refund again that failed, or asks about a charge, by its id. */
export async function retryById(app: App, id: string): Promise<Retried | undefined> {
  const refund = await findRefundAnywhere(app.db, { id });
  if (!refund) {
    const asked = await askProvider(app, id);
    return asked && { what: 'attempt', asked };
  }
  const { brand_id: brandId, attempt_id: attemptId, amount_cents: amountCents } = refund;
  if (refund.state === 'created') {
    await transact(app.db, async (tx, afterCommit) => {
      const { purchase, refunds } = await lockCharge(tx, brandId, attemptId);
      if (refunds.find((one) => one.id === id)?.state !== 'created') return;
      const at = app.clock.now();
      const none = emptyChange({ brandId, accountId: purchase.account_id, at });
      const again = { id, state: 'created', reference: null, dueAt: at, tries: null } as const;
      await applyChange(app, tx, afterCommit, { ...none, refundChanges: [again] });
    });
    await workOff(app, refundQueues);
    return { what: 'refund', refundId: id, amountCents };
  }
  if (refund.state !== 'failed') return { what: 'refund_under_way', refundId: id, state: refund.state };
  // What was refused has ended: the same is asked for again.
  const again = await refundAttempt(app, { attemptId, amountCents, reason: `again, after ${id}` });
  return typeof again === 'string' ? undefined : { what: 'refund', ...again };
}

/** Handles an event that waits, or that was about nothing of ours. */
export async function retryEvent(
  app: App,
  provider: ProviderName,
  dedupeKey: string,
  signal: AbortSignal,
): Promise<Retried | undefined> {
  const dueNow = { work_at: app.clock.now(), work_lease: null, work_failed_at: null };
  const found = await app.db
    .updateTable('provider_event')
    .set({ state: 'parked', done_at: null, ...dueNow })
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .where('state', 'in', ['new', 'parked', 'unmatched'])
    .returning('dedupe_key')
    .executeTakeFirst();
  const read = () =>
    app.db
      .selectFrom('provider_event')
      .select('state')
      .where('provider', '=', provider)
      .where('dedupe_key', '=', dedupeKey)
      .executeTakeFirst();
  const queues = eventQueues.filter(({ name }) => name === eventQueueOf(provider));
  if (found) await workOff(app, queues, signal);
  const row = await read();
  return row && { what: 'event', state: row.state };
}

const BLOCKS_SHOWN = 100;

/** What a brand takes no money from, the newest first. Undefined where there is no such brand. */
export async function listBlocks(app: App, key: string) {
  const brand = app.brands.byKey(key);
  if (!brand) return undefined;
  return app.db
    .selectFrom('payment_block')
    .select(['id', 'kind', 'label', 'stops', 'reason', 'created_at as createdAt'])
    .where('brand_id', '=', brand.id)
    .orderBy('id', 'desc')
    .limit(BLOCKS_SHOWN)
    .execute();
}

/** Also one that no member meets any more, so that no page of the console shows it. */
export function liftByHand(app: App, { id, reason }: { id: string; reason: string }): Promise<boolean> {
  return transact(app.db, async (tx) => {
    const block = await tx
      .selectFrom('payment_block')
      .select('brand_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return block !== undefined && liftBlock(tx, { brandId: block.brand_id, id, reason }, { actor });
  });
}

/** Works off all that is due with money, a round at a time, until nothing is or the time is up. */
export async function drain(app: App, signal: AbortSignal) {
  const before = await readFigures(app);
  let rounds = 0;
  let isDone = false;
  let last = '';
  while (!signal.aborted && !isDone) {
    rounds += 1;
    await workOff(app, [...eventQueues, ...attemptQueues, unsentQueue, ...refundQueues], signal);
    await renewDue(app, { signal });
    await workOff(app, [documentQueue], signal);
    const due = await readDue(app);
    // What stays the same after a round waits for something else: a provider, or a time that has not come.
    isDone = due === last || due === '0 0 0 0 0';
    last = due;
  }
  return { rounds, timedOut: signal.aborted, before, after: await readFigures(app) };
}

async function readDue({ db, clock }: App): Promise<string> {
  const now = clock.now();
  const { rows } = await sql<{ due: string }>`
    select concat_ws(' ',
      (select count(*) from provider_event where work_at <= ${now}::timestamptz),
      (select count(*) from payment_attempt where work_at <= ${now}::timestamptz),
      (select count(*) from refund where work_at <= ${now}::timestamptz),
      (select count(*) from pending_document where work_at <= ${now}::timestamptz),
      (select count(*) from subscription where next_charge_at <= ${now}::timestamptz)) as due`.execute(db);
  return rows[0]?.due ?? '';
}

/** Whether a charge that was asked about still waits for its outcome. */
export function isUndecided({ after }: StatusAnswer): boolean {
  return isOpen(after);
}
