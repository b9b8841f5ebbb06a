import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { openStates } from './attempts.ts';
import { chargePolls } from './poll-schedule.ts';

export const attemptQueueOf = (provider: ProviderName) => `open_attempts.${provider}`;

/**
 * What was under way when a process died is asked about at once, and not minutes later. That of another process which goes
 * on is asked about as well, which says nothing new, or what it is about to be answered.
 */
export async function pollAfterStart(app: App): Promise<void> {
  const now = app.clock.now();
  const { rows } = await sql<{ provider: ProviderName }>`
    with cut as (
      update payment_attempt set work_at = ${now}::timestamptz, work_lease = null, work_tries = 0
      where work_at > ${now}::timestamptz and work_tries <= ${chargePolls.quick}::integer and sent_at is not null
        and state = any (${openStates.filter((state) => state !== 'requires_action')}::text[])
      returning provider
    )
    select distinct provider from cut`.execute(app.db);
  for (const { provider } of rows) wakeQueue(app.db, attemptQueueOf(provider));
}
