/** Tells networks what became of the visitors whom they sent: signed, in order, again until it arrives, never as two facts. */

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { fillTemplate } from '#contract/insight/pixels.ts';
import type {
  ConversionFact,
  PostbackTarget,
  listPostbacks as listEndpoint,
} from '#contract/insight/postbacks.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { App, StaffContext } from '#server/app.ts';
import { atBrandOf, brandIdsFor } from '#server/brands/staff-context.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { ForbiddenAddress } from '#server/platform/http/outbound.ts';
import { jobKind } from '#server/platform/jobs/jobs.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { allows } from './cookie-consent.ts';

export const postbacksDue = jobKind('insight.send_postbacks', z.object({}), {
  maxAttempts: 3,
  pool: 'outside',
});

const BATCH = 100;
/** How long what was claimed is ours. */
const LEASE = 10 * MINUTE;
const LONGEST_RUN = 4 * MINUTE;
const FIRST_RETRY = 30 * SECOND;
const LONGEST_RETRY = 6 * HOUR;
/** Over about fifteen hours. */
const MOST_ATTEMPTS = 12;

interface Due {
  brandId: string;
  id: string;
  target: string;
  attempts: number;
  fact: ConversionFact;
  accountId: string | null;
  purchaseId: string | null;
  amountCents: number;
  source: string;
  campaignId: string | null;
  clickCampaign: string | null;
  clickId: string | null;
  at: Date;
}

type Outcome =
  | { state: 'sent' }
  | { state: 'withheld' | 'failed'; error: string }
  /** `counted`: it was tried, and is not tried for ever. */
  | { state: 'waiting'; error: string; counted: boolean };

/** Sends what is due. What goes to one network goes one after the other, and the networks do not wait for each other. */
export async function sendDuePostbacks(app: App, info: Pick<JobInfo, 'signal'>): Promise<void> {
  const signal = AbortSignal.any([info.signal, AbortSignal.timeout(LONGEST_RUN)]);
  while (!signal.aborted) {
    const due = await claimDue(app);
    if (due.length === 0) return;
    const groups = Map.groupBy(due, ({ brandId, target }) => `${brandId} ${target}`);
    await Promise.all(
      Array.from(groups.values(), async (group) => {
        for (const postback of group) await record(app, postback, await send(app, postback, signal));
      }),
    );
  }
}

async function send(app: App, due: Due, signal: AbortSignal): Promise<Outcome> {
  const { brandId, accountId, clickId } = due;
  const target = app.brands.byId(brandId)?.settings.postbacks.find(({ name }) => name === due.target);
  const template = target?.events[due.fact];
  if (!target || !template) return { state: 'withheld', error: 'no longer configured' };
  if (!accountId || !clickId) return { state: 'withheld', error: 'the member is gone' };
  if (target.basis === 'consent') {
    // Asked at the last moment: of a member who has taken it back since nothing is reported.
    const allowed = await allows(app.db, { brandId, accountId }, 'advertising', app.clock.now());
    if (!allowed) return { state: 'withheld', error: 'no consent for advertising' };
  }
  const url = addressOf(template, target, due);
  if (signal.aborted || !app.outbound.mayAsk(url))
    return { state: 'waiting', error: 'the network fails at the moment', counted: false };
  try {
    const key = postbackKey(app, brandId, target.name);
    const status = await app.outbound.get(
      url,
      signedHeaders(key, { id: due.id, url, now: app.clock.now() }),
      signal,
    );
    return judge(status);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ForbiddenAddress) return { state: 'failed', error: message };
    return { state: 'waiting', error: message, counted: true };
  }
}

/** A conflict says that they have it already. What they do not understand, they will not understand tomorrow. */
function judge(status: number): Outcome {
  if ((status >= 200 && status < 300) || status === 409) return { state: 'sent' };
  const error = `answered ${status}`;
  const mayPass = status >= 500 || status === 408 || status === 425 || status === 429;
  return mayPass ? { state: 'waiting', error, counted: true } : { state: 'failed', error };
}

function addressOf(template: string, target: PostbackTarget, due: Due): string {
  return fillTemplate(template, {
    clickid: due.clickId ?? '',
    event: due.fact,
    payout: inEuros(payoutOf(target, due)),
    amount: inEuros(due.amountCents),
    currency: CURRENCY,
    campid: due.campaignId ?? '',
    kcampaign: due.clickCampaign ?? '',
    src: due.source,
    order: due.purchaseId ?? '',
    id: due.id,
    time: String(Math.floor(due.at.getTime() / 1_000)),
  });
}

function payoutOf({ payouts }: PostbackTarget, { fact, amountCents }: Due): number {
  const payout = payouts[fact];
  if (!payout) return amountCents;
  return 'cents' in payout ? payout.cents : Math.round((amountCents * payout.percent) / 100);
}

const inEuros = (cents: number) => (cents / 100).toFixed(2);

/** Each network of each brand has a key of its own, made from ours. `serenata postback-key` prints it. */
export function postbackKey({ keyedHash }: Pick<App, 'keyedHash'>, brandId: string, target: string): string {
  return keyedHash('postback', `${brandId} ${target}`).toString('base64url');
}

/** The signature covers who it is, when it was sent and the whole address, so that none of them can be changed or replayed. */
export function signedHeaders(key: string, { id, url, now }: { id: string; url: string; now: Date }) {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${url}`).digest('hex');
  return {
    'idempotency-key': id,
    'postback-timestamp': timestamp,
    'postback-signature': `v1=${signature}`,
    'user-agent': 'postback/1',
  };
}

/**
 * Takes what is due. The reports on one member go out in order: a refund waits for its sale. Several nodes never take the
 * same.
 */
async function claimDue({ db, clock }: App): Promise<Due[]> {
  const now = clock.now();
  const { rows } = await sql<Due>`
    with due as (
      select p.brand_id, p.id from postback p
      join conversion c on c.brand_id = p.brand_id and c.id = p.conversion_id
      where p.state = 'waiting' and p.next_at <= ${now} and not exists (
        select from conversion ec join postback e on e.brand_id = ec.brand_id and e.conversion_id = ec.id
        where ec.brand_id = c.brand_id and ec.account_id = c.account_id and e.target = p.target
          and e.state = 'waiting' and e.id < p.id)
      order by p.next_at limit ${BATCH} for update of p skip locked
    ), claimed as (
      update postback p set next_at = ${new Date(now.getTime() + LEASE)} from due
      where p.brand_id = due.brand_id and p.id = due.id
      returning p.brand_id, p.id, p.target, p.attempts, p.conversion_id
    )
    select p.brand_id as "brandId", p.id, p.target, p.attempts, c.fact, c.account_id as "accountId",
      c.purchase_id as "purchaseId", c.amount_cents as "amountCents", c.source, c.campaign_id as "campaignId",
      c.click_campaign as "clickCampaign", r.click_id as "clickId", c.at
    from claimed p join conversion c on c.brand_id = p.brand_id and c.id = p.conversion_id
    left join arrival r on r.brand_id = c.brand_id and r.account_id = c.account_id
    order by p.id`.execute(db);
  return rows;
}

async function record(app: App, { brandId, id, attempts }: Due, outcome: Outcome): Promise<void> {
  const now = app.clock.now();
  const counted = outcome.state !== 'waiting' || outcome.counted;
  const tries = attempts + (counted ? 1 : 0);
  const givenUp = outcome.state === 'waiting' && tries >= MOST_ATTEMPTS;
  const state = givenUp ? 'failed' : outcome.state;
  const pause = counted ? Math.min(FIRST_RETRY * 2 ** attempts, LONGEST_RETRY) : MINUTE;
  await app.db
    .updateTable('postback')
    .set({
      state,
      attempts: tries,
      next_at: state === 'waiting' ? new Date(now.getTime() + pause) : null,
      done_at: state === 'waiting' ? null : now,
      last_error: outcome.state === 'sent' ? null : outcome.error.slice(0, 300),
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
  if (state === 'failed') app.log.warn({ postback: id, brandId }, 'a network could not be told');
}

const PAGE = 50;

interface ListedRow {
  brand_id: string;
  id: string;
  target: string;
  fact: ConversionFact;
  state: 'waiting' | 'sent' | 'withheld' | 'failed';
  attempts: number;
  problem: string | null;
  at: Date;
  next_at: Date | null;
  done_at: Date | null;
}

/** For operators: never of whom, only what. Each brand gives its newest, so that none is read through for another. */
export async function listPostbacks(
  context: StaffContext,
  { brand, state, before }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const filter = sql`
    ${state === undefined ? sql`` : sql`and i.state = ${state}`}
    ${before === undefined ? sql`` : sql`and i.id < ${before}::uuid`}`;
  const { rows: found } = await sql<ListedRow>`
    select p.brand_id, p.id, p.target, c.fact, p.state, p.attempts, p.last_error as problem, p.created_at as at,
      p.next_at, p.done_at
    from unnest(${brandIdsFor(context, brand)}::uuid[]) as b (id) cross join lateral (
      select * from postback i where i.brand_id = b.id ${filter}
      order by i.id desc limit ${PAGE + 1}::int) as p
    join conversion c on c.brand_id = p.brand_id and c.id = p.conversion_id
    order by p.id desc limit ${PAGE + 1}::int`.execute(context.app.replica);
  const rows = found.slice(0, PAGE);
  return {
    postbacks: rows.map(({ brand_id, at, next_at, done_at, ...row }) => ({
      ...row,
      brand: atBrandOf(context, brand_id).brand.key,
      at: at.getTime(),
      nextAt: next_at?.getTime() ?? null,
      doneAt: done_at?.getTime() ?? null,
    })),
    next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null,
  };
}
