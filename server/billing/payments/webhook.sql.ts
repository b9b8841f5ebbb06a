/** The events that providers tell us of: stored, claimed and finished, many in a statement. */

import { sql } from 'kysely';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { Batch } from '../../platform/database/batches.ts';
import type { Database, DbOrTx } from '../../platform/database/database.ts';
import type { ProviderEvent } from '../providers/provider.ts';
import { statesUnchangedBy } from './attempts.ts';
import type { FoundAttempt } from './attempts.ts';

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

/**
 * Most events repeat what the provider has answered before: those are done at once. An attempt only moves up and payment
 * methods stay known, so this can be seen without holding anything.
 */
async function storeEvents(db: Database, told: readonly ToldEvent[]): Promise<StoredState[]> {
  const given = told.map(({ provider, event, at }) => ({
    provider,
    event,
    at,
    unchanged: event.kind === 'charge' ? statesUnchangedBy(event.verdict) : [],
  }));
  const { rows } = await sql<{ provider: ProviderName; dedupe_key: string; state: StoredState }>`
    with judged as (
      select e.provider, e.event, e.at, case
        when e.event->>'kind' = 'other' then 'ignored'
        when e.event->>'kind' = 'charge' and a.state = any (e.unchanged)
          and (${tokenOf} is null or ${isTokenKnown}) then 'done'
        when e.event->>'kind' = 'stored' and ${isTokenKnown} then 'done'
        else 'new' end as state
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as e (provider text, event jsonb, at timestamptz, unchanged text[])
      left join ${attemptOfEvent} a on true
    )
    insert into provider_event (provider, dedupe_key, event, state, received_at, next_at, done_at)
    select provider, event->>'dedupeKey', event, state, at, at, case when state <> 'new' then at end
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
  attempt: FoundAttempt | null;
  tokenKnown: boolean;
}

interface Claim {
  now: Date;
  /** Until then nobody else gets them. */
  until: Date;
  limit: number;
}

/** Takes some that are due, with all there is to know of them. Those that wait for later are not even looked at. */
export async function claimEvents(
  db: DbOrTx,
  provider: ProviderName,
  { now, until, limit }: Claim,
): Promise<ClaimedEvent[]> {
  const { rows } = await sql<ClaimedEvent>`
    with due as (
      select provider, dedupe_key, next_at from provider_event
      where provider = ${provider}::text and state in ('new', 'parked') and next_at <= ${now}::timestamptz
      order by next_at limit ${limit}::int for update skip locked
    ), e as (
      update provider_event p set next_at = ${until}::timestamptz from due
      where p.provider = due.provider and p.dedupe_key = due.dedupe_key
      returning p.provider, p.dedupe_key, p.event, p.tries, p.received_at, due.next_at as was_due
    )
    select e.dedupe_key as "dedupeKey", e.event, e.tries, e.received_at as "receivedAt",
      case when a.id is not null then jsonb_build_object('brandId', a.brand_id, 'id', a.id, 'accountId', a.account_id,
        'state', a.state, 'capturedCents', a.captured_cents, 'chargedBackCents', a.charged_back_cents) end as attempt,
      a.id is not null and ${isTokenKnown} as "tokenKnown"
    from e left join ${attemptOfEvent} a on true
    order by e.was_due, e.received_at, e.dedupe_key`.execute(db);
  return rows;
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
