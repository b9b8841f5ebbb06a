import pLimit from 'p-limit';
import { z } from 'zod';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { providerEvent } from '../providers/provider.ts';
import type { ProviderEvent } from '../providers/provider.ts';
import { handleDisputeWebhook } from '../refunds/disputes.ts';
import { handleRefundWebhook } from '../refunds/send-refunds.ts';
import { recordOutcome, recordStored } from './record-outcome.ts';
import { claimEvents, finishEvents, listProvidersDue } from './webhook.sql.ts';
import type { ClaimedEvent, HandledEvent, WebhookResult } from './webhook.sql.ts';

/** Handles the events of one provider that were stored before. One waits a provider, however many events there are. */
export const webhooksStored = jobKind('billing.webhooks_stored', z.object({ provider: providerName }), {
  pool: 'money',
});

const WAITED_FOR = 3 * DAY;
const AT_ONCE = 100;
const CONCURRENCY = 4;
/** A worker that has not recorded an outcome by then is gone. */
const LEASE = 2 * MINUTE;
const pauses = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];

/**
 * Handles all that is due of a provider, in batches. An event may come before what it is about: then it waits, a little
 * longer each time, and so does one that cannot be handled. None of them keeps others waiting. What is never found is left
 * to reconciling.
 */
export async function handleWebhooks(
  app: App,
  { provider }: { provider: ProviderName },
  { signal }: Pick<JobInfo, 'signal'>,
): Promise<void> {
  while (!signal.aborted) {
    const now = app.clock.now();
    const until = new Date(now.getTime() + LEASE);
    const { claimed, isFull } = await claimEvents(app.db, provider, { now, until, limit: AT_ONCE });
    const limit = pLimit(CONCURRENCY);
    const handled = await Promise.all(
      claimed.map((event) => limit(() => handleClaimed(app, provider, event, signal))),
    );
    await finishEvents(app.db, provider, handled, app.clock.now());
    if (!isFull) return;
  }
}

/** What waited long enough, what a crash left unhandled, and what no worker was woken for. */
export async function wakeForWebhooks(app: App): Promise<void> {
  for (const provider of await listProvidersDue(app.db, providerName.options, app.clock.now()))
    await enqueue(app.db, webhooksStored, { provider }, { key: JSON.stringify({ provider }) });
}

async function handleClaimed(
  app: App,
  provider: ProviderName,
  claimed: ClaimedEvent,
  signal: AbortSignal,
): Promise<HandledEvent> {
  const { dedupeKey, tries, receivedAt } = claimed;
  const now = app.clock.now();
  const unhandled = { dedupeKey, tries, nextAt: now };
  if (signal.aborted) return { ...unhandled, state: 'new' };
  const result = await handleEvent(app, provider, claimed).catch((error: unknown) => {
    app.metrics.webhooks.inc({ provider, outcome: 'faulty' });
    app.log.error({ err: error, provider, dedupeKey }, 'an event of a provider could not be handled');
    return 'fault' as const;
  });
  if (result !== 'unknown_subject' && result !== 'fault') return { ...unhandled, state: result };
  if (result === 'unknown_subject' && now.getTime() - receivedAt.getTime() >= WAITED_FOR) {
    app.log.warn({ provider, dedupeKey }, 'an event of a provider is about nothing of ours');
    return { ...unhandled, state: 'unmatched' };
  }
  const pause = pauses[Math.min(tries, pauses.length - 1)] ?? DAY;
  return {
    dedupeKey,
    state: 'parked',
    tries: Math.min(tries + 1, 30_000),
    nextAt: new Date(now.getTime() + pause),
  };
}

async function handleEvent(
  app: App,
  provider: ProviderName,
  { event: stored, attempt }: ClaimedEvent,
): Promise<WebhookResult> {
  const event: ProviderEvent = providerEvent.parse(stored);
  switch (event.kind) {
    case 'other':
      return 'ignored';
    case 'refund':
      return handleRefundWebhook(app, event);
    case 'dispute':
      return handleDisputeWebhook(app, event);
    case 'charge': {
      if (!attempt) return 'unknown_subject';
      await recordOutcome(app, {
        brandId: attempt.brandId,
        attemptId: attempt.id,
        verdict: event.verdict,
        source: 'webhook',
      });
      return 'done';
    }
    case 'stored': {
      if (!attempt) return 'unknown_subject';
      return recordStored(app, { brandId: attempt.brandId, attemptId: attempt.id, stored: event.stored });
    }
  }
}
