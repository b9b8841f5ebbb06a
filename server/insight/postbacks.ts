/** Tells networks what became of the visitors whom they sent: signed, in order, again until it arrives, never as two facts. */

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
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
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, Run } from '#server/platform/work/queue.ts';
import { allows } from './cookie-consent.ts';

export const POSTBACKS = 'postbacks';

const BATCH = 100;
/** Nothing of a batch is begun after this. */
const BATCH_MS = 4 * MINUTE;

/** What goes to one network goes one after the other, and the networks do not wait for each other. */
export const postbackQueue = queue({
  name: POSTBACKS,
  table: 'postback',
  key: ['brand_id', 'id'],
  columns: ['brand_id', 'id', 'target'],
  // The reports on one member go out in order: a refund waits for its sale.
  where: sql`not exists (
    select from conversion own
    join conversion earlier on earlier.brand_id = own.brand_id and earlier.account_id = own.account_id
    join postback e on e.brand_id = earlier.brand_id and e.conversion_id = earlier.id
    where own.brand_id = w.brand_id and own.id = w.conversion_id and e.target = w.target and e.work_at is not null
      and e.id < w.id)`,
  concurrency: 1,
  timeoutSeconds: 300,
  /** Over about fifteen hours. */
  maxTries: 12,
  backoff: { base: 30 * SECOND, cap: 6 * HOUR },
  whenDone: 'keep',
  byAppClock: true,
  kindOf: ({ target }) => target,
  batch: BATCH,
  handleBatch: sendPostbacks,
});

interface Claimed {
  brand_id: string;
  id: string;
  work_tries: number;
}

interface Due {
  brandId: string;
  id: string;
  target: string;
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

type Answer =
  | { outcome: 'sent' }
  | { outcome: 'withheld' | 'failed'; problem: string }
  /** Its next try is another one. */
  | { again: string }
  /** It was not tried. */
  | { later: string };

async function sendPostbacks(app: App, claimed: readonly Claimed[], run: Run): Promise<Outcome[]> {
  const signal = AbortSignal.any([run.signal, run.stopping, AbortSignal.timeout(BATCH_MS)]);
  const due = await readDue(app, claimed);
  const answers = new Map<string, Answer>();
  const groups = Map.groupBy(due, ({ brandId, target }) => `${brandId} ${target}`);
  await Promise.all(
    Array.from(groups.values(), async (group) => {
      for (const postback of group) answers.set(postback.id, await send(app, postback, signal));
    }),
  );
  const now = app.clock.now();
  return claimed.map(({ id, work_tries: attempts }) => {
    const answer = answers.get(id) ?? { later: 'it is gone' };
    if ('again' in answer) return { retry: answer.again };
    if ('later' in answer) return { untriedFor: MINUTE, reason: answer.later };
    const { outcome } = answer;
    const problem = 'problem' in answer ? answer.problem.slice(0, 300) : null;
    return { done: { outcome, problem, attempts, done_at: now } };
  });
}

async function send(app: App, due: Due, signal: AbortSignal): Promise<Answer> {
  const { brandId, accountId, clickId } = due;
  const target = app.brands.byId(brandId)?.settings.postbacks.find(({ name }) => name === due.target);
  const template = target?.events[due.fact];
  if (!target || !template) return { outcome: 'withheld', problem: 'no longer configured' };
  if (!accountId || !clickId) return { outcome: 'withheld', problem: 'the member is gone' };
  if (target.basis === 'consent') {
    // Asked at the last moment: of a member who has taken it back since nothing is reported.
    const allowed = await allows(app.db, { brandId, accountId }, 'advertising', app.clock.now());
    if (!allowed) return { outcome: 'withheld', problem: 'no consent for advertising' };
  }
  const url = addressOf(template, target, due);
  if (signal.aborted || !app.outbound.mayAsk(url)) return { later: 'the network fails at the moment' };
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
    if (error instanceof ForbiddenAddress) return { outcome: 'failed', problem: message };
    return { again: message };
  }
}

/** A conflict says that they have it already. What they do not understand, they will not understand tomorrow. */
function judge(status: number): Answer {
  if ((status >= 200 && status < 300) || status === 409) return { outcome: 'sent' };
  const answered = `answered ${status}`;
  const mayPass = status >= 500 || status === 408 || status === 425 || status === 429;
  return mayPass ? { again: answered } : { outcome: 'failed', problem: answered };
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

/** What the reports are about, in the order in which they go out. */
async function readDue({ db }: App, claimed: readonly Claimed[]): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select p.brand_id as "brandId", p.id, p.target, c.fact, c.account_id as "accountId",
      c.purchase_id as "purchaseId", c.amount_cents as "amountCents", c.source, c.campaign_id as "campaignId",
      c.click_campaign as "clickCampaign", r.click_id as "clickId", c.at
    from unnest(${claimed.map(({ brand_id }) => brand_id)}::uuid[], ${claimed.map(({ id }) => id)}::uuid[]) as d (brand_id, id)
    join postback p on p.brand_id = d.brand_id and p.id = d.id
    join conversion c on c.brand_id = p.brand_id and c.id = p.conversion_id
    left join arrival r on r.brand_id = c.brand_id and r.account_id = c.account_id
    order by p.id`.execute(db);
  return rows;
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
    select p.brand_id, p.id, p.target, c.fact, p.state, coalesce(p.attempts, p.work_tries) as attempts,
      left(coalesce(p.problem, p.work_error), 300) as problem, p.created_at as at, p.work_at as next_at,
      coalesce(p.done_at, p.work_failed_at) as done_at
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
