/** Questions that do not wait for the next minute, when all providers are asked about what is due. */

import { sql } from 'kysely';
import { z } from 'zod';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { queueOf } from '../providers/gate.ts';
import { openStates } from './attempts.ts';
import { chargePolls } from './poll-schedule.ts';

/** Of one provider; of all where none is named. */
export const ofProvider = z.object({ provider: providerName.optional() });
export const attemptsDue = jobKind('billing.poll_attempts', ofProvider, { pool: 'providers' });

/** Has a provider asked again as soon as that is due within a minute. */
export async function pollSoon(app: App, provider: ProviderName): Promise<void> {
  const now = app.clock.now();
  const next = await app.db
    .selectFrom('payment_attempt')
    .select('poll_at')
    .where('provider', '=', provider)
    .where('poll_at', '>', now)
    .where('poll_at', '<', new Date(now.getTime() + MINUTE))
    .orderBy('poll_at')
    .limit(1)
    .executeTakeFirst();
  if (next?.poll_at) await pollIn(app, provider, next.poll_at.getTime() - now.getTime());
}

function pollIn(app: App, provider: ProviderName, milliseconds: number): Promise<void> {
  const runAt = new Date(Date.now() + milliseconds);
  return enqueue(app.db, attemptsDue, { provider }, { key: provider, runAt, line: queueOf(provider) });
}

/**
 * What was under way when a process died is asked about at once, and not minutes later. That of another process which goes
 * on is asked about as well, which tells nothing new or what it is about to hear.
 */
export async function pollAfterStart(app: App): Promise<void> {
  const now = app.clock.now();
  const { rows } = await sql<{ provider: ProviderName }>`
    with cut as (
      update payment_attempt set poll_at = ${now}::timestamptz, polls = 0
      where poll_at > ${now}::timestamptz and polls <= ${chargePolls.quick}::integer and sent_at is not null
        and state = any (${openStates.filter((state) => state !== 'requires_action')}::text[])
      returning provider
    )
    select distinct provider from cut`.execute(app.db);
  for (const { provider } of rows) await pollIn(app, provider, 0);
}
