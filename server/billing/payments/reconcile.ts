import { providerName } from '../../../contract/billing/payment-checks.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { App } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import { isUuid } from '../../platform/ids.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { providerEvent } from '../providers/provider.ts';
import type { Provider, ProviderEvent, ReportLine } from '../providers/provider.ts';
import { handleDisputeWebhook } from '../refunds/disputes.ts';
import { isPaid, findAttempt } from './attempts.ts';
import {
  listUnmatchedEvents,
  findLastDay,
  findRefundDone,
  listUnreported,
  recordReported,
  saveReconciliation,
} from './reconciliations.ts';
import type { Booked } from './reconciliations.ts';
import { recordOutcome } from './record-outcome.ts';

export interface Difference {
  kind: 'missing_here' | 'missing_there' | 'amount';
  reference: string;
  attemptId: string | null;
  oursCents: number | null;
  theirsCents: number | null;
}

const MOST_DIFFERENCES = 100;
const MOST_DAYS = 31;
/** A processor's day begins when it likes, and its report is made when that is over. */
const SETTLED_AFTER = 2 * DAY;

/** Compares our books with each processor's own, for every day that was not compared yet. */
export async function reconcileAll(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  const newest = startOf(dayOf(new Date(app.clock.now().getTime() - SETTLED_AFTER)));
  for (const name of providerName.options) {
    const provider = app.providers.get(name);
    if (!provider) continue;
    const last = await findLastDay(app.db, name);
    const oldest = newest.getTime() - (MOST_DAYS - 1) * DAY;
    const next = last === undefined ? newest.getTime() : startOf(last).getTime() + DAY;
    for (let at = Math.max(next, oldest); at <= newest.getTime(); at += DAY) {
      if (signal.aborted) return;
      await reconcile(app, provider, dayOf(new Date(at)));
    }
  }
}

/**
 * What the processor has and we do not know of is taken into account at once: charges, and what banks took back. What
 * we have and the processor does not is looked for a day later, when its report of the next day is there as well.
 */
export async function reconcile(app: App, provider: Provider, day: string): Promise<Difference[]> {
  const to = startOf(day);
  const from = new Date(to.getTime() - DAY);
  const lines = await provider.report(day);
  const differences: Difference[] = [];
  for (const line of lines ?? []) {
    const found = await compareLine(app, provider.name, line, day);
    if (found) differences.push(found);
  }
  const unreported = await listUnreported(app.db, provider.name, from, to);
  const missing = lines ? unreported.map((ours) => missingThere(ours)) : await pollEach(provider, unreported);
  differences.push(...missing);
  const told = await toldOfNothing(app, provider.name, from, to);
  differences.push(
    ...told.filter(({ reference }) => !differences.some((each) => each.reference === reference)),
  );
  await saveReconciliation(app.db, {
    provider: provider.name,
    day,
    compared: lines ? lines.length : unreported.length,
    differences: differences.slice(0, MOST_DIFFERENCES),
    at: app.clock.now(),
  });
  if (differences.length > 0) {
    app.log.error({ provider: provider.name, day, count: differences.length }, 'the books do not agree');
  }
  return differences;
}

function missingThere({ id, reference, capturedCents }: Booked): Difference {
  return {
    kind: 'missing_there',
    reference: reference ?? id,
    attemptId: id,
    oursCents: capturedCents,
    theirsCents: null,
  };
}

async function compareLine(
  app: App,
  provider: ProviderName,
  line: ReportLine,
  day: string,
): Promise<Difference | undefined> {
  const { reference, ours: id, amountCents } = line;
  if (line.kind === 'refund') {
    const refund = await findRefundDone(app.db, id, reference);
    if (!refund) return { kind: 'missing_here', ...nothingHere(line) };
    if (refund.amount_cents === amountCents) return undefined;
    return { kind: 'amount', ...nothingHere(line), oursCents: refund.amount_cents };
  }
  const attemptId = id !== null && isUuid(id) ? id : null;
  const attempt = await findAttempt(app.db, { provider, attemptId, reference });
  if (!attempt) return { kind: 'missing_here', ...nothingHere(line) };
  if (line.kind === 'chargeback') {
    if (attempt.chargedBackCents > 0) return undefined;
    await handleDisputeWebhook(app, {
      kind: 'dispute',
      dedupeKey: `report ${reference}`,
      attemptId: attempt.id,
      reference,
      disputeReference: `report ${reference}`,
      amountCents,
      change: 'lost',
    });
    return { kind: 'missing_here', ...nothingHere(line), attemptId: attempt.id };
  }
  await recordReported(app.db, attempt.brandId, attempt.id, day);
  const known = { ...nothingHere(line), attemptId: attempt.id, oursCents: attempt.capturedCents };
  if (isPaid(attempt.state)) {
    return attempt.capturedCents === amountCents ? undefined : { kind: 'amount', ...known };
  }
  const verdict = { state: 'captured', reference, amountCents, stored: null } as const;
  await recordOutcome(app, { brandId: attempt.brandId, attemptId: attempt.id, verdict });
  return { kind: 'missing_here', ...known };
}

function nothingHere({ reference, amountCents }: ReportLine) {
  return { reference, attemptId: null, oursCents: null, theirsCents: amountCents };
}

/** Without a report each of our charges is polled. A charge that only the provider has shows in its webhooks alone. */
async function pollEach(provider: Provider, ours: Booked[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const booked of ours) {
    const { id, reference, amountCents, capturedCents, createdAt } = booked;
    const verdict = await provider.pollStatus({
      attemptId: id,
      reference,
      amountCents,
      token: null,
      initiatedBy: 'member',
      createdAt,
    });
    if (verdict.state === 'captured' && verdict.amountCents === capturedCents) continue;
    // Nobody could say: that is no difference.
    if (verdict.state === 'unknown' || verdict.state === 'error') continue;
    const theirs =
      verdict.state === 'captured' ? { kind: 'amount' as const, theirsCents: verdict.amountCents } : {};
    differences.push({ ...missingThere(booked), ...theirs });
  }
  return differences;
}

/** Webhooks about charges that we do not have: without a report nothing else shows them. */
async function toldOfNothing(app: App, provider: ProviderName, from: Date, to: Date): Promise<Difference[]> {
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
    return { attemptId, reference: event.refundReference, theirsCents: event.amountCents };
  if (event.kind === 'dispute' && event.change !== 'announced')
    return { attemptId, reference: event.disputeReference, theirsCents: event.amountCents };
  if (event.kind === 'charge' && event.verdict.state === 'captured')
    return { attemptId, reference: event.verdict.reference, theirsCents: event.verdict.amountCents };
  return undefined;
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
