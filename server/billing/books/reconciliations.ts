/** What reconciling reads of our books and stores of every day, and the list of it for operators. */

import { sql } from 'kysely';
import { z } from 'zod';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  closeDay as closeDayEndpoint,
  closeDifference as closeDifferenceEndpoint,
  listReconciliations as listReconciliationsEndpoint,
} from '#contract/staff/billing.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { cursorCodec } from '#server/platform/cursor.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database, DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { isOfOwnAccount } from './merchant-accounts.ts';
import type { ReportOf } from './payouts.ts';

export interface Difference {
  subject: 'charge' | 'refund' | 'chargeback';
  kind: 'missing_here' | 'missing_there' | 'amount';
  reference: string;
  attemptId: string | null;
  oursCents: number | null;
  theirsCents: number | null;
}

const PAGE = 50;
const MOST_A_DAY = 500_000;
const MOST_UNMATCHED = 200;

const lastDay = z.tuple([z.iso.date(), providerName, z.string().max(80)]);
const cursor = cursorCodec('before', lastDay);

type Day = ReplyOf<typeof listReconciliationsEndpoint>['days'][number];

export async function listReconciliations(
  context: StaffContext,
  { before }: InputOf<typeof listReconciliationsEndpoint>,
): Promise<ReplyOf<typeof listReconciliationsEndpoint>> {
  const rows = await listDays(context, cursor.decode(before), PAGE + 1);
  const days = rows.slice(0, PAGE).map((row) => describeDay(row));
  const last = days.at(-1);
  const next = rows.length > PAGE && last;
  return { days, next: next ? cursor.encode([next.day, next.provider, next.merchantAccount]) : null };
}

function describeDay(row: DayRow): Day {
  const { closed_at, closed_by, closed_reason, ...day } = row;
  const agrees = row.differences.every(({ closed }) => closed !== null);
  const compared = agrees ? 'agrees' : 'differs';
  const open = closed_at ? 'closed' : 'open';
  return {
    ...day,
    state: row.state === 'open' ? open : compared,
    closed: closed_at && { at: closed_at.getTime(), by: closed_by, reason: closed_reason },
    nextTryAt: row.nextTryAt?.getTime() ?? null,
    at: row.at.getTime(),
  };
}

interface DayRow extends Omit<Day, 'state' | 'closed' | 'nextTryAt' | 'at'> {
  state: 'open' | 'compared';
  nextTryAt: Date | null;
  at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  closed_reason: string | null;
}

/** Of merchant accounts that no brand uses but the caller's. */
async function listDays(
  context: StaffContext,
  before: z.output<typeof lastDay> | undefined,
  limit: number,
): Promise<DayRow[]> {
  const onPage = before
    ? sql`(r.day, r.provider, r.merchant_account) < (${before[0]}::text, ${before[1]}::text, ${before[2]}::text)`
    : sql`true`;
  const { rows } = await sql<DayRow>`
    select r.provider, r.merchant_account as "merchantAccount", r.day, r.state, r.compared, r.unanswered, r.tries,
      r.next_try_at as "nextTryAt", r.at, r.closed_at, s.name as closed_by, r.closed_reason,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'subject', d.subject, 'kind', d.kind, 'reference', d.reference,
          'attemptId', d.attempt_id, 'oursCents', d.ours_cents, 'theirsCents', d.theirs_cents,
          'closed', case when d.closed_at is not null then jsonb_build_object(
            'at', (extract(epoch from d.closed_at) * 1000)::bigint, 'by', c.name, 'reason', d.closed_reason) end)
          order by d.closed_at is not null, d.subject, d.kind, d.reference)
        from (select * from reconciliation_difference d where d.provider = r.provider
            and d.merchant_account = r.merchant_account and d.day = r.day
          order by d.closed_at is not null limit 100) d
        left join staff c on c.id = d.closed_by), '[]') as differences
    from (select * from reconciliation where ${isOfOwnAccount(context)}) r left join staff s on s.id = r.closed_by
    where ${onPage}
    order by r.day desc, r.provider desc, r.merchant_account desc limit ${limit}`.execute(context.app.db);
  return rows;
}

export async function closeDifference(
  context: StaffContext,
  { id, reason }: InputOf<typeof closeDifferenceEndpoint>,
): Promise<ReplyOf<typeof closeDifferenceEndpoint>> {
  const { app, staffId, ip } = context;
  return transact(app.db, async (tx) => {
    const row = await tx
      .updateTable('reconciliation_difference')
      .set({ closed_at: app.clock.now(), closed_by: staffId, closed_reason: reason })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where(isOfOwnAccount(context))
      .returning(['provider', 'day', 'reference'])
      .executeTakeFirst();
    if (!row) return fail('books.not_found');
    const actor = { kind: 'staff' as const, id: staffId };
    const details = { ...row, reason };
    await recordAudit(tx, { actor, action: 'books.difference_closed', subject: id, details, ip });
    return { ok: true };
  });
}

export async function closeDay(
  context: StaffContext,
  { provider, merchantAccount, day, reason }: InputOf<typeof closeDayEndpoint>,
): Promise<ReplyOf<typeof closeDayEndpoint>> {
  const { app, staffId, ip } = context;
  return transact(app.db, async (tx) => {
    const row = await tx
      .updateTable('reconciliation')
      .set({ closed_at: app.clock.now(), closed_by: staffId, closed_reason: reason, next_try_at: null })
      .where('provider', '=', provider)
      .where('merchant_account', '=', merchantAccount)
      .where('day', '=', day)
      .where('state', '=', 'open')
      .where('closed_at', 'is', null)
      .where(isOfOwnAccount(context))
      .returning('day')
      .executeTakeFirst();
    if (!row) return fail('books.not_found');
    const actor = { kind: 'staff' as const, id: staffId };
    const details = { provider, merchantAccount, reason };
    await recordAudit(tx, { actor, action: 'books.day_closed', subject: day, details, ip });
    return { ok: true };
  });
}

interface Compared extends ReportOf {
  isOpen: boolean;
  compared: number;
  unanswered: number;
  differences: readonly Difference[];
  at: Date;
  /** How long to wait after so many tries. */
  retryAfter: (tries: number) => number;
}

/** What is no difference any more is closed by itself: of this day, and what an earlier one missed. */
export async function saveReconciliation(db: Database, row: Compared): Promise<void> {
  const { provider, merchantAccount, day, isOpen, compared, unanswered, differences, at } = row;
  await transact(db, async (tx) => {
    const { tries } = await tx
      .insertInto('reconciliation')
      .values({
        provider,
        merchant_account: merchantAccount,
        day,
        state: isOpen ? 'open' : 'compared',
        compared,
        unanswered,
        at,
      })
      .onConflict((conflict) =>
        conflict.columns(['provider', 'merchant_account', 'day']).doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          compared: eb.ref('excluded.compared'),
          unanswered: eb.ref('excluded.unanswered'),
          tries: sql<number>`least(reconciliation.tries + 1, 30000)`,
          at: eb.ref('excluded.at'),
        })),
      )
      .returning('tries')
      .executeTakeFirstOrThrow();
    const nextTryAt = isOpen ? new Date(at.getTime() + row.retryAfter(tries)) : null;
    await tx
      .updateTable('reconciliation')
      .set({ next_try_at: nextTryAt })
      .where('provider', '=', provider)
      .where('merchant_account', '=', merchantAccount)
      .where('day', '=', day)
      .execute();
    for (const { subject, kind, reference, attemptId, oursCents, theirsCents } of differences)
      await tx
        .insertInto('reconciliation_difference')
        .values({
          id: newId(at.getTime()),
          provider,
          merchant_account: merchantAccount,
          day,
          subject,
          kind,
          reference: reference.slice(0, 200),
          attempt_id: attemptId,
          ours_cents: oursCents,
          theirs_cents: theirsCents,
          found_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await closeAgreed(tx, row);
  });
}

async function closeAgreed(tx: DbOrTx, { provider, merchantAccount, day, differences, at }: Compared) {
  const still = differences.map(({ reference }) => reference.slice(0, 200));
  await sql`
    update reconciliation_difference d set closed_at = ${at}::timestamptz
    where d.provider = ${provider}::text and d.merchant_account = ${merchantAccount}::text and d.closed_at is null
      and (d.day = ${day}::text and d.reference <> all (${still}::text[])
        or d.kind = 'missing_there' and (
          exists (select from payment_attempt a where d.subject = 'charge' and a.id = d.attempt_id and a.reported_on is not null)
          or exists (select from refund r where d.subject = 'refund' and r.attempt_id = d.attempt_id
            and d.reference in (r.reference, r.id::text) and r.reported_on is not null)
          or exists (select from dispute b where d.subject = 'chargeback' and b.attempt_id = d.attempt_id
            and b.reported_on is not null)))`.execute(tx);
}

/** The first day that was looked at, and those that need not be looked at now: they are compared, closed or tried again later. */
export async function listDaysDone(
  db: Database,
  { provider, merchantAccount, now }: { provider: ProviderName; merchantAccount: string; now: Date },
): Promise<{ first: string | undefined; days: Set<string> }> {
  const rows = await db
    .selectFrom('reconciliation')
    .select(['day', 'state', 'next_try_at', 'closed_at'])
    .where('provider', '=', provider)
    .where('merchant_account', '=', merchantAccount)
    .orderBy('day', 'desc')
    .limit(62)
    .execute();
  const done = rows.filter(
    (row) => row.state === 'compared' || row.closed_at !== null || (row.next_try_at ?? now) > now,
  );
  return { first: rows.at(-1)?.day, days: new Set(done.map(({ day }) => day)) };
}

/** Money that our books say was moved. */
export interface Booked {
  subject: Difference['subject'];
  brandId: string;
  /** Of the attempt, or of its refund. */
  id: string;
  attemptId: string;
  /** The provider's own name for it. */
  reference: string | null;
  chargeReference: string | null;
  amountCents: number;
  bookedCents: number;
  createdAt: Date;
}

/** What our books say was moved since and until then, by this provider, and no report has named so far. */
export async function listUnreported(
  db: Database,
  {
    provider,
    brandIds,
    from,
    to,
  }: { provider: ProviderName; brandIds: readonly string[] | undefined; from: Date; to: Date },
): Promise<Booked[]> {
  const ofBrands = brandIds ? sql`a.brand_id = any (${brandIds}::uuid[])` : sql`true`;
  const { rows } = await sql<Booked>`
    select 'charge' as subject, a.brand_id as "brandId", a.id, a.id as "attemptId", a.reference,
      a.reference as "chargeReference", a.amount_cents as "amountCents", a.captured_cents as "bookedCents",
      a.created_at as "createdAt"
    from payment_attempt a
    where a.provider = ${provider}::text and ${ofBrands} and a.captured_at >= ${from}::timestamptz
      and a.captured_at < ${to}::timestamptz and a.captured_cents > 0 and a.reported_on is null
    union all
    select 'refund', a.brand_id, r.id, a.id, r.reference, a.reference, r.amount_cents, r.amount_cents, r.created_at
    from refund r join payment_attempt a on a.brand_id = r.brand_id and a.id = r.attempt_id
    where a.provider = ${provider}::text and ${ofBrands} and r.state = 'done' and r.done_at >= ${from}::timestamptz
      and r.done_at < ${to}::timestamptz and r.reported_on is null
    union all
    select 'chargeback', a.brand_id, d.id, a.id, d.reference, a.reference, d.amount_cents, d.amount_cents, d.created_at
    from dispute d join payment_attempt a on a.brand_id = d.brand_id and a.id = d.attempt_id
    where a.provider = ${provider}::text and ${ofBrands} and d.state in ('lost', 'lost_again')
      and d.changed_at >= ${from}::timestamptz and d.changed_at < ${to}::timestamptz and d.reported_on is null
    limit ${MOST_A_DAY}`.execute(db);
  return rows;
}

/** A charge by its attempt, a refund and what a bank took by its own id. */
export async function recordReported(
  db: Database,
  subject: Difference['subject'],
  { brandId, id, day }: { brandId: string; id: string; day: string },
): Promise<void> {
  const table = ({ charge: 'payment_attempt', refund: 'refund', chargeback: 'dispute' } as const)[subject];
  await sql`
    update ${sql.table(table)} set reported_on = ${day}::text
    where brand_id = ${brandId}::uuid and id = ${id}::uuid and reported_on is null`.execute(db);
}

/** What came within this time and is about nothing of ours so far. */
export function listUnmatchedEvents(db: Database, provider: ProviderName, from: Date, to: Date) {
  return db
    .selectFrom('provider_event')
    .select('event')
    .where('provider', '=', provider)
    .where('state', 'in', ['parked', 'unmatched'])
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .orderBy('received_at')
    .limit(MOST_UNMATCHED)
    .execute();
}
