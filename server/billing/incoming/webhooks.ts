import type { Selectable } from 'kysely';
import pLimit from 'p-limit';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { DAY, SECOND } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, Run } from '#server/platform/work/queue.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { recordOutcome, recordStored } from '../payments/record-outcome.ts';
import { atProvider } from '../providers/provider-queues.ts';
import { BadSignature, providerEvent } from '../providers/provider.ts';
import type { Provider, ProviderEvent, Webhook, WebhookResult } from '../providers/provider.ts';
import { handleRefundWebhook } from '../refunds/send-refunds.ts';
import { handleDisputeWebhook } from '../reversals/disputes.ts';
import { finishEvents, finishKnown, storedEvents } from './webhook.sql.ts';
import type { HandledEvent, OpenEvent } from './webhook.sql.ts';

export const eventQueueOf = (provider: ProviderName) => `provider_events.${provider}`;

/**
 * Receives a webhook: its signature is checked, its events are stored once, and a worker handles what is new in them, so that
 * the provider has its answer at once. Whatever fails here is sent again by the provider.
 */
export async function receiveWebhook(
  app: App,
  name: ProviderName,
  webhook: Webhook,
): Promise<Provider['acknowledgement'] | 'unknown' | 'refused'> {
  const provider = app.providers.get(name);
  if (!provider) return 'unknown';
  const count = (outcome: string) => app.metrics.webhooks.inc({ provider: name, outcome });
  try {
    const events = (await provider.readEvents(webhook)).map((event) => providerEvent.parse(event));
    const at = app.clock.now();
    const states = await Promise.all(
      events.map((event) => app.batches.add(storedEvents, { provider: name, event, at })),
    );
    if (states.includes('new')) wakeQueue(app.db, eventQueueOf(name));
    count(events.length === 0 || states.some((state) => state !== undefined) ? 'accepted' : 'repeated');
    return provider.acknowledgement;
  } catch (error) {
    if (!(error instanceof BadSignature)) {
      count('failed');
      throw error;
    }
    count('refused');
    app.log.warn({ provider: name, why: error.message }, 'a webhook was not signed by its provider');
    return 'refused';
  }
}

const eventColumns = ['provider', 'dedupe_key', 'received_at'] as const;
type EventRow = Pick<Selectable<DB['provider_event']>, (typeof eventColumns)[number]>;

const WAITED_FOR = 3 * DAY;
const SHORTEST_WAIT = 10 * SECOND;
const CONCURRENCY = 4;

/** What providers tell of. One that cannot be handled keeps no other waiting. */
export const eventQueues = providerName.options.map((provider) =>
  queue({
    where: atProvider(provider).where,
    byAppClock: true,
    name: eventQueueOf(provider),
    table: 'provider_event',
    key: ['provider', 'dedupe_key'],
    columns: eventColumns,
    concurrency: 2,
    batch: 100,
    gatherMs: 100,
    timeoutSeconds: 110,
    maxTries: Number.POSITIVE_INFINITY,
    backoff: { base: 10 * SECOND, factor: 6, cap: DAY },
    whenDone: 'keep',
    handleBatch: handleEvents,
  }),
);

/** Those that say nothing new by now are done at once: many come before the answer to the charge that they repeat is written down. */
async function handleEvents(app: App, rows: readonly EventRow[], { lease, signal }: Run): Promise<Outcome[]> {
  const open = await finishKnown(app.db, rows, { lease, at: app.clock.now() });
  const receivedAt = new Map(rows.map((row) => [row.dedupe_key, row.received_at]));
  const outcomes = new Map<string, Outcome>();
  const handled = await pLimit(CONCURRENCY).map(open, async (event): Promise<HandledEvent> => {
    signal.throwIfAborted();
    const { dedupeKey } = event;
    const waitedFor = app.clock.now().getTime() - (receivedAt.get(dedupeKey)?.getTime() ?? 0);
    const { state, outcome } = await handleSafely(app, event, waitedFor);
    outcomes.set(dedupeKey, outcome);
    return { provider: event.provider, dedupeKey, state };
  });
  await finishEvents(app.db, handled, { lease, at: app.clock.now() });
  return rows.map(({ dedupe_key: dedupeKey }) => outcomes.get(dedupeKey) ?? 'settled');
}

/**
 * An event may come before what it is about: then it waits, as long again as it has waited so far. What is never found is left
 * to reconciling.
 */
async function handleSafely(
  app: App,
  event: OpenEvent,
  waitedFor: number,
): Promise<{ state: HandledEvent['state']; outcome: Outcome }> {
  const { provider, dedupeKey } = event;
  try {
    const result = await handleEvent(app, event);
    if (result !== 'unknown_subject') return { state: result, outcome: 'settled' };
    if (waitedFor < WAITED_FOR)
      return { state: 'parked', outcome: { dueIn: Math.max(SHORTEST_WAIT, waitedFor) } };
    app.log.warn({ provider, dedupeKey }, 'an event of a provider is about nothing of ours');
    return { state: 'unmatched', outcome: 'settled' };
  } catch (error) {
    app.metrics.webhooks.inc({ provider, outcome: 'faulty' });
    app.log.error({ err: error, provider, dedupeKey }, 'an event of a provider could not be handled');
    return { state: 'parked', outcome: { retry: error instanceof Error ? error.message : String(error) } };
  }
}

async function handleEvent(app: App, { event: stored, attempt }: OpenEvent): Promise<WebhookResult> {
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
