import { CURRENCY } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { unansweredCharge, isPathSegment, majorUnits, readMajorUnits, readOwnId } from '../answers.ts';
import { readAnswer } from '../http-client.ts';
import type { ChargeRequest, KnownAttempt, ReportLine, Verdict } from '../provider.ts';
import { capture as captureAnswer, order as orderAnswer, transactionPage } from './client.ts';
import type { Caller, Order, TransactionInfo } from './client.ts';
import {
  WrongPayment,
  askedOf,
  ownerOf,
  readCapture,
  readCaptures,
  readStep,
  explainIssue,
  readIssue,
  readRefundName,
} from './verdicts.ts';

/** PayPal remembers a request id for six hours; an hour less, since clocks differ. */
const REPEATABLE_FOR = 5 * HOUR;
/** A member's click is not charged when they have long stopped waiting. */
const CLICK_REPEATABLE_FOR = 15 * MINUTE;
/** By then whatever was taken stands in PayPal's report. */
const BOOKED_AFTER = 12 * HOUR;

export async function charge(call: Caller, request: ChargeRequest): Promise<Verdict> {
  const { paymentMethod, attemptId, amountCents } = request;
  // PayPal takes no order over zero.
  if (amountCents === 0) return { state: 'error' };
  if (paymentMethod.type === 'on_file' || paymentMethod.type === 'renewal') {
    const initiatedBy = paymentMethod.type === 'renewal' ? 'merchant' : 'member';
    return chargeVault(call, { attemptId, amountCents, token: paymentMethod.token, initiatedBy });
  }
  if (paymentMethod.type !== 'paypal') return { state: 'error' };
  const sent = await call({
    method: 'POST',
    path: '/v2/checkout/orders',
    body: approvedOrder(request),
    requestId: attemptId,
  });
  const made = readAnswer(sent, orderAnswer);
  // An order that the payer does not know of cannot be approved, and only we can capture it: so nothing was taken.
  return (made && readStep(made)) ?? { state: 'error' };
}

type VaultCharge = Parameters<typeof vaultedOrder>[0];

async function chargeVault(call: Caller, known: VaultCharge): Promise<Verdict> {
  const sent = await call({
    method: 'POST',
    path: '/v2/checkout/orders',
    body: vaultedOrder(known),
    requestId: known.attemptId,
  });
  const made = readAnswer(sent, orderAnswer);
  if (made) return readVaulted(call, made, known);
  const issue = readIssue(sent);
  if (issue) {
    const verdict = explainIssue(call.log, issue, null);
    // That the second was not taken says nothing about the one that was lost.
    return sent.doubtful && verdict.state === 'error' ? { state: 'unknown' } : verdict;
  }
  return sent.doubtful ? { state: 'unknown' } : unansweredCharge(sent);
}

function readVaulted(call: Caller, made: Order, { attemptId, initiatedBy }: VaultCharge): Verdict {
  requireOwner(made, attemptId);
  const taken = readCaptures(made);
  if (taken) return taken;
  const step = readStep(made);
  if (!step) return { state: 'processing', reference: made.id };
  return initiatedBy === 'member' ? step : explainIssue(call.log, 'PAYER_ACTION_REQUIRED', made.id);
}

/** The member is back from PayPal's page. What they approved is taken; what they did not approve never is. */
export async function finish(
  call: Caller,
  orderId: string,
  known: KnownAttempt | undefined,
): Promise<{ attemptId: string; verdict: Verdict } | undefined> {
  if (!isPathSegment(orderId)) return undefined;
  const found = readAnswer(await getOrder(call, orderId), orderAnswer);
  const attemptId = (found && ownerOf(found)) ?? known?.attemptId;
  if (!attemptId) return undefined;
  if (!found) return { attemptId, verdict: { state: 'unknown' } };
  requireOwner(found, known?.attemptId ?? attemptId);
  const decided = readCaptures(found) ?? (await takeApproved(call, found, attemptId, known?.amountCents));
  if (decided) return { attemptId, verdict: decided };
  const open = found.status === 'COMPLETED';
  return {
    attemptId,
    verdict: open
      ? { state: 'processing', reference: orderId }
      : explainIssue(call.log, 'ORDER_NOT_APPROVED', orderId),
  };
}

export async function pollStatus(
  call: Caller,
  attempt: KnownAttempt,
  now: Date,
): Promise<Verdict | { state: 'absent' }> {
  const { attemptId, reference, token } = attempt;
  if (reference === null) return token === null ? { state: 'absent' } : pollVaultedCharge(call, attempt, now);
  if (!isPathSegment(reference)) return { state: 'unknown' };
  const sent = await getOrder(call, reference);
  if (sent.kind === 'answered' && sent.status === 404) return pollCapture(call, reference);
  const found = readAnswer(sent, orderAnswer);
  if (!found) return { state: 'unknown' };
  requireOwner(found, attemptId);
  return readCaptures(found) ?? readStep(found) ?? { state: 'processing', reference };
}

/** Takes what the member approved and never came back from, and repeats a charge of the vault whose answer was lost. */
export async function resend(
  call: Caller,
  attempt: KnownAttempt,
  { now, mayCharge }: { now: Date; mayCharge: () => Promise<boolean> },
): Promise<Verdict | undefined> {
  const { attemptId, reference, token, initiatedBy, amountCents } = attempt;
  if (reference === null) {
    const longest = initiatedBy === 'merchant' ? REPEATABLE_FOR : CLICK_REPEATABLE_FOR;
    if (token === null || ageOf(attempt, now) >= longest || !(await mayCharge())) return undefined;
    const verdict = await chargeVault(call, { attemptId, amountCents, token, initiatedBy });
    // A fault of the repeated request says nothing about the first one.
    return verdict.state === 'error' ? { state: 'unknown' } : verdict;
  }
  if (!isPathSegment(reference)) return undefined;
  const found = readAnswer(await getOrder(call, reference), orderAnswer);
  if (found?.status !== 'APPROVED') return undefined;
  requireOwner(found, attemptId);
  return (await mayCharge()) ? takeApproved(call, found, attemptId, amountCents) : undefined;
}

function ageOf({ createdAt }: KnownAttempt, now: Date): number {
  return now.getTime() - createdAt.getTime();
}

/** Orders that are never approved are gone after some hours. */
async function pollCapture(call: Caller, id: string): Promise<Verdict | { state: 'absent' }> {
  const sent = await call({ method: 'GET', path: `/v2/payments/captures/${id}` });
  if (sent.kind === 'answered' && sent.status === 404) return { state: 'absent' };
  const found = readAnswer(sent, captureAnswer);
  if (!found) return { state: 'unknown' };
  return readCapture(found, found.supplementary_data?.related_ids?.order_id ?? id, null);
}

/** A charge of the vault whose answer was lost. As long as it could be repeated, no report says that it is not there. */
async function pollVaultedCharge(
  call: Caller,
  attempt: KnownAttempt,
  now: Date,
): Promise<Verdict | { state: 'absent' }> {
  const age = ageOf(attempt, now);
  if (age < REPEATABLE_FOR) return { state: 'unknown' };
  const from = new Date(attempt.createdAt.getTime() - HOUR);
  const lines = await listMoved(call, from, new Date(from.getTime() + 12 * HOUR));
  const line = lines.find(({ kind, ours }) => kind === 'charge' && ours === attempt.attemptId);
  if (line) return pollCapture(call, line.reference);
  return { state: age < BOOKED_AFTER ? 'unknown' : 'absent' };
}

function getOrder(call: Caller, orderId: string) {
  return call({ method: 'GET', path: `/v2/checkout/orders/${orderId}` });
}

function requireOwner(found: Order, attemptId: string): void {
  if (ownerOf(found) !== attemptId) throw new WrongPayment('PayPal’s order belongs to another charge');
}

/** Takes the money of an order that the member approved; undefined where they did not. Doing it twice takes it once. */
async function takeApproved(
  call: Caller,
  found: Order,
  attemptId: string,
  expectedCents: number | undefined,
): Promise<Verdict | undefined> {
  if (found.status !== 'APPROVED') return undefined;
  const asked = askedOf(found);
  if (asked === undefined || (expectedCents !== undefined && asked !== expectedCents)) {
    throw new WrongPayment('PayPal’s order is over another amount');
  }
  const sent = await call({
    method: 'POST',
    path: `/v2/checkout/orders/${found.id}/capture`,
    body: {},
    requestId: `capture-${attemptId}`,
  });
  const taken = readAnswer(sent, orderAnswer);
  if (taken) return readCaptures(taken) ?? { state: 'processing', reference: found.id };
  const issue = readIssue(sent);
  if (issue && issue !== 'ORDER_ALREADY_CAPTURED') return explainIssue(call.log, issue, found.id);
  const again = readAnswer(await getOrder(call, found.id), orderAnswer);
  return (again && readCaptures(again)) ?? { state: 'unknown' };
}

const LONGEST_DESCRIPTOR = 22;
const LONGEST_BRAND = 127;

/** An order that the member approves at PayPal's own page. */
function approvedOrder(request: ChargeRequest): Record<string, unknown> {
  const { attemptId, amountCents, origin, shopper, store } = request;
  const vault = {
    store_in_vault: 'ON_SUCCESS',
    usage_type: 'MERCHANT',
    usage_pattern: store === 'renewals' ? 'SUBSCRIPTION_PREPAID' : 'IMMEDIATE',
  };
  const back = `${origin}/paypal/paymentCheck`;
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        ...purchaseUnit(attemptId, amountCents),
        soft_descriptor: request.descriptor.slice(0, LONGEST_DESCRIPTOR),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: request.merchantName.slice(0, LONGEST_BRAND),
          locale: languages[shopper.language].locale,
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: back,
          cancel_url: back,
        },
        ...(store && {
          attributes: { vault, customer: { merchant_customer_id: shopper.customerId } },
        }),
      },
    },
  };
}

/**
 * A charge of the vault. Orders API, `paypal_wallet_stored_credential`: who began it, that it is not the first, and by what
 * pattern; IMMEDIATE is a payment on demand. It holds only what is known at any time, so that
 * the same request can be sent again.
 */
function vaultedOrder(known: {
  attemptId: string;
  amountCents: number;
  token: string;
  initiatedBy: 'member' | 'merchant';
}): Record<string, unknown> {
  return {
    intent: 'CAPTURE',
    purchase_units: [purchaseUnit(known.attemptId, known.amountCents)],
    payment_source: {
      paypal: {
        vault_id: known.token,
        stored_credential: {
          ...(known.initiatedBy === 'merchant'
            ? { payment_initiator: 'MERCHANT', usage_pattern: 'SUBSCRIPTION_PREPAID' }
            : { payment_initiator: 'CUSTOMER', usage_pattern: 'IMMEDIATE' }),
          usage: 'SUBSEQUENT',
        },
      },
    },
  };
}

function purchaseUnit(attemptId: string, amountCents: number) {
  return {
    reference_id: attemptId,
    custom_id: attemptId,
    invoice_id: attemptId,
    amount: { currency_code: CURRENCY, value: majorUnits(amountCents) },
  };
}

const PAGE_SIZE = 500;
const MOST_PAGES = 200;

/** What PayPal says it moved in a time of at most 31 days. It takes up to three hours to know of it. */
export async function listMoved(call: Caller, from: Date, to: Date): Promise<ReportLine[]> {
  const lines: ReportLine[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      fields: 'transaction_info',
      page_size: String(PAGE_SIZE),
      page: String(page),
    });
    const sent = await call({ method: 'GET', path: `/v1/reporting/transactions?${query.toString()}` });
    const answer = readAnswer(sent, transactionPage);
    if (!answer) throw new Error('PayPal did not tell what it moved');
    lines.push(...answer.transaction_details.flatMap(({ transaction_info: info }) => readLines(info)));
    if (page >= answer.total_pages) return lines;
  }
  throw new Error('PayPal moved more than can be read');
}

function readLines(info: TransactionInfo): ReportLine[] {
  const { transaction_amount: amount, transaction_event_code: code, custom_field: name } = info;
  const kind = readKind(code, amount.value);
  const amountCents = readMajorUnits(amount.value.replace('-', ''));
  // What was reversed since was moved first.
  const moved = ['S', 'V'].includes(info.transaction_status ?? 'S');
  if (!kind || amountCents === undefined || amount.currency_code !== CURRENCY || !moved) return [];
  // A withdrawal to the bank leaves our account there, so it is below zero.
  const isBack = kind === 'payout' && !amount.value.startsWith('-');
  const ours = kind === 'refund' ? readRefundName(name, undefined).refundId : readOwnId(name);
  const line = { reference: info.transaction_id, ours };
  // What a bank did has the name of the capture, as in webhooks.
  const isDispute = kind === 'chargeback' || kind === 'chargeback_reversed';
  const capture = isDispute && info.paypal_reference_id;
  const kept = info.fee_amount?.value ?? '0';
  const feeCents = (readMajorUnits(kept.replace('-', '')) ?? 0) * (kept.startsWith('-') ? 1 : -1);
  return [
    {
      kind,
      ...line,
      amountCents: isBack ? -amountCents : amountCents,
      ...(capture && { disputeReference: capture }),
    },
    ...(feeCents === 0 ? [] : [{ kind: 'fee' as const, ...line, amountCents: feeCents }]),
  ];
}

/**
 * T00 are payments, of which those that we send are below zero; T04 is what goes to our bank, T11 are reversals, T12 what banks
 * take back.
 */
function readKind(code: string, value: string): ReportLine['kind'] | undefined {
  if (code === 'T1107') return 'refund';
  if (code === 'T1106' || code === 'T1201') return 'chargeback';
  if (code === 'T1202') return 'chargeback_reversed';
  if (code.startsWith('T04')) return 'payout';
  return code.startsWith('T00') && !value.startsWith('-') ? 'charge' : undefined;
}
