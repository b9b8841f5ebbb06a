import { sql } from 'kysely';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { App } from '../../app.ts';
import type { Brand } from '../../brands/directory.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { siteOrigin } from '../../platform/http/origins.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import type { KnownAttempt } from '../providers/provider.ts';
import { MAX_POLLS, nextPollAt, isOpen } from './attempts.ts';
import { recordOutcome } from './record-outcome.ts';

const AT_ONCE = 8;

/** Polls the providers about charges whose outcome is unknown, until each has one. */
export async function pollAttempts(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  while (!signal.aborted) {
    const rows = await claimAttemptsToPoll(app.db, app.clock.now(), AT_ONCE);
    await Promise.all(rows.map((row) => pollAttempt(app, row)));
    if (rows.length < AT_ONCE) return;
  }
}

async function pollAttempt(app: App, row: AttemptToPoll): Promise<void> {
  const { brand_id: brandId, id: attemptId, provider: name } = row;
  const provider = app.providers.get(name);
  const brand = app.brands.byId(brandId);
  try {
    const verdict = await provider?.pollStatus({
      attemptId,
      reference: row.reference,
      amountCents: row.amount_cents,
      token: row.token,
      method: row.method,
      initiatedBy: row.initiated_by,
      createdAt: row.created_at,
      merchantAccount: brand?.settings.payment.merchantAccount,
      ...(brand && { request: requestOf(app, brand, row) }),
    });
    // A failed poll says nothing about the charge.
    const undecided = verdict === undefined || verdict.state === 'unknown' || verdict.state === 'error';
    const abandoned = undecided || verdict.state === 'requires_action';
    // Money that turns up after that is recorded all the same, and refunded where the order is over.
    const givenUp = abandoned && row.polls >= MAX_POLLS;
    if (givenUp)
      app.log.error({ attemptId, provider: name }, 'a payment was never decided, and counts as not made');
    const stillOpen = undecided ? { state: 'unknown' as const } : verdict;
    const learned = givenUp ? { state: 'absent' as const } : stillOpen;
    const { state } = await recordOutcome(app, { brandId, attemptId, verdict: learned });
    if (!isOpen(state)) return;
  } catch (error) {
    app.log.warn({ err: error, attemptId, provider: name }, 'a provider could not be asked');
  }
  await schedulePoll(app.db, brandId, attemptId, nextPollAt(row.polls, app.clock.now()));
}

/** The request of a charge that was made without a browser. */
function requestOf(app: App, brand: Brand, { account_id: customerId }: AttemptToPoll) {
  return { origin: siteOrigin(app, brand), descriptor: brand.settings.payment.descriptor, customerId };
}

interface AttemptToPoll {
  brand_id: string;
  id: string;
  account_id: string;
  provider: ProviderName;
  reference: string | null;
  amount_cents: number;
  initiated_by: 'member' | 'merchant';
  token: string | null;
  method: NonNullable<KnownAttempt['method']>;
  polls: number;
  created_at: Date;
}

const LEASE = 10 * MINUTE;
const CRASHED_AFTER = 5 * MINUTE;

/**
 * Claims attempts to poll, so that no other node polls them as well. Among them are open ones without a time to poll:
 * the process that made them has crashed.
 */
async function claimAttemptsToPoll(db: Database, now: Date, limit: number): Promise<AttemptToPoll[]> {
  const { rows } = await sql<AttemptToPoll>`
    with due as (
      select brand_id, id from payment_attempt
      where (poll_at <= ${now}::timestamptz)
        or (poll_at is null and created_at <= ${new Date(now.getTime() - CRASHED_AFTER)}::timestamptz
          and state in ('created', 'requires_action', 'processing', 'unknown', 'authorised'))
      order by poll_at nulls first
      limit ${limit}::integer
      for update skip locked
    )
    update payment_attempt a set polls = a.polls + 1, poll_at = ${new Date(now.getTime() + LEASE)}::timestamptz
    from due
    where a.brand_id = due.brand_id and a.id = due.id
    returning a.brand_id, a.id, a.account_id, a.provider, a.reference, a.amount_cents, a.initiated_by, a.method, a.polls, a.created_at,
      (select m.token from payment_method m where m.brand_id = a.brand_id and m.id = a.payment_method_id) as token`.execute(
    db,
  );
  return rows;
}

async function schedulePoll(db: Database, brandId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ poll_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('poll_at', 'is not', null)
    .execute();
}
