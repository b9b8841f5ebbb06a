import type { ProviderName } from '../../../contract/billing/providers.ts';
import { webhookStored } from '../payments/handle-webhook.ts';
import type { App } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { insertEvent } from './queries.ts';
import { BadSignature, providerEvent } from './provider.ts';
import type { Provider, Webhook } from './provider.ts';

/**
 * Takes in what a provider sent: proved to be its own, stored once, and heard afterwards, so that it has its answer at
 * once. Whatever fails here is sent again by the provider.
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
    const fresh = await transact(app.db, async (tx) => {
      let added = 0;
      for (const event of events) {
        if (!(await insertEvent(tx, name, event, app.clock.now()))) continue;
        await enqueue(tx, webhookStored, { provider: name, dedupeKey: event.dedupeKey });
        added += 1;
      }
      return added;
    });
    count(fresh > 0 || events.length === 0 ? 'accepted' : 'repeated');
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
