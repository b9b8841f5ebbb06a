/** Sends what is in the queue of mails: in batches, the urgent first, and never inside a transaction. */

import { sql } from 'kysely';
import pLimit from 'p-limit';
import { SECOND } from '#server/platform/clock.ts';
import { addDeadLetter } from '#server/platform/jobs/jobs.ts';
import { MailRefused } from '#server/platform/mail/transport.ts';
import type { MailTransport } from '#server/platform/mail/transport.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createRefresher } from '#server/platform/refresher.ts';
import { makeLinksOf } from './mail-links.ts';
import { describeMailError, findUndeliverable, mailPriority, sendMail } from './mail.ts';
import { renderKept } from './render.ts';
import type { MailTemplate } from './templates.ts';

const AT_ONCE = 50;
const CONCURRENCY = 4;
/** Nothing of a batch is begun after this; a mail server answers or times out well within the rest of the lease. */
const BATCH_MS = 60 * SECOND;
/** Who has not said by then what became of those it took is gone: they are sent again, under the same Message-ID. */
const LEASE_MS = 180 * SECOND;
/** The pauses grow from three seconds to two hours and span three and a half; after that most links would be stale. */
const MOST_TRIES = 10;
/** Finds those whose pause is over, and those whose notification was missed. */
const LOOK_EVERY = 5 * SECOND;

export interface MailSender {
  /** Something was queued. */
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Two send side by side: one nothing but what a person waits for in front of a page, so that a thousand others that
 * hang never keep that back, and one everything, in order.
 */
export function startMailSender(app: Platform, transport: MailTransport): MailSender {
  const stopping = new AbortController();
  const pools = [mailPriority.urgent, mailPriority.rest].map((upTo) =>
    createRefresher(
      () => sendQueuedMails(app, transport, { upTo, signal: stopping.signal }),
      (error) => app.log.error({ err: error }, 'mails could not be sent'),
    ),
  );
  const wake = () => pools.forEach((pool) => pool.request());
  const timer = setInterval(wake, LOOK_EVERY);
  wake();
  return {
    wake,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(pools.map((pool) => pool.stop()));
    },
  };
}

interface Sending {
  /** Only those as urgent as this. */
  upTo?: number;
  signal: AbortSignal;
}

/** Sends all that is due. */
export async function sendQueuedMails(
  app: Platform,
  transport: MailTransport,
  { upTo = mailPriority.rest, signal }: Sending,
): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claimMails(app, upTo);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(BATCH_MS)]);
    const refused = await listUndeliverable(app, claimed);
    const data = claimed.map(({ id, brand_id: brandId, data: kept }) =>
      makeLinksOf(app.links, { id, brandId, data: kept }),
    );
    // Made before the first is sent, so that none overtakes another whose link takes longer.
    await Promise.allSettled(data);
    const limit = pLimit(CONCURRENCY);
    const results = await Promise.all(
      claimed.map((mail, n) =>
        limit(() =>
          refused.has(mail) ? notTried(mail) : sendOne(app, transport, { mail, data: data[n] }, inTime),
        ),
      ),
    );
    await recordResults(app, results);
    if (claimed.length < AT_ONCE) return;
  }
}

interface Claimed {
  id: string;
  brand_id: string;
  recipient: string;
  template: MailTemplate;
  language: string;
  /** Null where it was sent already. */
  data: object | null;
  priority: number;
  tries: number;
}

/**
 * Takes some that are due. By the clock of the database, as the queue of jobs. Their ids are a list: joined, they would be
 * compared with every mail by the plan that is made while there are none.
 */
async function claimMails({ db }: Platform, upTo: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update mail m set tries = m.tries + 1, next_at = now() + ${LEASE_MS} * interval '1 millisecond',
      held_until = now() + ${LEASE_MS} * interval '1 millisecond'
    where m.id = any (array(
      select id from mail where status = 'queued' and priority <= ${upTo}::smallint and next_at <= now()
      order by priority, next_at limit ${AT_ONCE}::int for update skip locked))
    returning m.id, m.brand_id, m.recipient, m.template, m.language, m.data, m.priority, m.tries`.execute(db);
  return rows.toSorted((one, other) => one.priority - other.priority || (one.id < other.id ? -1 : 1));
}

async function listUndeliverable(app: Platform, mails: readonly Claimed[]): Promise<Set<Claimed>> {
  const found = new Set<Claimed>();
  for (const [brandId, own] of Map.groupBy(mails, (mail) => mail.brand_id)) {
    const addresses = own.map(({ recipient: email }) => ({ brandId, email }));
    const gone = await findUndeliverable(app, app.db, addresses);
    for (const mail of own) if (gone.has(mail.recipient)) found.add(mail);
  }
  return found;
}

interface Result {
  mail: Claimed;
  status: 'sent' | 'kept' | 'failed' | 'queued';
  error: string | null;
  /** An operator may choose to have it tried again. */
  deadLetter?: boolean;
  /** It was not begun, and counts as not tried. */
  untried?: boolean;
}

function notTried(mail: Claimed): Result {
  return { mail, status: 'failed', error: 'the address does not exist, by the mail service' };
}

async function sendOne(
  app: Platform,
  transport: MailTransport,
  /** The data is that of the mail with its links made. */
  { mail, data }: { mail: Claimed; data: Promise<object | null> | undefined },
  inTime: AbortSignal,
): Promise<Result> {
  const { id, recipient: to, tries } = mail;
  const brand = app.brands.byId(mail.brand_id);
  if (inTime.aborted) return { mail, status: 'queued', error: null, untried: true };
  try {
    if (!brand) throw new Error('the brand of a mail is not known here yet');
    const rendered = renderKept(brand, { ...mail, data: (await data) ?? null });
    if (!rendered) return { mail, status: 'failed', error: 'the mail has no text any more' };
    const status = await transport.send({ id, brand: brand.settings, to, ...rendered });
    return { mail, status, error: null };
  } catch (error) {
    const failed = error instanceof MailRefused || tries >= MOST_TRIES;
    const reason = describeMailError(error, to);
    app.log.warn({ mail: id, template: mail.template, tries, reason }, 'a mail was not sent');
    return { mail, status: failed ? 'failed' : 'queued', error: reason, deadLetter: failed };
  }
}

/**
 * What was sent is erased: its words are of no more use. What is kept is there to be read. Of an erased member the
 * address is kept only for as long as the last mail is on its way.
 */
async function recordResults(app: Platform, results: readonly Result[]): Promise<void> {
  if (results.length === 0) return;
  const pauses = results.map(({ mail, untried }) => (untried ? 0 : Math.exp(mail.tries)));
  await sql`
    update mail m set status = r.status, error = r.error, tries = m.tries - r.untried,
      next_at = now() + r.pause * interval '1 second', held_until = null,
      sent_at = case when r.status = 'sent' then ${app.clock.now()}::timestamptz end,
      data = case when r.status <> 'sent' then m.data end,
      recipient = case when m.template = 'goodbye' and r.status <> 'queued' then 'erased@invalid' else m.recipient end
    from unnest(${results.map(({ mail }) => mail.id)}::uuid[], ${results.map(({ status }) => status)}::text[],
      ${results.map(({ error }) => error)}::text[], ${results.map(({ untried }) => Number(untried ?? false))}::smallint[],
      ${pauses}::float8[]) as r (id, status, error, untried, pause)
    where m.id = r.id and m.status = 'queued'`.execute(app.db);
  for (const { mail, status, error, deadLetter, untried } of results) {
    if (untried) continue;
    app.metrics.mails.inc({ template: mail.template, outcome: status === 'queued' ? 'retry' : status });
    if (deadLetter) await addDeadLetter(app.db, sendMail, { mailId: mail.id }, error ?? '');
  }
}
