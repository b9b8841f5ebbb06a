import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { storedEvents } from '#server/billing/incoming/webhook.sql.ts';
import { eventQueueOf, eventQueues } from '#server/billing/incoming/webhooks.ts';
import type { ProviderEvent } from '#server/billing/providers/provider.ts';
import type { Database } from '#server/platform/database/database.ts';
import { workOff } from '#server/platform/work/worker.ts';

/** Stores what a provider tells of, as its webhook would. */
export async function storeEvents(
  db: Database,
  provider: ProviderName,
  events: readonly ProviderEvent[],
  at: Date,
): Promise<void> {
  const reported = events.map((event) => ({ provider, event, at }));
  await storedEvents.run(db, reported);
}

/** Handles what is due of a provider, as a worker would. */
export function handleDueWebhooks(app: App, provider: ProviderName, signal?: AbortSignal): Promise<void> {
  const queues = eventQueues.filter(({ name }) => name === eventQueueOf(provider));
  return workOff(app, queues, signal);
}

/** A provider tells of something, and whatever is due of it is handled. */
export async function deliverEvent(app: App, provider: ProviderName, event: ProviderEvent): Promise<void> {
  await storeEvents(app.db, provider, [event], app.clock.now());
  await handleDueWebhooks(app, provider);
}

export async function eventState(
  { db }: Pick<App, 'db'>,
  dedupeKey: string,
): Promise<{ state: string; tries: number; dueAt: Date | null } | undefined> {
  return db
    .selectFrom('provider_event')
    .select(['state', 'work_tries as tries', 'work_at as dueAt'])
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst();
}
