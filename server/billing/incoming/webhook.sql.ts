/** The events that providers tell us of: stored and finished, many in a statement. */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import type { Database, DbOrTx } from '#server/platform/database/database.ts';
import { statesUnchangedBy } from '../payments/attempts.ts';
import type { ProviderEvent } from '../providers/provider.ts';

/**
 * The attempt that an event of the row `e` is about: by our id of it, else by the provider's. Providers know neither brands
 * nor hostnames.
 */
const attemptOfEvent = sql`lateral (
  select a.* from (
    select 1 as way, a.* from payment_attempt a
    where a.id = (e.event->>'attemptId')::uuid and a.provider = e.provider
    union all
    select 2, a.* from payment_attempt a
    where a.reference = e.event->>'reference' and a.provider = e.provider
  ) as a
  order by way limit 1
)`;

/** What a payment method is called that an event tells of, and whether we have had it on file. */
const tokenOf = sql`coalesce(e.event#>>'{verdict,stored,token}', e.event#>>'{stored,token}')`;
const isTokenKnown = sql`exists (
  select from payment_method m
  where m.brand_id = a.brand_id and m.account_id = a.account_id and m.provider = e.provider and m.token = ${tokenOf}
)`;

/**
 * Whether an event of the row `e` repeats what is known of its attempt `a`. An attempt only moves up and payment methods
 * stay known, so this can be seen without holding anything.
 */
const isKnown = sql`(case e.event->>'kind'
  when 'charge' then a.state = any (e.known_in) and (${tokenOf} is null or ${isTokenKnown})
  when 'stored' then ${isTokenKnown}
  else false end)`;

interface ReceivedEvent {
  provider: ProviderName;
  event: ProviderEvent;
  at: Date;
}

/** What became of it; nothing where it was stored before. */
type StoredState = 'new' | 'done' | 'ignored' | undefined;

/** Those of several webhooks together. */
export const storedEvents: Batch<ReceivedEvent, StoredState> = {
  run: storeEvents,
  keyOf: ({ provider, event }) => `${provider} ${event.dedupeKey}`,
};

/** Most events repeat what the provider has answered before: those are done at once. */
async function storeEvents(db: Database, events: readonly ReceivedEvent[]): Promise<StoredState[]> {
  const given = events.map(({ provider, event, at }) => ({
    provider,
    event,
    at,
    known_in: event.kind === 'charge' ? statesUnchangedBy(event.verdict) : [],
  }));
  const { rows } = await sql<{ provider: ProviderName; dedupe_key: string; state: StoredState }>`
    with judged as (
      select e.*, case when e.event->>'kind' = 'other' then 'ignored' when ${isKnown} then 'done' else 'new' end as state
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as e (provider text, event jsonb, at timestamptz, known_in text[])
      left join ${attemptOfEvent} a on true
    )
    insert into provider_event (provider, dedupe_key, event, known_in, state, received_at, work_at, done_at)
    select provider, event->>'dedupeKey', event, known_in, state, at,
      case when state = 'new' then at end, case when state <> 'new' then at end
    from judged
    on conflict (provider, dedupe_key) do nothing
    returning provider, dedupe_key, state`.execute(db);
  const states = new Map(rows.map((row) => [`${row.provider} ${row.dedupe_key}`, row.state]));
  return events.map(({ provider, event }) => states.get(`${provider} ${event.dedupeKey}`));
}

/** One that says something new. */
export interface OpenEvent {
  provider: ProviderName;
  dedupeKey: string;
  event: unknown;
  /** What it is about, where we know that. */
  attempt: { brandId: string; id: string } | null;
}

interface Held {
  /** By which they are held. */
  lease: string;
  at: Date;
}

const isFinished = (at: Date) => sql`done_at = ${at}::timestamptz, work_at = null, work_lease = null,
  work_tries = 0, work_error = null`;

/** Finishes those that say nothing new by now, and answers with the others. */
export async function finishKnown(
  db: DbOrTx,
  events: readonly { provider: ProviderName; dedupe_key: string }[],
  { lease, at }: Held,
): Promise<OpenEvent[]> {
  const { rows } = await sql<OpenEvent>`
    with judged as materialized (
      select e.provider, e.dedupe_key, e.event, e.received_at, a.brand_id, a.id as attempt_id,
        coalesce(${isKnown}, false) as is_done
      from unnest(${events.map(({ provider }) => provider)}::text[], ${events.map(({ dedupe_key: key }) => key)}::text[])
        as held (provider, dedupe_key)
      join provider_event e on e.provider = held.provider and e.dedupe_key = held.dedupe_key
        and e.work_lease = ${lease}::uuid
      left join ${attemptOfEvent} a on true
    ), finished as (
      update provider_event p set state = 'done', ${isFinished(at)}
      from judged j
      where j.is_done and p.provider = j.provider and p.dedupe_key = j.dedupe_key and p.work_lease = ${lease}::uuid
    )
    select provider, dedupe_key as "dedupeKey", event,
      case when attempt_id is not null then jsonb_build_object('brandId', brand_id, 'id', attempt_id) end as attempt
    from judged where not is_done
    order by received_at, dedupe_key`.execute(db);
  return rows;
}

export interface HandledEvent {
  provider: ProviderName;
  dedupeKey: string;
  state: 'done' | 'ignored' | 'unmatched' | 'parked';
}

/** Writes down what became of all that were handled together. Those that are parked stay held. */
export async function finishEvents(
  db: DbOrTx,
  handled: readonly HandledEvent[],
  { lease, at }: Held,
): Promise<void> {
  if (handled.length === 0) return;
  const pick = (column: keyof HandledEvent) => handled.map((event) => event[column]);
  await sql`
    with h as (
      select * from unnest(${pick('provider')}::text[], ${pick('dedupeKey')}::text[], ${pick('state')}::text[])
        as h (provider, dedupe_key, state)
    ), parked as (
      update provider_event e set state = 'parked' from h
      where h.state = 'parked' and e.provider = h.provider and e.dedupe_key = h.dedupe_key
        and e.work_lease = ${lease}::uuid
    )
    update provider_event e set state = h.state, ${isFinished(at)} from h
    where h.state <> 'parked' and e.provider = h.provider and e.dedupe_key = h.dedupe_key
      and e.work_lease = ${lease}::uuid`.execute(db);
}
