import { sql } from 'kysely';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { GateClosed } from '../providers/gate.ts';
import type { KnownAttempt, Provider } from '../providers/provider.ts';
import { isOpen, openStates } from './attempts.ts';
import type { Known } from './attempts.ts';
import { lockAccountOfAttempt } from './lock-account.ts';
import { eventOf, recordEvents } from './payment-events.ts';
import type { PaymentEventRow } from './payment-events.ts';
import { ANSWERED_WITHIN, chargePolls } from './poll-schedule.ts';
import { pollSoon } from './poll-soon.ts';
import { recordOutcome } from './record-outcome.ts';

const AT_ONCE = 8;

/** Asks a provider about charges whose outcome is unknown, until each has one; every provider where none is named. */
export async function pollAttempts(
  app: App,
  { provider }: { provider?: ProviderName | undefined },
  info: Pick<JobInfo, 'signal'>,
): Promise<void> {
  const names = provider === undefined ? providerName.options : [provider];
  await Promise.all(names.map((name) => pollAttemptsOf(app, name, info)));
}

async function pollAttemptsOf(
  app: App,
  name: ProviderName,
  { signal }: Pick<JobInfo, 'signal'>,
): Promise<void> {
  await closeUnsent(app, name);
  while (!signal.aborted) {
    // No more are claimed than can be asked about: what waits behind a closed gate stays as it is.
    const limit = Math.min(AT_ONCE, app.providers.gate(name)?.free('poll') ?? AT_ONCE);
    const rows = limit > 0 ? await claimAttemptsToPoll(app.db, name, app.clock.now(), limit) : [];
    const asked = await Promise.all(rows.map((row) => pollAttempt(app, row)));
    await recordEvents(
      app.db,
      asked.filter((event) => event !== undefined),
    );
    if (rows.length < limit || limit === 0) break;
  }
  await pollSoon(app, name);
}

/** Answers with the entry for its timeline; with none where no provider was asked, or where it does not count. */
async function pollAttempt(app: App, row: AttemptToPoll): Promise<PaymentEventRow | undefined> {
  const { brand_id: brandId, id: attemptId, provider: name } = row;
  const provider = app.providers.get(name);
  let asked: PaymentEventRow | undefined;
  const answered = (answer: Known['state'] | 'failed') => {
    const subject = { brandId, purchaseId: row.purchase_id, attemptId };
    asked ??= eventOf(subject, app.clock.now(), { kind: 'asked', answer, source: 'poll' });
  };
  try {
    const verdict = provider && (await ask(app, provider, row, answered));
    // A failed poll says nothing about the charge.
    const undecided = verdict === undefined || verdict.state === 'unknown' || verdict.state === 'error';
    // Nor does it count: the provider fails, and is asked as often as any other once it is well again.
    if (undecided && app.providers.gate(name)?.isOpen('other') === false) {
      await takeBack(app, row);
      return undefined;
    }
    const abandoned = undecided || verdict.state === 'requires_action';
    // Money that turns up after that is recorded all the same, and refunded where the order is over.
    const givenUp = abandoned && row.polls >= chargePolls.most;
    if (givenUp)
      app.log.error({ attemptId, provider: name }, 'a payment was never decided, and counts as not made');
    const stillOpen = undecided ? { state: 'unknown' as const } : verdict;
    const learned = givenUp ? { state: 'absent' as const } : stillOpen;
    const { state } = await recordOutcome(app, { brandId, attemptId, verdict: learned, source: 'poll' });
    if (!isOpen(state)) return asked;
  } catch (error) {
    if (error instanceof GateClosed) {
      await takeBack(app, row);
      return undefined;
    }
    app.log.warn({ err: error, attemptId, provider: name }, 'a provider could not be asked');
    answered('failed');
  }
  await schedulePoll(app.db, row, { at: chargePolls.next(row.polls, app.clock.now()), polls: row.polls });
  return asked;
}

/** It was not asked after all. */
function takeBack(app: App, row: AttemptToPoll): Promise<void> {
  return schedulePoll(app.db, row, { at: chargePolls.unanswered(app.clock.now()), polls: row.polls - 1 });
}

/** Asks what became of a charge. Where that is unknown, and it can be, it is sent once more under its own name. */
async function ask(
  app: App,
  provider: Provider,
  row: AttemptToPoll,
  answered: (answer: Known['state']) => void,
): Promise<Known> {
  const brand = app.brands.byId(row.brand_id);
  const known: KnownAttempt = {
    attemptId: row.id,
    reference: row.reference,
    amountCents: row.amount_cents,
    token: row.token,
    method: row.method,
    initiatedBy: row.initiated_by,
    createdAt: row.created_at,
    merchantAccount: brand?.settings.payment.merchantAccount,
    ...(brand && { request: requestOf(app, brand, row) }),
  };
  const verdict = await provider.pollStatus(known);
  answered(verdict.state);
  // It may be on its way yet, sent by another process: it is neither given up nor sent once more.
  const isYoung = app.clock.now().getTime() - row.sent_at.getTime() < ANSWERED_WITHIN;
  if (isYoung && verdict.state === 'absent') return { state: 'unknown' };
  if (isYoung || !isUndecided(verdict)) return verdict;
  try {
    return (await provider.resend?.(known, () => markResend(app, row))) ?? verdict;
  } catch (error) {
    if (error instanceof GateClosed) return verdict;
    throw error;
  }
}

function isUndecided({ state }: Known): boolean {
  return state !== 'captured' && state !== 'declined' && state !== 'absent';
}

/**
 * Notes that a charge is about to be sent once more: only while its purchase awaits payment, its plan goes on and what it
 * is charged by is still on file. A member who pays by hand or leaves holds the account as well, so they come before or after.
 */
function markResend(app: App, { brand_id: brandId, id }: AttemptToPoll): Promise<boolean> {
  return transact(app.db, async (tx) => {
    await lockAccountOfAttempt(tx, brandId, id);
    const { rows } = await sql`
      update payment_attempt a set resent_at = ${app.clock.now()}::timestamptz
      from purchase p
      where a.brand_id = ${brandId}::uuid and a.id = ${id}::uuid and a.state = any (${openStates}::text[])
        and p.brand_id = a.brand_id and p.id = a.purchase_id and p.state = 'awaiting_payment'
        and (p.kind <> 'renewal' or exists (
          select from subscription s
          where s.brand_id = p.brand_id and s.id = p.subscription_id and s.state in ('active', 'past_due')))
        and (a.payment_method_id is null or exists (
          select from payment_method m
          where m.brand_id = a.brand_id and m.id = a.payment_method_id and m.status = 'active'))
      returning a.id`.execute(tx);
    return rows.length > 0;
  });
}

/** The request of a charge that was made without a browser. */
function requestOf(app: App, brand: Brand, { account_id: customerId }: AttemptToPoll) {
  return { origin: siteOrigin(app, brand), descriptor: brand.settings.payment.descriptor, customerId };
}

interface AttemptToPoll {
  brand_id: string;
  id: string;
  purchase_id: string;
  account_id: string;
  provider: ProviderName;
  reference: string | null;
  amount_cents: number;
  initiated_by: 'member' | 'merchant';
  token: string | null;
  method: NonNullable<KnownAttempt['method']>;
  polls: number;
  created_at: Date;
  sent_at: Date;
}

const LEASE = 10 * MINUTE;
const CRASHED_AFTER = 5 * MINUTE;

/**
 * Claims attempts to poll, so that no other node polls them as well. Among them are open ones without a time to poll:
 * the process that made them has crashed.
 */
async function claimAttemptsToPoll(
  db: Database,
  provider: ProviderName,
  now: Date,
  limit: number,
): Promise<AttemptToPoll[]> {
  const { rows } = await sql<AttemptToPoll>`
    with due as (
      select brand_id, id from payment_attempt
      where provider = ${provider}::text and ((poll_at <= ${now}::timestamptz)
        or (poll_at is null and created_at <= ${new Date(now.getTime() - CRASHED_AFTER)}::timestamptz
          and state in ('created', 'requires_action', 'processing', 'unknown', 'authorised')))
      order by poll_at nulls first
      limit ${limit}::integer
      for update skip locked
    )
    update payment_attempt a set polls = a.polls + 1, poll_at = ${new Date(now.getTime() + LEASE)}::timestamptz
    from due
    where a.brand_id = due.brand_id and a.id = due.id
    returning a.brand_id, a.id, a.purchase_id, a.account_id, a.provider, a.reference, a.amount_cents, a.initiated_by, a.method, a.polls, a.created_at,
      coalesce(a.sent_at, a.created_at) as sent_at,
      (select m.token from payment_method m where m.brand_id = a.brand_id and m.id = a.payment_method_id) as token`.execute(
    db,
  );
  return rows;
}

async function schedulePoll(
  db: Database,
  { brand_id: brandId, id }: AttemptToPoll,
  { at, polls }: { at: Date; polls: number },
): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ poll_at: at, polls })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('poll_at', 'is not', null)
    .execute();
}

const MOST_UNSENT = 100;

/** Those that were never sent came to nothing, and no provider need be asked about them. */
async function closeUnsent(app: App, provider: ProviderName): Promise<void> {
  for (;;) {
    const rows = await app.db
      .selectFrom('payment_attempt')
      .select(['brand_id as brandId', 'id as attemptId'])
      .where('provider', '=', provider)
      .where('state', '=', 'created')
      .where('sent_at', 'is', null)
      .where('created_at', '<=', new Date(app.clock.now().getTime() - LEASE))
      .limit(MOST_UNSENT)
      .execute();
    for (const row of rows)
      await recordOutcome(app, { ...row, verdict: { state: 'absent' }, source: 'poll' });
    if (rows.length < MOST_UNSENT) return;
  }
}
