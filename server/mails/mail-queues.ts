/** Sends the mails that wait: in batches, the urgent by a queue of their own, and never inside a transaction. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import pLimit from 'p-limit';
import { SECOND } from '#server/platform/clock.ts';
import { MailRefused } from '#server/platform/mail/transport.ts';
import type { Platform } from '#server/platform/platform.ts';
import { queue } from '#server/platform/work/queue.ts';
import type { Outcome, Queue, Run } from '#server/platform/work/queue.ts';
import { makeLinksOf } from './mail-links.ts';
import { describeMailError, findUndeliverable, mailPriority, mailQueueNames } from './mail.ts';
import { renderKept } from './render.ts';
import type { MailTemplate } from './templates.ts';

const BATCH = 50;
const CONCURRENCY = 4;
/** Nothing of a batch is begun after this; a mail server answers or times out well within the rest of the run. */
const BATCH_MS = 60 * SECOND;
/** The pauses grow from three seconds to two hours and span four; after that most links would be stale. */
const MAX_TRIES = 10;

/** Two side by side, so that a thousand mails that hang never keep back what a visitor waits for in front of a page. */
export const mailQueues: readonly Queue[] = [
  mailQueue(mailQueueNames.urgent, sql`w.priority = ${sql.lit(mailPriority.urgent)}`),
  mailQueue(mailQueueNames.rest, sql`w.priority > ${sql.lit(mailPriority.urgent)}`),
];

function mailQueue(name: string, where: RawBuilder<unknown>): Queue {
  return queue({
    name,
    table: 'mail',
    key: ['id'],
    columns: ['id', 'brand_id', 'recipient', 'template', 'language', 'data', 'priority'],
    where,
    priority: 'priority',
    concurrency: 1,
    timeoutSeconds: 180,
    maxTries: MAX_TRIES,
    whenDone: 'keep',
    kindOf: ({ template }) => template,
    batch: BATCH,
    // The templates of the rows are those that were queued.
    handleBatch: (app, rows, run) => sendMails(app, rows as readonly Mail[], run),
  });
}

interface Mail {
  id: string;
  brand_id: string;
  recipient: string;
  template: MailTemplate;
  language: string;
  /** Null where it was sent already. */
  data: object | null;
  priority: number;
  work_tries: number;
}

async function sendMails(app: Platform, claimed: readonly Mail[], run: Run): Promise<Outcome[]> {
  const mails = claimed.toSorted(
    (one, other) => one.priority - other.priority || (one.id < other.id ? -1 : 1),
  );
  const late = AbortSignal.any([run.signal, run.stopping, AbortSignal.timeout(BATCH_MS)]);
  const gone = await listUndeliverable(app, mails);
  const data = mails.map(({ id, brand_id: brandId, data: kept }) =>
    makeLinksOf(app.links, { id, brandId, data: kept }),
  );
  // Made before the first is sent, so that none overtakes another whose link takes longer.
  await Promise.allSettled(data);
  const limit = pLimit(CONCURRENCY);
  const outcomes = new Map<Mail, Outcome>();
  await Promise.all(
    mails.map((mail, index) =>
      limit(async () => {
        const outcome = gone.has(mail)
          ? notSent(mail, 'the address does not exist, by the mail service')
          : await sendOne(app, { mail, data: data[index] }, late);
        outcomes.set(mail, outcome);
      }),
    ),
  );
  return claimed.map((mail) => outcomes.get(mail) ?? { untriedFor: 0 });
}

async function listUndeliverable(app: Platform, mails: readonly Mail[]): Promise<Set<Mail>> {
  const found = new Set<Mail>();
  for (const [brandId, own] of Map.groupBy(mails, (mail) => mail.brand_id)) {
    const addresses = own.map(({ recipient: email }) => ({ brandId, email }));
    const gone = await findUndeliverable(app, app.db, addresses);
    for (const mail of own) if (gone.has(mail.recipient)) found.add(mail);
  }
  return found;
}

async function sendOne(
  app: Platform,
  /** The data is that of the mail with its links made. */
  { mail, data }: { mail: Mail; data: Promise<object | null> | undefined },
  late: AbortSignal,
): Promise<Outcome> {
  const { id, recipient: to, template, work_tries: tries } = mail;
  if (late.aborted) return { untriedFor: 0 };
  const count = (outcome: string) => app.metrics.mails.inc({ template, outcome });
  try {
    const brand = app.brands.byId(mail.brand_id);
    if (!brand) throw new Error('the brand of a mail is not known here yet');
    const rendered = renderKept(brand, { ...mail, data: (await data) ?? null });
    if (!rendered) return notSent(mail, 'the mail has no text any more');
    const status = await app.mailTransport.send({ id, brand: brand.settings, to, ...rendered });
    count(status);
    return finished(mail, status === 'sent' ? { sent_at: app.clock.now(), data: null } : {});
  } catch (error) {
    const reason = describeMailError(error, to);
    const isRefused = error instanceof MailRefused;
    const isLast = isRefused || tries >= MAX_TRIES;
    count(isLast ? 'failed' : 'retry');
    app.log.warn({ mail: id, template, tries, reason }, 'a mail was not sent');
    // Of an address that takes nothing from us no operator can make another.
    if (isRefused && error.what !== 'mail') return notSent(mail, reason);
    return isLast ? { giveUp: reason, changes: withoutAddress(mail) } : { retry: reason };
  }
}

/** What was sent has lost its data: its words are not needed any more. What is kept is there to be read. */
function finished(mail: Mail, changes: Record<string, unknown>): Outcome {
  return { done: { ...changes, ...withoutAddress(mail) } };
}

const notSent = (mail: Mail, error: string) => finished(mail, { error });

/** Of an erased member the address is kept only for as long as the last mail is on its way. */
function withoutAddress({ template }: Mail): Record<string, unknown> {
  return template === 'goodbye' ? { recipient: 'erased@invalid' } : {};
}
