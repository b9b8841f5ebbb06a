import { sql } from 'kysely';
import { period as periods } from '#contract/brand/flow.ts';
import type { LocalText } from '#contract/kernel/fields.ts';
import { SHORT_NOTICE_DAYS, noticeDays } from '#contract/kernel/money.ts';
import type { Period } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import { addDays } from '#server/countries/local-time.ts';
import { HOUR } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { mailNotice } from './plan-mails.ts';

const BATCH = 100;
/** A little early, so that the notice period is over when the charge is due. */
const EARLY = HOUR;

/** Mails what is going to be charged, as many days before as the country's law asks for. */
export async function sendNotices(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  while (!signal.aborted && (await sendBatch(app)) === BATCH);
}

function sendBatch(app: App): Promise<number> {
  const sentAt = app.clock.now();
  return transact(app.db, async (tx) => {
    const notices = await takeDueNotices(tx, noticeWindows(app, sentAt), BATCH);
    for (const { name, accountId, ...notice } of notices) {
      const isNew = await recordNotice(tx, { ...notice, kind: 'before', sentAt });
      if (isNew) await mailNotice(app, tx, { ...notice, accountId, plan: { name } });
    }
    return notices.length;
  });
}

function noticeWindows({ brands }: App, now: Date): NoticeWindow[] {
  return brands.all().flatMap(({ id: brandId, settings: { country } }) =>
    periods.options.map((every): NoticeWindow => {
      const days = noticeDays(country, every);
      const before = days === 0 ? SHORT_NOTICE_DAYS : days;
      const until = new Date(addDays(now, before, country).getTime() + EARLY);
      return { brandId, every, until, unlessAtPurchase: days === 0 };
    }),
  );
}

interface Notice {
  brandId: string;
  subscriptionId: string;
  /** The period that is going to be charged. */
  period: number;
  kind: 'at_purchase' | 'before';
  amountCents: number;
  chargeAt: Date;
  sentAt: Date;
}

/** A notice of another price replaces the one before. Answers whether it is new. */
export async function recordNotice(db: DbOrTx, notice: Notice): Promise<boolean> {
  const { brandId, subscriptionId, period, kind, amountCents, chargeAt, sentAt } = notice;
  const { rows } = await sql`
    insert into renewal_notice as known (brand_id, subscription_id, period, kind, amount_cents, charge_at, sent_at)
    values (${brandId}::uuid, ${subscriptionId}::uuid, ${period}::integer, ${kind}::text, ${amountCents}::integer,
      ${chargeAt}::timestamptz, ${sentAt}::timestamptz)
    on conflict (brand_id, subscription_id, period, kind) do update set
      amount_cents = excluded.amount_cents, charge_at = excluded.charge_at, sent_at = excluded.sent_at
      where known.amount_cents <> excluded.amount_cents
    returning period`.execute(db);
  return rows.length === 1;
}

interface DueNotice {
  brandId: string;
  subscriptionId: string;
  accountId: string;
  /** The period that is going to be charged. */
  period: number;
  amountCents: number;
  chargeAt: Date;
  name: LocalText;
}

/** How long before a charge the notice of it is due. */
interface NoticeWindow {
  brandId: string;
  every: Period;
  until: Date;
  /** Having announced it at the purchase is enough. */
  unlessAtPurchase: boolean;
}

/** Renewals that are due soon and were not announced at this price, locked until the caller has recorded a notice. */
async function takeDueNotices(tx: Tx, windows: readonly NoticeWindow[], limit: number): Promise<DueNotice[]> {
  const farthest = new Date(Math.max(0, ...windows.map(({ until }) => until.getTime())));
  const { rows } = await sql<DueNotice>`
    select s.brand_id as "brandId", s.id as "subscriptionId", s.account_id as "accountId", s.period + 1 as period,
      f.renewal_cents as "amountCents", s.next_charge_at as "chargeAt", f.name
    from current_subscription s
    join plan_terms f on f.brand_id = s.brand_id and f.product_id = s.following_product_id
      and f.version = s.following_version
    join unnest(
      ${windows.map(({ brandId }) => brandId)}::uuid[], ${windows.map(({ every }) => every)}::text[],
      ${windows.map(({ until }) => until)}::timestamptz[],
      ${windows.map(({ unlessAtPurchase }) => unlessAtPurchase)}::boolean[]
    ) as notice_window (brand_id, every, until, unless_at_purchase) on notice_window.brand_id = s.brand_id and notice_window.every = f.every
    join account a on a.brand_id = s.brand_id and a.id = s.account_id and a.status = 'active'
    where s.next_charge_at <= ${farthest}::timestamptz and s.next_charge_at <= notice_window.until and s.state = 'active'
      and not exists (
        select from renewal_notice n
        where n.brand_id = s.brand_id and n.subscription_id = s.id and n.period = s.period + 1
          and n.amount_cents = f.renewal_cents
          and (n.kind = 'before' or notice_window.unless_at_purchase))
    order by s.next_charge_at limit ${limit}::integer
    for update of s skip locked`.execute(tx);
  return rows;
}
