import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, RowRun } from '#server/platform/work/queue.ts';
import { lockAccountOfAttempt } from '../orders/lock-account.ts';
import { GateClosed } from '../providers/gate.ts';
import { atProvider, untriedBehindGate } from '../providers/provider-queues.ts';
import type { KnownAttempt, Provider } from '../providers/provider.ts';
import { findAttempt, isOpen, openStates } from './attempts.ts';
import type { ChargeVerdict } from './attempts.ts';
import { eventOf, recordEvents } from './payment-events.ts';
import type { PaymentEventRow } from './payment-events.ts';
import { ANSWERED_WITHIN, chargePolls } from './poll-schedule.ts';
import { attemptQueueOf } from './poll-soon.ts';
import { recordOutcome } from './record-outcome.ts';

const attemptColumns = [
  'brand_id',
  'id',
  'purchase_id',
  'account_id',
  'provider',
  'state',
  'created_at',
  'sent_at',
] as const;
type OpenAttempt = Pick<Selectable<DB['payment_attempt']>, (typeof attemptColumns)[number]>;

const ofAttempts = {
  table: 'payment_attempt',
  key: ['brand_id', 'id'],
  columns: attemptColumns,
  maxTries: Number.POSITIVE_INFINITY,
  whenDone: 'keep',
  byAppClock: true,
} as const;

const isUnsent = sql`w.state = 'created' and w.sent_at is null`;

/** Charges whose outcome is unknown: their provider is asked until each has one. */
export const attemptQueues = providerName.options.map((provider) => {
  const { where, room } = atProvider(provider);
  return queue({
    ...ofAttempts,
    name: attemptQueueOf(provider),
    where: sql`${where} and not (${isUnsent})`,
    room,
    concurrency: 8,
    backoff: { base: chargePolls.pause(1), cap: chargePolls.pause(1) },
    handle: untriedBehindGate(pollAttempt),
  });
});

/** Those that were never sent came to nothing, and no provider need be asked about them. */
export const unsentQueue = queue({
  ...ofAttempts,
  name: 'unsent_attempts',
  where: isUnsent,
  concurrency: 4,
  handle: closeUnsent,
});

/** Its process may still send it until then, by a clock of its own. */
const SENT_WITHIN = 10 * MINUTE;

async function closeUnsent(app: App, { brand_id: brandId, id: attemptId, created_at: at }: OpenAttempt) {
  const dueIn = at.getTime() + SENT_WITHIN - app.clock.now().getTime();
  if (dueIn > 0) return { untriedFor: dueIn };
  await recordOutcome(app, { brandId, attemptId, verdict: { state: 'absent' }, source: 'poll' });
  return 'settled' as const;
}

async function pollAttempt(app: App, row: OpenAttempt, { tries }: RowRun): Promise<Outcome> {
  const { brand_id: brandId, id: attemptId, provider: name } = row;
  const provider = app.providers.get(name);
  const again = chargePolls.pause(tries);
  let asked: PaymentEventRow | undefined;
  const answered = (answer: ChargeVerdict['state'] | 'failed') => {
    const subject = { brandId, purchaseId: row.purchase_id, attemptId };
    asked ??= eventOf(subject, app.clock.now(), { kind: 'asked', answer, source: 'poll' });
  };
  try {
    const verdict = provider && (await ask(app, provider, row, answered));
    // A failed poll says nothing about the charge.
    const undecided = verdict === undefined || verdict.state === 'unknown' || verdict.state === 'error';
    // Nor does it count: the provider fails, and is asked as often as any other once it is well again.
    if (undecided && app.providers.gate(name)?.isOpen('other') === false) {
      asked = undefined;
      return { untriedFor: ANSWERED_WITHIN };
    }
    const abandoned = undecided || verdict.state === 'requires_action';
    // Money that turns up after that is recorded all the same, and refunded where the order is over.
    const givenUp = abandoned && tries >= chargePolls.most;
    if (givenUp)
      app.log.error({ attemptId, provider: name }, 'a payment was never decided, and counts as not made');
    const stillOpen = undecided ? { state: 'unknown' as const } : verdict;
    const reported = givenUp ? { state: 'absent' as const } : stillOpen;
    const { state } = await recordOutcome(app, { brandId, attemptId, verdict: reported, source: 'poll' });
    // What changes its state says when it is asked about again.
    return isOpen(state) && state === row.state ? { dueIn: again, keepTries: true } : 'settled';
  } catch (error) {
    if (error instanceof GateClosed) throw error;
    answered('failed');
    return { retry: error instanceof Error ? error.message : String(error), pauseMs: again };
  } finally {
    if (asked) await recordEvents(app.db, [asked]);
  }
}

/** Asks what became of a charge. Where that is unknown, and it can be, it is sent once more under its own name. */
async function ask(
  app: App,
  provider: Provider,
  row: OpenAttempt,
  answered: (answer: ChargeVerdict['state']) => void,
): Promise<ChargeVerdict> {
  const brand = app.brands.byId(row.brand_id);
  const attempt = await findAttempt(app.db, { attemptId: row.id });
  if (!attempt) throw new Error('a payment is gone');
  const known: KnownAttempt = {
    ...attempt,
    merchantAccount: brand?.settings.payment.merchantAccount,
    ...(brand && { request: requestOf(app, brand, row) }),
  };
  const verdict = await provider.pollStatus(known);
  answered(verdict.state);
  // It may be on its way yet, sent by another process: it is neither given up nor sent once more.
  const isYoung = app.clock.now().getTime() - (row.sent_at ?? row.created_at).getTime() < ANSWERED_WITHIN;
  if (isYoung && verdict.state === 'absent') return { state: 'unknown' };
  if (isYoung || !isUndecided(verdict)) return verdict;
  try {
    return (await provider.resend?.(known, () => markResend(app, row))) ?? verdict;
  } catch (error) {
    if (error instanceof GateClosed) return verdict;
    throw error;
  }
}

function isUndecided({ state }: ChargeVerdict): boolean {
  return state !== 'captured' && state !== 'declined' && state !== 'absent';
}

/**
 * Notes that a charge is about to be sent once more: only while its purchase awaits payment, its plan goes on and what it
 * is charged by is still on file. A member who pays by hand or leaves holds the account as well, so they come before or after.
 */
function markResend(app: App, { brand_id: brandId, id }: OpenAttempt): Promise<boolean> {
  return transact(app.db, async (tx) => {
    await lockAccountOfAttempt(tx, brandId, id);
    const { rows } = await sql`
      update payment_attempt a set resent_at = ${app.clock.now()}::timestamptz
      from purchase p
      where a.brand_id = ${brandId}::uuid and a.id = ${id}::uuid and a.state = any (${openStates}::text[])
        and p.brand_id = a.brand_id and p.id = a.purchase_id and p.state = 'awaiting_payment'
        and (p.kind <> 'renewal' or exists (
          select from subscription s
          where s.brand_id = p.brand_id and s.id = p.subscription_id and s.state in ('active', 'past_due')))
        and (a.payment_method_id is null or exists (
          select from payment_method m
          where m.brand_id = a.brand_id and m.id = a.payment_method_id and m.status = 'active'))
      returning a.id`.execute(tx);
    return rows.length > 0;
  });
}

/** The request of a charge that was made without a browser. */
function requestOf(app: App, brand: Brand, { account_id: customerId }: OpenAttempt) {
  return { origin: siteOrigin(app, brand), descriptor: brand.settings.payment.descriptor, customerId };
}
