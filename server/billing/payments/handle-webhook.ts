import { z } from 'zod';
import { providerName } from '../../../contract/billing/payment-checks.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { App } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { jobKind } from '../../platform/jobs/jobs.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { providerEvent } from '../providers/provider.ts';
import type { ProviderEvent } from '../providers/provider.ts';
import { handleDisputeWebhook } from '../refunds/disputes.ts';
import { handleRefundWebhook } from '../refunds/send-refunds.ts';
import { advance, findAttempt, lockAttempt } from './attempts.ts';
import type { Known, FoundAttempt } from './attempts.ts';
import { isKnownPaymentMethod } from './payment-methods.ts';
import { saveLate, recordOutcome } from './record-outcome.ts';

/** Takes an event of a provider into account that was stored before. */
export const webhookStored = jobKind(
  'billing.webhook_stored',
  z.object({ provider: providerName, dedupeKey: z.string().min(1).max(300) }),
);

/** `unknown_subject`: it may be about something that is not stored yet. */
export type WebhookResult = 'done' | 'unknown_subject' | 'ignored' | 'unmatched';

const WAITED_FOR = 3 * DAY;
const PARKED_AT_ONCE = 200;

/** An event may come before what it is about: then it waits. What is never found is left to reconciling. */
export async function handleStoredWebhook(
  app: App,
  { provider, dedupeKey }: { provider: ProviderName; dedupeKey: string },
): Promise<void> {
  const row = await readEvent(app.db, provider, dedupeKey);
  if (!row || row.state === 'done' || row.state === 'ignored' || row.state === 'unmatched') return;
  const event = providerEvent.parse(row.event);
  const result = await handleEvent(app, provider, event);
  const now = app.clock.now();
  if (result !== 'unknown_subject') return finishEvent(app.db, provider, dedupeKey, result, now);
  if (now.getTime() - row.received_at.getTime() < WAITED_FOR) return parkEvent(app.db, provider, dedupeKey);
  app.log.warn({ provider, kind: event.kind }, 'an event of a provider is about nothing of ours');
  await finishEvent(app.db, provider, dedupeKey, 'unmatched', now);
}

/** Handles again the events that had to wait, and those a crash left unhandled. */
export async function handleParkedWebhooks(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  for (const { provider, dedupe_key: dedupeKey } of await listParkedEvents(app.db, PARKED_AT_ONCE)) {
    if (signal.aborted) return;
    await handleStoredWebhook(app, { provider, dedupeKey });
  }
}

async function handleEvent(app: App, provider: ProviderName, event: ProviderEvent): Promise<WebhookResult> {
  switch (event.kind) {
    case 'other':
      return 'ignored';
    case 'refund':
      return handleRefundWebhook(app, event);
    case 'dispute':
      return handleDisputeWebhook(app, event);
    case 'charge': {
      const attempt = await findAttempt(app.db, { ...event, provider });
      if (!attempt) return 'unknown_subject';
      if (await isAlreadyRecorded(app, provider, attempt, event.verdict)) return 'done';
      await recordOutcome(app, { brandId: attempt.brandId, attemptId: attempt.id, verdict: event.verdict });
      return 'done';
    }
    case 'stored': {
      const found = await findAttempt(app.db, { ...event, provider });
      if (!found) return 'unknown_subject';
      if (await isKnownPaymentMethod(app.db, { ...found, provider }, event.stored.token)) return 'done';
      return transact(app.db, async (tx): Promise<WebhookResult> => {
        const { attempt, purchase } = await lockAttempt(tx, found.brandId, found.id);
        // Kept before the charge is known to be good, it would be charged for somebody who never paid.
        if (attempt.captured_at === null) return 'unknown_subject';
        if (attempt.payment_method_id !== null) return 'ignored';
        await saveLate(tx, { attempt, purchase, stored: event.stored, at: app.clock.now() });
        return 'done';
      });
    }
  }
}

/**
 * Most webhooks repeat what the provider has answered before. An attempt only moves up and payment methods stay known, so this can
 * be seen without holding anything.
 */
async function isAlreadyRecorded(
  { db }: App,
  provider: ProviderName,
  attempt: FoundAttempt,
  verdict: Known,
): Promise<boolean> {
  if (advance(attempt.state, verdict)) return false;
  const stored = verdict.state === 'captured' ? verdict.stored : null;
  return !stored || isKnownPaymentMethod(db, { ...attempt, provider }, stored.token);
}

function readEvent(db: Database, provider: ProviderName, dedupeKey: string) {
  return db
    .selectFrom('provider_event')
    .select(['event', 'state', 'received_at'])
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst();
}

async function finishEvent(
  db: Database,
  provider: ProviderName,
  dedupeKey: string,
  state: 'done' | 'ignored' | 'unmatched',
  at: Date,
): Promise<void> {
  await db
    .updateTable('provider_event')
    .set({ state, done_at: at })
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .execute();
}

async function parkEvent(db: Database, provider: ProviderName, dedupeKey: string): Promise<void> {
  await db
    .updateTable('provider_event')
    .set((set) => ({ state: 'parked', tries: set('tries', '+', 1) }))
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupeKey)
    .where('tries', '<', 30_000)
    .execute();
}

function listParkedEvents(db: Database, limit: number) {
  return db
    .selectFrom('provider_event')
    .select(['provider', 'dedupe_key'])
    .where('state', 'in', ['new', 'parked'])
    .orderBy('tries')
    .orderBy('received_at')
    .limit(limit)
    .execute();
}
