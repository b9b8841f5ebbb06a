import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { App } from '#server/app.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { merchantAccountsAt } from '../books/merchant-accounts.ts';
import { bookFeesAndPayouts } from '../books/payouts.ts';
import {
  listDaysDone,
  listUnmatchedEvents,
  listUnreported,
  recordReported,
  saveReconciliation,
} from '../books/reconciliations.ts';
import type { Booked, Difference } from '../books/reconciliations.ts';
import { providerEvent } from '../providers/provider.ts';
import type { Provider, ProviderEvent, ReportLine } from '../providers/provider.ts';
import { compareLine } from './compare-line.ts';

const MOST_DIFFERENCES = 100;
const MOST_DAYS = 31;
/** A processor's day begins when it likes, and its report is made when that is over. */
const SETTLED_AFTER = 2 * DAY;

/** Whose report it is: that of a brand's own merchant account, or of the one that the others share. */
interface Account {
  merchantAccount: string;
  /** All where missing. */
  brandIds?: readonly string[];
}

/** Compares our books with each processor's own, for every day that is still open. One that fails keeps no other waiting. */
export async function reconcileAll(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  const now = app.clock.now();
  const newest = startOf(dayOf(new Date(now.getTime() - SETTLED_AFTER))).getTime();
  for (const name of providerName.options) {
    const provider = app.providers.get(name);
    if (!provider) continue;
    for (const account of merchantAccountsAt(app, name)) {
      const { merchantAccount } = account;
      const oldest = newest - (MOST_DAYS - 1) * DAY;
      const done = await listDaysDone(app.db, { provider: name, merchantAccount, now });
      // Before the first day that was looked at there was no business.
      const first = done.first === undefined ? newest : Math.max(startOf(done.first).getTime(), oldest);
      for (let at = first; at <= newest; at += DAY) {
        const day = dayOf(new Date(at));
        if (signal.aborted) return;
        if (!done.days.has(day)) await reconcile(app, provider, day, account);
      }
    }
  }
}

/**
 * What the processor has and we do not know of is taken into account at once: charges, and what banks took or returned. What
 * we have and the processor does not is looked for a day later, when its report of the next day is there as well. Without
 * the report the day stays open, whatever else was found, and is tried again.
 */
export async function reconcile(
  app: App,
  provider: Provider,
  day: string,
  { merchantAccount, brandIds }: Account = { merchantAccount: '' },
): Promise<Difference[]> {
  const to = startOf(day);
  const from = new Date(to.getTime() - DAY);
  const at = app.clock.now();
  const report = { provider: provider.name, merchantAccount, day };
  const lines = provider.withoutReport ? undefined : await fetchLines(app, provider, report);
  const differences: Difference[] = [];
  for (const line of lines ?? []) {
    const found = await compareLine(app, { provider: provider.name, line, day });
    if (found) differences.push(found);
  }
  if (lines) await bookFeesAndPayouts(app.db, report, lines, at);
  const ours = await listUnreported(app.db, { provider: provider.name, brandIds, from, to });
  let unanswered = 0;
  if (lines) differences.push(...ours.map((booked) => missingThere(booked)));
  else if (provider.withoutReport) {
    const polled = await pollEach(app, provider, ours, day);
    differences.push(...polled.differences);
    ({ unanswered } = polled);
  }
  const unmatched = await findUnmatched(app, provider.name, from, to);
  differences.push(
    ...unmatched.filter(({ reference }) => !differences.some((each) => each.reference === reference)),
  );
  const isOpen = provider.withoutReport ? unanswered > 0 : !lines;
  await saveReconciliation(app.db, {
    ...report,
    isOpen,
    compared: lines ? lines.length : ours.length,
    unanswered: lines || provider.withoutReport ? unanswered : ours.length,
    differences: differences.slice(0, MOST_DIFFERENCES),
    at,
    retryAfter,
  });
  if (differences.length > 0)
    app.log.error({ ...report, count: differences.length }, 'the books do not agree');
  if (isOpen) app.log.warn(report, 'a day of the books is still open');
  return differences;
}

/** After an hour, two, four, and then once a day. */
function retryAfter(tries: number): number {
  return Math.min(HOUR * 2 ** Math.min(tries - 1, 5), DAY);
}

/** A provider that does not answer keeps its own day open, and nothing else. */
async function fetchLines(
  app: App,
  provider: Provider,
  { merchantAccount, day }: { merchantAccount: string; day: string },
): Promise<ReportLine[] | undefined> {
  try {
    return await provider.report(day, merchantAccount || undefined);
  } catch (error) {
    app.log.warn({ provider: provider.name, day, err: error }, 'a report could not be read');
    return undefined;
  }
}

function missingThere({ subject, id, attemptId, reference, bookedCents }: Booked): Difference {
  return {
    subject,
    kind: 'missing_there',
    reference: reference ?? id,
    attemptId,
    oursCents: bookedCents,
    theirsCents: null,
  };
}

/**
 * Without a report each of our charges and refunds is polled. What only the provider has shows in its webhooks alone, and a
 * chargeback cannot be asked for: its webhook is all there is.
 */
async function pollEach(app: App, provider: Provider, ours: Booked[], day: string) {
  const differences: Difference[] = [];
  let unanswered = 0;
  for (const booked of ours) {
    if (booked.subject === 'chargeback') continue;
    const answer =
      booked.subject === 'charge' ? await pollCharge(provider, booked) : await pollBack(provider, booked);
    if (answer === 'unanswered') unanswered += 1;
    else if (answer === 'agrees') await recordReported(app.db, booked.subject, { ...booked, day });
    else differences.push(answer);
  }
  return { differences, unanswered };
}

type Polled = Difference | 'agrees' | 'unanswered';

async function pollCharge(provider: Provider, booked: Booked): Promise<Polled> {
  const { id, reference, amountCents, bookedCents, createdAt } = booked;
  const verdict = await provider.pollStatus({
    attemptId: id,
    reference,
    amountCents,
    token: null,
    initiatedBy: 'member',
    createdAt,
  });
  if (verdict.state === 'unknown' || verdict.state === 'error') return 'unanswered';
  if (verdict.state !== 'captured') return missingThere(booked);
  if (verdict.amountCents === bookedCents) return 'agrees';
  return { ...missingThere(booked), kind: 'amount', theirsCents: verdict.amountCents };
}

async function pollBack(provider: Provider, booked: Booked): Promise<Polled> {
  const { id, attemptId, reference, chargeReference, bookedCents } = booked;
  // Where the provider gave no name to the refund, to poll it may mean to send it again.
  if (chargeReference === null || reference === null) return 'unanswered';
  const verdict = await provider.pollRefund({
    refundId: id,
    attemptId,
    reference: chargeReference,
    amountCents: bookedCents,
    refundReference: reference,
  });
  if (verdict.state === 'done') return 'agrees';
  return verdict.state === 'failed' ? missingThere(booked) : 'unanswered';
}

/** Webhooks about charges that we do not have: without a report nothing else shows them. */
async function findUnmatched(app: App, provider: ProviderName, from: Date, to: Date): Promise<Difference[]> {
  const rows = await listUnmatchedEvents(app.db, provider, from, to);
  return rows.flatMap(({ event }) => {
    const moved = movedBy(providerEvent.parse(event));
    return moved ? [{ kind: 'missing_here' as const, ...moved, oursCents: null }] : [];
  });
}

/** The money that an event says was moved. */
function movedBy(event: ProviderEvent) {
  const { attemptId } = event;
  if (event.kind === 'refund' && event.succeeded)
    return {
      subject: 'refund' as const,
      attemptId,
      reference: event.refundReference,
      theirsCents: event.amountCents,
    };
  if (event.kind === 'dispute' && event.change !== 'announced')
    return {
      subject: 'chargeback' as const,
      attemptId,
      reference: event.disputeReference,
      theirsCents: event.amountCents,
    };
  if (event.kind === 'charge' && event.verdict.state === 'captured')
    return {
      subject: 'charge' as const,
      attemptId,
      reference: event.verdict.reference,
      theirsCents: event.verdict.amountCents,
    };
  return undefined;
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
