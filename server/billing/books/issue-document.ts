import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { localYear } from '#server/countries/local-time.ts';
import { queueMails } from '#server/mails/mail.ts';
import type { NewMail } from '#server/mails/mail.ts';
import { HOUR, MINUTE, SECOND } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { LeaseLost, queue } from '#server/platform/work/queue.ts';
import type { Outcome, Run } from '#server/platform/work/queue.ts';
import { readTerms } from '../terms/plan-terms.ts';
import { factsOf, kindOf, listWanted, mailOf } from './document-facts.ts';
import { documentFacts } from './document-text.ts';
import { documentCauses, insertDocuments, lockSeries } from './documents.sql.ts';
import type { DocumentCause, NewDocument, PendingDocument, Series } from './documents.sql.ts';

const AT_ONCE = 200;

/**
 * Receipts and credit notes that are to be issued. No worker is woken for them: the look of every second finds those of a
 * second in one batch. A document is owed until it is issued, so it is tried for ever.
 */
export const documentQueue = queue({
  name: 'documents',
  table: 'pending_document',
  key: ['brand_id', 'id'],
  columns: ['brand_id', 'id', 'cause'],
  concurrency: 1,
  batch: AT_ONCE,
  maxTries: Number.POSITIVE_INFINITY,
  backoff: { base: MINUTE, factor: 3, cap: HOUR },
  whenDone: 'delete',
  byAppClock: true,
  kindOf: ({ cause }) => cause,
  handleBatch: issueDocuments,
});

/** Its order is held by another transaction, or the document that it refers to is not issued yet. */
const notYet: Outcome = { untriedFor: 5 * SECOND };

/** Numbers documents, keeps and mails them in one transaction: a number is taken only once, and no payer waits for one. */
function issueDocuments(app: App, rows: readonly PendingDocument[], { lease }: Run): Promise<Outcome[]> {
  return transact(app.db, async (tx) => {
    const traders = rows.flatMap(({ brand_id: id }) => app.brands.byId(id) ?? []).map(traderOf);
    const numbers = createNumbers(await lockSeries(tx, [...new Set(traders)]), app.clock.now());
    const outcomes = new Map<string, Outcome>();
    for (const cause of documentCauses) {
      const pending = rows.filter((row) => row.cause === cause);
      if (pending.length > 0) await issueOf(app, tx, { cause, pending, lease, numbers }, outcomes);
    }
    return rows.map(({ id }) => outcomes.get(id) ?? notYet);
  });
}

/** Counts on the numbers of traders whose series are locked. */
function createNumbers(series: readonly Series[], now: Date) {
  const seriesKey = ({ trader, kind, year }: SeriesName) => JSON.stringify([trader, kind, year]);
  const known = new Map<string, Pick<Series, 'lastNumber' | 'lastAt'>>(
    series.map((one) => [seriesKey(one), one]),
  );
  return {
    /** None is dated before the one before it, whatever the clocks of nodes say. */
    next(name: SeriesName): { number: number; at: Date } {
      const { lastNumber = 0, lastAt } = known.get(seriesKey(name)) ?? {};
      return { number: lastNumber + 1, at: lastAt && lastAt > now ? lastAt : now };
    },
    take(name: SeriesName, { number, at }: { number: number; at: Date }): void {
      known.set(seriesKey(name), { lastNumber: number, lastAt: at });
    },
  };
}

type SeriesName = Pick<Series, 'trader' | 'kind' | 'year'>;

interface Batch {
  cause: DocumentCause;
  pending: readonly PendingDocument[];
  lease: string;
  numbers: ReturnType<typeof createNumbers>;
}

async function issueOf(
  app: App,
  tx: Tx,
  { cause, pending, lease, numbers }: Batch,
  outcomes: Map<string, Outcome>,
): Promise<void> {
  const kind = kindOf[cause];
  const now = app.clock.now();
  const documents: NewDocument[] = [];
  const mails: NewMail<'receipt' | 'refund_receipt'>[] = [];
  for (const issue of await listWanted(tx, cause, pending)) {
    const { payment, purchaseId, refund, reversal, needsNone } = issue;
    const { brand_id: brandId, account_id: accountId, language, country } = payment;
    const brand = app.brands.byId(brandId);
    if (!brand) continue;
    outcomes.set(issue.id, 'settled');
    if (needsNone) continue;
    try {
      const name = { trader: traderOf(brand), kind, year: localYear(now, country) };
      const next = numbers.next(name);
      const terms = await readTerms(app, tx, { brandId, ...payment });
      const facts = documentFacts.parse(factsOf(brand, issue, terms, next.at));
      // The mails are about what we have charged or refunded. Banks write about what they do, and its document is in the profile.
      const about = { ...name, number: next.number, brand, payment, purchaseId, facts };
      const mail = reversal ? undefined : mailOf(app, about);
      documents.push({
        ...name,
        ...next,
        brandId,
        id: newId(next.at.getTime()),
        accountId,
        purchaseId,
        refundId: refund?.id ?? null,
        transactionId: reversal ? issue.id : null,
        language,
        facts: JSON.stringify(facts),
      });
      numbers.take(name, next);
      if (mail) mails.push(mail);
    } catch (error) {
      outcomes.set(issue.id, { retry: error instanceof Error ? error.message : String(error) });
    }
  }
  const settled = pending.filter(({ id }) => outcomes.get(id) === 'settled');
  if ((await insertDocuments(tx, { documents, settled, lease })) < settled.length)
    throw new LeaseLost(documentQueue.name);
  await queueMails(tx, mails);
}

/** One company whatever its brands are called: by its tax number, however that is written. */
function traderOf({ settings }: Brand): string {
  const { vat, name } = settings.company;
  const written = (text: string) =>
    text
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .slice(0, 100);
  return written(vat) || written(name);
}
