import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { FIRST } from './people.ts';

/** What a stand-in says that it took. */
interface Taken {
  reference: string;
  amount: number;
  state: string;
  refunded: number;
}

async function readTaken(sandboxUrl: string): Promise<Taken[]> {
  const answer = await fetch(`${sandboxUrl}/control/charges`);
  const charges = (await answer.json()) as Taken[];
  return charges.filter(({ state }) => state === 'captured');
}

/** Waits until every webhook is sent and handled, every receipt is issued and every mail has gone its way. */
export async function waitUntilQuiet(pool: pg.Pool, sandboxUrl: string): Promise<void> {
  await fetch(`${sandboxUrl}/control/settled`, { method: 'POST' });
  for (;;) {
    const { rows } = await pool.query<{ busy: boolean }>(`select
      exists (select from provider_event where state = 'new')
      or exists (select from pending_document)
      or exists (select from mail where status = 'queued') as busy`);
    if (!rows[0]?.busy) return;
    await pause(100);
  }
}

/** One that came before what it reports on is handled again by the minute. */
const PATIENCE_MS = 180_000;

async function waitForParkedEvents(pool: pg.Pool): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const { rows } = await pool.query<{ waiting: boolean }>(
      `select exists (select from provider_event where state in ('new', 'parked')) as waiting`,
    );
    if (!rows[0]?.waiting) return;
    await pause(500);
  }
}

interface Kept {
  fulfilled: number;
  captured: number;
  receipts: number;
  processor: number;
  sum: number;
  events: number;
  unhandledEvents: number;
}

/** Throws unless our books say what the stand-in says: each charge once, to the cent, and every event handled. */
export async function compareBooks(
  pool: pg.Pool,
  sandboxUrl: string,
  wanted: { kind: 'plan' | 'renewal'; count: number; eventsEach: number },
): Promise<void> {
  const { kind, count, eventsEach } = wanted;
  await waitForParkedEvents(pool);
  const taken = await readTaken(sandboxUrl);
  const cents = taken.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0);
  const { rows } = await pool.query<Record<keyof Kept, string>>(
    `with paid as (
      select a.brand_id, a.id, a.purchase_id, p.state from purchase p
      join payment_attempt a on a.brand_id = p.brand_id and a.purchase_id = p.id and a.state = 'captured'
      where p.kind = $1 and a.reference not like '${FIRST}-%'
    ), entry as (
      select e.account, e.amount_cents from paid join money_entry e on e.brand_id = paid.brand_id and e.attempt_id = paid.id
    )
    select (select count(*) from paid) as captured,
      (select count(*) from paid where state = 'fulfilled') as fulfilled,
      (select count(*) from paid join document d on d.brand_id = paid.brand_id and d.purchase_id = paid.purchase_id
        where d.kind = 'receipt') as receipts,
      (select coalesce(sum(amount_cents), 0) from entry where account = 'processor') as processor,
      (select coalesce(sum(amount_cents), 0) from money_entry) as sum,
      (select count(*) from provider_event) as events,
      (select count(*) from provider_event where state <> 'done') as "unhandledEvents"`,
    [kind],
  );
  const [kept] = rows;
  const differences = Object.entries({
    fulfilled: count,
    captured: count,
    receipts: count,
    processor: cents,
    sum: 0,
    events: count * eventsEach,
    unhandledEvents: 0,
  }).filter(([name, value]) => Number(kept?.[name as keyof Kept]) !== value);
  const names = new Set(taken.map(({ reference }) => reference));
  if (names.size !== count || taken.length !== count)
    throw new Error(`${count} were to be charged, and ${taken.length} were`);
  if (differences.length === 0) return;
  const lines = differences.map(
    ([name, value]) => `${name} ${kept?.[name as keyof Kept]} instead of ${value}`,
  );
  throw new Error(`The books do not agree: ${lines.join(', ')}`);
}
