import pLimit from 'p-limit';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { Country } from '#contract/countries/list.ts';
import { taxOf } from '#contract/countries/vat-rates.ts';
import type { App } from '#server/app.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { JobInfo } from '#server/platform/jobs/jobs.ts';
import { lockAccounts } from '../orders/lock-account.ts';
import { chargeRenewals, PARALLEL_BATCHES } from '../payments/charge-renewals.ts';
import type { Owed, RenewalCharge } from '../payments/charge-renewals.ts';
import { decideRenewal, dunningEndsAt, endUnrenewed, recordUnpaidRenewal } from './dunning.ts';
import type { Decision } from './dunning.ts';
import { claimDue, insertRenewals, readDue, scheduleNextCharge } from './renewal.sql.ts';
import type { Due, NewRenewal, PassedOver } from './renewal.sql.ts';

const BATCH = 200;
/** A run ends in time, however many are due and however slow a provider is. The next one goes on. */
const LONGEST_RUN = 5 * MINUTE;
/** How many of those are worked on at the same time that need more than a charge. */
const CONCURRENCY = 12;
/** How long a claimed subscription is ours, and how long one waits whose payment is under way. */
const LEASE = HOUR;
/** When those are looked at again whose provider takes nothing now, or whose account was busy. */
const LATER = MINUTE;

interface Renewal {
  due: Due;
  country: Country;
  decision: Decision;
}

/**
 * Charges every subscription that is due. One that fails does not stop the others. Nodes share them by their claims. While a
 * provider takes nothing, only the first batches may be its renewals, so that their timeline says why they wait. All others
 * of it stay due and cost nothing, however many they are.
 */
export async function renewDue(
  app: App,
  info: Pick<JobInfo, 'signal'>,
  { batch = BATCH }: { batch?: number } = {},
): Promise<void> {
  const signal = AbortSignal.any([info.signal, AbortSignal.timeout(LONGEST_RUN)]);
  let failed = 0;
  // One after the other: two at the same moment would share few renewals between them, instead of one batch and none.
  const inTurn = pLimit(1);
  const renewBatches = async () => {
    let passOver: PassedOver[] = [];
    while (!signal.aborted) {
      const renewals = await claimBatch(app, (claim) =>
        inTurn(() => claimDue(app.db, { ...claim, limit: batch, passOver })),
      );
      if (!renewals) return;
      const failures = await renewBatch(app, renewals);
      failed += failures;
      passOver = closedGates(app);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_BATCHES }, renewBatches));
  if (failed > 0) throw new Error(`${failed} subscriptions could not be renewed`);
}

/** Which brands' renewals by which providers would only be held back. */
function closedGates({ brands, providers }: App): PassedOver[] {
  return providerName.options.flatMap((provider): PassedOver[] => {
    const gate = providers.gate(provider);
    if (gate?.isOpen() === false) return [{ provider, brandId: null }];
    const closed = brands.all().filter(({ id }) => gate?.isOpen('charge', id) === false);
    return closed.map(({ id: brandId }) => ({ provider, brandId }));
  });
}

/** Answers with how many failed. */
async function renewBatch(app: App, renewals: readonly Renewal[]): Promise<number> {
  let failed = 0;
  const dues = renewals.filter(({ decision }) => decision.step === 'charge').map(({ due }) => due);
  const charges = await chargeTogether(app, dues).catch((error: unknown) => {
    app.log.error({ err: error, count: dues.length }, 'a batch of renewals is charged one by one');
  });
  const renew = async (renewal: Renewal) => {
    const { due, decision } = renewal;
    const charged = charges ?? (decision.step === 'charge' ? await chargeTogether(app, [due]) : undefined);
    await renewOne(app, renewal, charged?.get(due.purchaseId ?? ''));
  };
  await pLimit(CONCURRENCY).map(renewals, (renewal) =>
    renew(renewal).catch((error: unknown) => {
      failed += 1;
      app.log.error({ err: error, subscription: renewal.due.id }, 'a subscription could not be renewed');
    }),
  );
  return failed;
}

function chargeTogether(app: App, dues: readonly Due[]): Promise<Map<string, RenewalCharge>> {
  const owed = dues.flatMap(({ brandId, purchaseId }): Owed[] =>
    purchaseId === null ? [] : [{ brandId, purchaseId }],
  );
  return owed.length === 0 ? Promise.resolve(new Map()) : chargeRenewals(app, owed);
}

/** Claims a batch, if any are due, and makes the orders for those that are going to be paid. */
async function claimBatch(
  { db, clock, brands }: App,
  claim: (when: { now: Date; until: Date }) => ReturnType<typeof claimDue>,
): Promise<Renewal[] | undefined> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE);
  const claims = await claim({ now, until });
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
      const oneStopShop = brands.byId(brandId)?.settings.payment.oneStopShop ?? false;
      const tax = taxOf({ brandCountry: country, oneStopShop, evidence: due.vatEvidence });
      const period = due.period + 1;
      return [{ ...due, brandId, id: newId(), subscriptionId, period, flowId, language, country, tax }];
    });
    const made = await insertRenewals(tx, orders, now);
    return renewals.map(({ due, country, decision }) => {
      const purchaseId = made.get(due.id);
      return { country, decision, due: purchaseId ? { ...due, purchaseId, dueSince: now } : due };
    });
  });
}

async function renewOne(app: App, { due, decision }: Renewal, charge?: RenewalCharge): Promise<void> {
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
      return recordCharge(app, due, charge);
  }
}

async function recordCharge(app: App, due: Due, status: RenewalCharge | undefined): Promise<void> {
  if (due.purchaseId === null) throw new Error('a renewal without an order');
  if (status === undefined || status === 'closed')
    return scheduleNextCharge(app.db, due, new Date(app.clock.now().getTime() + LATER));
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
      // The member is not charged again before this is known.
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
