import { sql } from 'kysely';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import { raiseMoneyVersions } from '../../accounts/account-record.ts';
import type { App } from '../../app.ts';
import type { Brand } from '../../brands/directory.ts';
import { transact } from '../../platform/database/database.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { ChargeRequest, Provider, Verdict } from '../providers/provider.ts';
import { requireWithinLimits } from '../spending/limits.ts';
import { firstPollAt, openStates } from './attempts.ts';
import { insertConsent, USER_AGENT_LENGTH } from './consent.ts';
import type { Consent } from './consent.ts';
import { lockOrder, markAwaiting } from './orders.sql.ts';
import type { Purchase } from './orders.sql.ts';
import { requirePayable } from './orders.ts';
import type { PaymentStatus } from './payment-status.ts';
import { requireOnlyPayment } from './purchase-limits.ts';
import { recordOutcome } from './record-outcome.ts';

/** A purchase about to be paid, and what is put down of it. */
interface Undertaking extends Pick<ChargeRequest, 'store'> {
  purchase: Purchase;
  method: AttemptMethod;
  initiatedBy: 'member' | 'merchant';
  card: KnownCard | null;
  paymentMethodId: string | null;
  /** What the member agreed to just now. Without it the order need not be fresh: it was agreed to earlier. */
  consent: Consent | null;
  /** The version of the payer's money by which this was decided; missing where it has to be decided under a lock. */
  seenVersion?: number | null;
}

export interface Payment
  extends Undertaking, Pick<ChargeRequest, 'paymentMethod' | 'authenticate' | 'shopper' | 'origin'> {
  /** In the order in which they are tried. */
  providers: readonly ProviderName[];
}

/**
 * Charges a purchase: by the first provider, and by the next one only where it is certain that nothing was taken.
 * Answers with nothing where it cannot be charged now, because it is decided or an attempt is under way.
 */
export async function charge(app: App, payment: Payment): Promise<PaymentStatus | undefined> {
  const { brandId } = payment.purchase;
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error('a purchase of a brand that is not known here yet');
  let status: PaymentStatus | undefined;
  for (const name of payment.providers) {
    const provider = app.providers.get(name);
    if (!provider) continue;
    // Behind a closed gate nothing is begun: the next provider takes it, or the order stays as it is.
    if (payment.initiatedBy === 'member' && app.providers.gate(name)?.isOpen() === false) continue;
    const attemptId = await commitAttempt(app, payment, name, status === undefined);
    if (attemptId === undefined) return status;
    const verdict = await send(app, provider, requestOf(brand, payment, attemptId));
    status = await recordOutcome(app, { brandId, attemptId, verdict });
    if (verdict.state !== 'error' || status.state !== 'error') return status;
  }
  return status;
}

/** The same for somebody who pays just now. */
export async function chargeNow(app: App, payment: Payment & { consent: Consent }): Promise<PaymentStatus> {
  if (payment.providers.length === 0) fail('payment.unavailable');
  return (await charge(app, payment)) ?? fail('payment.unavailable');
}

/**
 * Puts down that a provider is going to be asked, before it is: whatever happens then, the attempt is known. By one
 * statement where nothing is in the way; what is, a transaction finds out and says.
 */
export async function commitAttempt(
  app: App,
  undertaking: Undertaking,
  provider: ProviderName,
  isFirst: boolean,
): Promise<string | undefined> {
  const { purchase, consent, seenVersion = null } = undertaking;
  if (!isFirst || !consent || seenVersion === null)
    return commitUnderLock(app, undertaking, provider, isFirst);
  const at = app.clock.now();
  const attempt = newAttempt(undertaking, provider, at);
  const isMade = await insertFirstAttempt(app.db, purchase, { attempt, consent, seenVersion });
  return isMade ? attempt.id : commitUnderLock(app, undertaking, provider, isFirst);
}

function newAttempt(
  { method, initiatedBy, paymentMethodId, card, store }: Undertaking,
  provider: ProviderName,
  at: Date,
): NewAttempt {
  const by = { method, initiatedBy, paymentMethodId, keepsFor: store, card };
  return { id: newId(at.getTime()), provider, ...by, pollAt: firstPollAt(at), at };
}

function commitUnderLock(
  app: App,
  undertaking: Undertaking,
  provider: ProviderName,
  isFirst: boolean,
): Promise<string | undefined> {
  const { purchase, consent, initiatedBy, card } = undertaking;
  const { brandId, id: purchaseId } = purchase;
  return transact(app.db, async (tx) => {
    const at = app.clock.now();
    const order = await lockOrder(tx, brandId, purchaseId);
    const busy = await hasOpenAttempt(tx, brandId, purchaseId);
    if (consent && isFirst) {
      requirePayable(order, at);
      if (busy) fail('order.used', { orderId: purchaseId });
      await requireOnlyPayment(app, tx, order, card);
      await insertConsent(tx, purchase, consent, at);
    }
    if (busy || (order.state !== 'created' && order.state !== 'awaiting_payment')) return undefined;
    // What renews was agreed to before, and is stopped by leaving the plan.
    if (initiatedBy === 'member') await requireWithinLimits(tx, order, at);
    await markAwaiting(tx, brandId, purchaseId, at);
    const attempt = newAttempt(undertaking, provider, at);
    await insertAttempt(tx, purchase, attempt);
    return attempt.id;
  });
}

export function requestOf(
  { settings }: Brand,
  payment: Pick<Payment, 'purchase' | 'paymentMethod' | 'store' | 'authenticate' | 'shopper' | 'origin'>,
  attemptId: string,
): ChargeRequest {
  const { purchase, paymentMethod, store, authenticate, shopper, origin } = payment;
  const { descriptor, merchantAccount } = settings.payment;
  return {
    attemptId,
    amountCents: purchase.amountCents,
    paymentMethod,
    store,
    authenticate,
    shopper,
    origin,
    descriptor,
    merchantName: settings.title,
    merchantAccount,
  };
}

export async function send({ log }: App, provider: Provider, request: ChargeRequest): Promise<Verdict> {
  try {
    return await provider.charge(request);
  } catch (error) {
    // It may have been sent before it broke. What broke is named without its words, which might hold a card.
    const why = error instanceof Error ? error.name : typeof error;
    const { attemptId } = request;
    log.error({ attemptId, provider: provider.name, why }, 'a provider could not be spoken to');
    return { state: 'unknown' };
  }
}

type AttemptMethod = 'card' | 'on_file' | 'paypal' | 'googlepay' | 'applepay';

/** What is kept of a card: enough to recognise it, never the card. */
export interface KnownCard {
  network: string | null;
  lastFour: string | null;
  fingerprint: Buffer | null;
}

interface NewAttempt {
  id: string;
  provider: ProviderName;
  method: AttemptMethod;
  initiatedBy: 'member' | 'merchant';
  paymentMethodId: string | null;
  /** What the provider is asked to keep it for. */
  keepsFor: ChargeRequest['store'];
  card: KnownCard | null;
  pollAt: Date;
  at: Date;
}

async function insertAttempt(tx: Tx, purchase: Purchase, attempt: NewAttempt): Promise<void> {
  await tx
    .insertInto('payment_attempt')
    .values({
      brand_id: purchase.brandId,
      id: attempt.id,
      purchase_id: purchase.id,
      account_id: purchase.accountId,
      provider: attempt.provider,
      method: attempt.method,
      initiated_by: attempt.initiatedBy,
      amount_cents: purchase.amountCents,
      payment_method_id: attempt.paymentMethodId,
      keeps_for: attempt.keepsFor,
      network: attempt.card?.network ?? null,
      last_four: attempt.card?.lastFour ?? null,
      fingerprint: attempt.card?.fingerprint ?? null,
      poll_at: attempt.pollAt,
      sent_at: attempt.at,
      created_at: attempt.at,
    })
    .execute();
}

/**
 * The same with the consent, in one statement: where nothing was done about the account's money since it was read, the
 * order waits for its first payment, no other order for the same thing is undecided, and its owner has set himself no
 * limit. Answers whether it was.
 */
async function insertFirstAttempt(
  db: Database,
  { brandId, id, accountId, amountCents }: Purchase,
  { attempt, consent, seenVersion }: { attempt: NewAttempt; consent: Consent; seenVersion: number },
): Promise<boolean> {
  const { at, card } = attempt;
  const { rows } = await sql`
    with given as (
      select ${brandId}::uuid as brand_id, ${accountId}::uuid as account_id, ${attempt.id}::uuid as attempt_id,
        ${seenVersion}::bigint as seen_version, null::smallint as level, null::timestamptz as first_bought_at
    ), payer as (${raiseMoneyVersions('given')}
    ), awaiting as (
      update purchase p set state = 'awaiting_payment', token_used_at = ${at}::timestamptz
      from payer
      where p.brand_id = ${brandId}::uuid and p.id = ${id}::uuid and p.state = 'created' and p.token_used_at is null
        and p.expires_at > ${at}::timestamptz
        and not exists (
          select from payment_attempt t
          where t.brand_id = p.brand_id and t.purchase_id = p.id and t.state = any (${openStates}::text[]))
        and not exists (
          select from purchase other
          join payment_attempt t on t.brand_id = other.brand_id and t.purchase_id = other.id
            and t.state = any (${openStates}::text[])
          where other.brand_id = p.brand_id and other.account_id = p.account_id and other.id <> p.id
            and other.state = 'awaiting_payment' and other.product_id is not distinct from p.product_id)
        and not exists (
          select from spending_limit l where l.brand_id = p.brand_id and l.account_id = p.account_id)
        and not exists (
          select from spending_pause l
          where l.brand_id = p.brand_id and l.account_id = p.account_id and l.until > ${at}::timestamptz)
      returning p.id
    ), agreed as (
      insert into purchase_consent (brand_id, purchase_id, account_id, button, terms, text_hash, amount_cents,
        renewal_cents, period, immediate, keeps_for, language, ip, user_agent, created_at)
      select ${brandId}::uuid, id, ${accountId}::uuid, ${consent.button}::text, ${consent.terms}::text,
        ${consent.textHash}::bytea, ${amountCents}::integer, ${consent.renewalCents}::integer, ${consent.period}::text,
        ${consent.immediate}::boolean, ${consent.keepsFor}::text, ${consent.language}::text, ${consent.ip}::inet,
        ${consent.userAgent.slice(0, USER_AGENT_LENGTH)}::text, ${at}::timestamptz
      from awaiting
      on conflict (brand_id, purchase_id) do nothing
    )
    insert into payment_attempt (brand_id, id, purchase_id, account_id, provider, method, initiated_by, amount_cents,
      payment_method_id, keeps_for, network, last_four, fingerprint, poll_at, sent_at, created_at)
    select ${brandId}::uuid, ${attempt.id}::uuid, id, ${accountId}::uuid, ${attempt.provider}::text,
      ${attempt.method}::text, ${attempt.initiatedBy}::text, ${amountCents}::integer, ${attempt.paymentMethodId}::uuid,
      ${attempt.keepsFor}::text, ${card?.network ?? null}::text, ${card?.lastFour ?? null}::text,
      ${card?.fingerprint ?? null}::bytea, ${attempt.pollAt}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from awaiting
    returning id`.execute(db);
  return rows.length === 1;
}

async function hasOpenAttempt(tx: Tx, brandId: string, purchaseId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_attempt')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .where('state', 'in', openStates)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
