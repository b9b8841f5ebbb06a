/** The events that providers tell us of: stored, claimed and finished, many in a statement. */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import type { Database, DbOrTx } from '#server/platform/database/database.ts';
import type { ProviderEvent } from '../providers/provider.ts';
import { statesUnchangedBy } from './attempts.ts';

/** What became of an event. `unknown_subject`: it may be about something that is not stored yet. */
export type WebhookResult = 'done' | 'unknown_subject' | 'ignored' | 'unmatched';

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

interface ToldEvent {
  provider: ProviderName;
  event: ProviderEvent;
  at: Date;
}

/** What became of it; nothing where it was stored before. */
type StoredState = 'new' | 'done' | 'ignored' | undefined;

/** Those of several webhooks together. */
export const storedEvents: Batch<ToldEvent, StoredState> = {
  run: storeEvents,
  keyOf: ({ provider, event }) => `${provider} ${event.dedupeKey}`,
};

/** Most events repeat what the provider has answered before: those are done at once. */
async function storeEvents(db: Database, told: readonly ToldEvent[]): Promise<StoredState[]> {
  const given = told.map(({ provider, event, at }) => ({
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
    insert into provider_event (provider, dedupe_key, event, known_in, state, received_at, next_at, done_at)
    select provider, event->>'dedupeKey', event, known_in, state, at, at, case when state <> 'new' then at end
    from judged
    on conflict (provider, dedupe_key) do nothing
    returning provider, dedupe_key, state`.execute(db);
  const states = new Map(rows.map((row) => [`${row.provider} ${row.dedupe_key}`, row.state]));
  return told.map(({ provider, event }) => states.get(`${provider} ${event.dedupeKey}`));
}

export interface ClaimedEvent {
  dedupeKey: string;
  event: unknown;
  tries: number;
  receivedAt: Date;
  /** What it is about, where we know that. */
  attempt: { brandId: string; id: string } | null;
}

interface Claimed {
  claimed: ClaimedEvent[];
  /** There may be more that are due. */
  isFull: boolean;
}

interface Claim {
  now: Date;
  /** Until then no other worker gets them. */
  until: Date;
  limit: number;
}

/**
 * Takes some that are due, and is done with those that say nothing new by now: many come before the answer to the charge
 * that they repeat is written down. Those that wait for later are not even looked at.
 */
export async function claimEvents(
  db: DbOrTx,
  provider: ProviderName,
  { now, until, limit }: Claim,
): Promise<Claimed> {
  const { rows } = await sql<ClaimedEvent & { isDone: boolean }>`
    with e as (
      select * from provider_event
      where provider = ${provider}::text and state in ('new', 'parked') and next_at <= ${now}::timestamptz
      order by next_at limit ${limit}::int for update skip locked
    ), judged as (
      select e.*, a.brand_id, a.id as attempt_id, coalesce(${isKnown}, false) as is_done
      from e left join ${attemptOfEvent} a on true
    ), taken as (
      update provider_event p set
        state = case when j.is_done then 'done' else p.state end,
        done_at = case when j.is_done then ${now}::timestamptz end,
        next_at = case when j.is_done then p.next_at else ${until}::timestamptz end
      from judged j where p.provider = j.provider and p.dedupe_key = j.dedupe_key
    )
    select dedupe_key as "dedupeKey", is_done as "isDone", case when not is_done then event end as event, tries,
      received_at as "receivedAt",
      case when attempt_id is not null then jsonb_build_object('brandId', brand_id, 'id', attempt_id) end as attempt
    from judged
    order by next_at, received_at, dedupe_key`.execute(db);
  return { claimed: rows.filter(({ isDone }) => !isDone), isFull: rows.length === limit };
}

export interface HandledEvent {
  dedupeKey: string;
  state: 'done' | 'ignored' | 'unmatched' | 'parked' | 'new';
  tries: number;
  /** When one is handled again that is not finished. */
  nextAt: Date;
}

/** Writes down what became of all that were claimed together. */
export async function finishEvents(
  db: DbOrTx,
  provider: ProviderName,
  handled: readonly HandledEvent[],
  at: Date,
): Promise<void> {
  if (handled.length === 0) return;
  await sql`
    update provider_event e set state = h.state, tries = h.tries, next_at = h.next_at,
      done_at = case when h.state in ('new', 'parked') then null else ${at}::timestamptz end
    from unnest(${handled.map(({ dedupeKey }) => dedupeKey)}::text[], ${handled.map(({ state }) => state)}::text[],
      ${handled.map(({ tries }) => tries)}::smallint[], ${handled.map(({ nextAt }) => nextAt)}::timestamptz[])
      as h (dedupe_key, state, tries, next_at)
    where e.provider = ${provider}::text and e.dedupe_key = h.dedupe_key and e.state in ('new', 'parked')`.execute(
    db,
  );
}

/** The providers of which some are due. */
export async function listProvidersDue(
  db: DbOrTx,
  providers: readonly ProviderName[],
  now: Date,
): Promise<ProviderName[]> {
  const { rows } = await sql<{ provider: ProviderName }>`
    select p.provider from unnest(${providers}::text[]) as p (provider)
    where exists (select from provider_event e
      where e.provider = p.provider and e.state in ('new', 'parked') and e.next_at <= ${now}::timestamptz)`.execute(
    db,
  );
  return rows.map(({ provider }) => provider);
}
