import pLimit from 'p-limit';
import type { Country } from '../../../contract/countries/list.ts';
import type { App } from '../../app.ts';
import { HOUR, MINUTE } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { lockAccounts } from '../payments/lock-account.ts';
import { chargeOnFile } from '../payments/pay-on-file.ts';
import { decideRenewal, dunningEndsAt, endUnrenewed, recordUnpaidRenewal } from './dunning.ts';
import type { Decision } from './dunning.ts';
import { claimDue, insertRenewals, readDue, scheduleNextCharge } from './renewal.sql.ts';
import type { Due, NewRenewal } from './renewal.sql.ts';

const BATCH = 200;
/** A run ends in time, however many are due and however slow a provider is. The next one goes on. */
const LONGEST_RUN = 5 * MINUTE;
/** How many are charged at the same time. */
const CONCURRENCY = 12;
/** How long a claimed subscription is ours, and how long one waits whose payment is under way. */
const LEASE = HOUR;

interface Renewal {
  due: Due;
  country: Country;
  decision: Decision;
}

/** Charges every subscription that is due. One that fails does not stop the others. */
export async function renewDue(app: App, info: Pick<JobInfo, 'signal'>): Promise<void> {
  const signal = AbortSignal.any([info.signal, AbortSignal.timeout(LONGEST_RUN)]);
  const limit = pLimit(CONCURRENCY);
  let failed = 0;
  while (!signal.aborted) {
    const renewals = await claimBatch(app);
    if (!renewals) break;
    await limit.map(renewals, async (renewal) => {
      // What we claimed and did not reach is released for the next run.
      if (signal.aborted) return scheduleNextCharge(app.db, renewal.due, app.clock.now());
      await renewOne(app, renewal).catch((error: unknown) => {
        failed += 1;
        app.log.error({ err: error, subscription: renewal.due.id }, 'a subscription could not be renewed');
      });
    });
  }
  if (failed > 0) throw new Error(`${failed} subscriptions could not be renewed`);
}

/** Claims a batch, if any are due, and makes the orders for those that are going to be paid. */
async function claimBatch({ db, clock, brands }: App): Promise<Renewal[] | undefined> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE);
  const claims = await claimDue(db, { now, until, limit: BATCH });
  if (claims.length === 0) return undefined;
  return transact(db, async (tx) => {
    await lockAccounts(tx, claims);
    const renewals = (await readDue(tx, claims, until)).flatMap((due): Renewal[] => {
      // Those of a brand that this node does not know yet wait until they are due again.
      const country = brands.byId(due.brandId)?.settings.country;
      return country ? [{ due, country, decision: decideRenewal(due, country, now) }] : [];
    });
    const orders = renewals.flatMap(({ due, country, decision }): NewRenewal[] => {
      if (decision.step !== 'charge' && decision.step !== 'request_payment') return [];
      if (due.state === 'past_due' || !due.flowId || !due.language) return [];
      const { brandId, id: subscriptionId, flowId, language } = due;
      return [
        { ...due, brandId, id: newId(), subscriptionId, period: due.period + 1, flowId, language, country },
      ];
    });
    const made = await insertRenewals(tx, orders, now);
    return renewals.map(({ due, country, decision }) => {
      const purchaseId = made.get(due.id);
      return { country, decision, due: purchaseId ? { ...due, purchaseId, dueSince: now } : due };
    });
  });
}

async function renewOne(app: App, { due, decision }: Renewal): Promise<void> {
  switch (decision.step) {
    case 'wait':
      return;
    case 'postpone':
      return scheduleNextCharge(app.db, due, decision.until);
    case 'end':
      return endUnrenewed(app, due, decision.reason);
    case 'request_payment':
      return recordUnpaidRenewal(app, due, { needsMember: true });
    case 'refused':
      return recordUnpaidRenewal(app, due, { outcome: decision.outcome });
    case 'charge':
      return chargeRenewal(app, due);
  }
}

async function chargeRenewal(app: App, due: Due): Promise<void> {
  const { brandId, purchaseId } = due;
  if (purchaseId === null) throw new Error('a renewal without an order');
  const status = await chargeOnFile(app, { brandId, purchaseId, initiatedBy: 'merchant' });
  if (status === 'none') return recordUnpaidRenewal(app, due, { needsMember: true });
  switch (status.state) {
    case 'declined':
      return recordUnpaidRenewal(app, due, { outcome: status.outcome });
    case 'requires_action':
      return recordUnpaidRenewal(app, due, { needsMember: true });
    case 'error':
      // Tried again when the lease is over, but not for ever.
      return isTooLate(due, app.clock.now()) ? endUnrenewed(app, due, 'unpaid') : undefined;
    case 'created':
    case 'processing':
    case 'unknown':
    case 'authorised':
      // Nobody is charged again before this is known.
      return;
    case 'captured':
    case 'partially_refunded':
    case 'refunded':
    case 'charged_back':
      return;
  }
}

function isTooLate({ dueSince }: Due, now: Date): boolean {
  return dueSince !== null && dunningEndsAt(dueSince) <= now;
}
