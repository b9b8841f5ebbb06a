import { z } from 'zod';
import type { ChargeDetails, ProviderStep } from '#contract/billing/charges.ts';
import { paymentOutcomes } from '#contract/billing/payment-outcome.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { PaymentMethodKind, ProviderName } from '#contract/billing/providers.ts';
import type { Country } from '#contract/countries/list.ts';
import { countryCode } from '#contract/countries/vat-rates.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { heldReasons } from '#contract/staff/payments.ts';
import type { HeldReason } from '#contract/staff/payments.ts';
import type { ProcessorKeys } from '#sandbox/processor/keys.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Gate } from './gate.ts';
import type { ProviderConnection } from './http-client.ts';

/** A card as it was typed. It lives in the memory of the payment role for as long as the call takes, and nowhere else. */
export interface Card {
  number: string;
  month: number;
  /** Four digits. */
  year: number;
  securityCode: string;
  firstName: string;
  lastName: string;
}

/** What is charged. `on_file` is a member's click, `renewal` is charged without them. */
export type PaymentMethod =
  | { type: 'card'; card: Card }
  | { type: 'on_file' | 'renewal'; token: string }
  | { type: 'googlepay' | 'applepay'; token: string }
  | { type: 'paypal' };

export interface Shopper {
  /** What the provider knows the member by; says nothing about them. */
  customerId: string;
  email: string;
  ip: string;
  country: Country;
  language: Language;
  /** Missing where there is no browser. */
  browser?: Pick<
    ChargeDetails,
    | 'language'
    | 'screenHeight'
    | 'screenWidth'
    | 'timeZone'
    | 'userAgent'
    | 'javaEnabled'
    | 'scriptEnabled'
    | 'colourDepth'
  >;
}

export interface ChargeRequest {
  /** Ours: the idempotency key, and the reference that the provider repeats. */
  attemptId: string;
  /** 0 asks only whether the card is good. */
  amountCents: number;
  paymentMethod: PaymentMethod;
  /** Keep it, and for what: the renewals of a plan, or a member's later clicks. Its owner has agreed to that. */
  store: 'renewals' | 'clicks' | null;
  /** The holder must be asked by their bank. */
  authenticate: boolean;
  shopper: Shopper;
  /** Of the brand's site, to which the member comes back. */
  origin: string;
  descriptor: string;
  merchantName: string;
  merchantAccount?: string | undefined;
}

const storedPaymentMethod = z.object({
  token: z.string().min(1).max(500),
  network: z.string().max(20).nullable(),
  lastFour: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  expiryMonth: z.int().min(1).max(12).nullable(),
  expiryYear: z.int().min(2000).max(2200).nullable(),
});
export type StoredPaymentMethod = z.output<typeof storedPaymentMethod>;

const reference = z.string().min(1).max(200);
const outcome = z.enum(paymentOutcomes as [PaymentOutcome, ...PaymentOutcome[]]);

/** `never`: it is not to be charged again. `after`: not before so many hours. */
const retryAdvice = z.discriminatedUnion('retry', [
  z.object({ retry: z.literal('never') }),
  z.object({ retry: z.literal('after'), hours: z.int().min(1).max(9_999) }),
]);
export type RetryAdvice = z.output<typeof retryAdvice>;

const verdict = z.discriminatedUnion('state', [
  /** The money is ours (or, of a zero amount, the card is good). The amount is what the provider says it took. */
  z.object({
    state: z.literal('captured'),
    reference,
    amountCents: z.int().min(0),
    stored: storedPaymentMethod.nullable(),
    /** Of the card, or of the payer's account, where the provider tells: evidence for the tax. */
    payerCountry: countryCode.optional(),
  }),
  /** The provider has it and has not decided. */
  z.object({ state: z.literal('processing'), reference: reference.nullable() }),
  /** Certainly nothing was taken. */
  z.object({
    state: z.literal('declined'),
    reference: reference.nullable(),
    outcome,
    /** The payment method on file is of no more use. */
    dropToken: z.boolean(),
    /** What the card's network says about charging it once more, where it says anything. */
    advice: retryAdvice.optional(),
  }),
  /** A fault of theirs or on the way; certainly nothing was taken, so another provider may be tried. */
  z.object({
    state: z.literal('error'),
    /** It was not even sent: our own gate held it back. */
    held: z.enum(heldReasons).optional(),
  }),
  /** It is unknown whether anything was taken. */
  z.object({ state: z.literal('unknown') }),
]);
type Decided = z.output<typeof verdict>;

/** The status of a charge. */
export type Verdict = Decided | { state: 'requires_action'; reference: string | null; step: ProviderStep };

export interface RefundRequest {
  /** Ours: idempotency key and reference. */
  refundId: string;
  attemptId: string;
  /** The provider's name for the charge. */
  reference: string;
  amountCents: number;
  merchantAccount?: string | undefined;
}
export type RefundVerdict =
  | { state: 'sent' | 'done'; reference: string }
  /** They said no to this very refund. */
  | { state: 'failed' }
  /** It certainly did not get through, and was not refused: it is to be sent again. Where it was held back here, why. */
  | { state: 'unsent'; held?: HeldReason }
  /** It is unknown whether it got through. */
  | { state: 'unknown' };

export interface ForgetRequest {
  token: string;
  /** Whom it was stored for, as in `Shopper`. */
  customerId: string;
  merchantAccount?: string | undefined;
}
export type ForgetVerdict =
  /** They do not have it, now or already before. */
  | { state: 'gone' }
  /** They may still have it, and are to be asked again. Why holds no personal data. */
  | { state: 'not_yet'; why: string }
  /** They have no call for it: the token stays with them, and is of use to us alone. */
  | { state: 'impossible' };

/** What a provider tells us by itself, in our words. It is stored, so it is data and nothing else. */
const about = {
  /** The same event always has the same key. */
  dedupeKey: z.string().min(1).max(300),
  /** Our id of the charge, where the provider repeats it. */
  attemptId: z.uuid().nullable(),
  /** The provider's id of the charge. */
  reference: reference.nullable(),
};
export const providerEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('charge'), ...about, verdict }),
  /** A payment method that was kept for later. */
  z.object({
    kind: z.literal('stored'),
    ...about,
    customerId: z.string().max(100),
    stored: storedPaymentMethod,
  }),
  z.object({
    kind: z.literal('refund'),
    ...about,
    refundId: z.uuid().nullable(),
    refundReference: reference,
    amountCents: z.int().min(0),
    succeeded: z.boolean(),
  }),
  z.object({
    kind: z.literal('dispute'),
    ...about,
    disputeReference: reference,
    amountCents: z.int().min(0),
    change: z.enum(['announced', 'lost', 'reversed', 'lost_again']),
  }),
  /** Nothing that we act upon. */
  z.object({ kind: z.literal('other'), ...about, name: z.string().max(100) }),
]);
export type ProviderEvent = z.output<typeof providerEvent>;

/** What became of an event. `unknown_subject`: it may be about something that is not stored yet. */
export type WebhookResult = 'done' | 'unknown_subject' | 'ignored' | 'unmatched';

export interface Webhook {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** The webhook is not from the provider. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}

/** A line of a provider's report. */
export interface ReportLine {
  /** A fee is what it keeps of our money, a payout what it sent to our bank. Both are below zero where they are undone. */
  kind:
    | 'charge'
    | 'refund'
    | 'refund_returned'
    | 'chargeback'
    | 'chargeback_reversed'
    | 'second_chargeback'
    | 'fee'
    | 'payout';
  reference: string;
  /** Of what a bank did: its name in webhooks, where the report has it. */
  disputeReference?: string;
  /** Our id of it, where the report says so. */
  ours: string | null;
  amountCents: number;
}

/** What a provider has to know of an attempt to poll its status. */
export interface KnownAttempt {
  attemptId: string;
  reference: string | null;
  amountCents: number;
  /** The stored payment method it was charged by, where it was. */
  token: string | null;
  /** How it was paid, where that is known. */
  method?: PaymentMethodKind | 'on_file';
  initiatedBy: 'member' | 'merchant';
  createdAt: Date;
  merchantAccount?: string | undefined;
  /** What else the request said, where we made it ourselves: some providers can only be sent it once more. */
  request?: Pick<ChargeRequest, 'origin' | 'descriptor'> & Pick<Shopper, 'customerId'>;
}

export interface IntentRequest {
  attemptId: string;
  amountCents: number;
}
/** What a wallet has handed over for an intent, with the secret that the intent was opened with. */
export interface IntentPayment {
  attempt: KnownAttempt & { reference: string };
  secret: string;
  token: string;
}
export interface WalletIntent {
  /** The provider's name for the charge. */
  instanceId: string;
  secrets: { display: string; payment: string };
}

/** Who takes money. Each speaks its own wire format; none throws for what may happen to a payment. */
export interface Provider {
  readonly name: ProviderName;
  charge(request: ChargeRequest): Promise<Verdict>;
  /**
   * The member came back with this from the provider's page. Undefined where it is nothing of ours. `known` is the
   * attempt that has it as its reference: some providers repeat neither our name for a charge nor its amount.
   */
  finish(
    returned: string,
    known?: KnownAttempt,
  ): Promise<{ attemptId: string; verdict: Verdict } | undefined>;
  /** Opens a payment that a wallet of the provider's own completes. Undefined where that failed; it takes nothing. */
  openIntent?(request: IntentRequest): Promise<WalletIntent | undefined>;
  /** Pays an intent by what a wallet has handed over. Missing where that is left to a script of the provider's. */
  payIntent?(payment: IntentPayment): Promise<Verdict>;
  /** Asks what became of a charge, and never charges. `absent`: it certainly never took place and never will. */
  pollStatus(attempt: KnownAttempt): Promise<Verdict | { state: 'absent' }>;
  /**
   * Sends a charge once more under the name that it had, or takes what the member has approved: it is taken once,
   * however often it is sent. `mayCharge` is asked right before that. Undefined where nothing was sent.
   */
  resend?(attempt: KnownAttempt, mayCharge: () => Promise<boolean>): Promise<Verdict | undefined>;
  refund(request: RefundRequest): Promise<RefundVerdict>;
  /** Polls the status of a refund. `unknown` where the provider has no call for it. */
  pollRefund(request: RefundRequest & { refundReference: string | null }): Promise<RefundVerdict>;
  /** Makes a stored payment method useless there. It may be asked as often as one likes. */
  forget(request: ForgetRequest): Promise<ForgetVerdict>;
  /** Reads what was sent to us. Throws `BadSignature`. */
  readEvents(webhook: Webhook): Promise<ProviderEvent[]>;
  /** The answer that it expects to a webhook. */
  readonly acknowledgement: { contentType: string; body: string };
  /** What it says it moved on a day (UTC), by a brand's own merchant account where one is named. Undefined until it is there. */
  report(day: string, merchantAccount?: string): Promise<ReportLine[] | undefined>;
  /** It has no report, or none that we may read: each charge and refund is polled instead. */
  withoutReport?: true;
}

/** Google Pay's name for the gateway that opens its tokens, and ours there. */
export interface GooglePayGateway {
  gateway: string;
  gatewayMerchantId: string;
}

/** All providers that this installation has keys for. */
export interface Providers {
  /** Each of its calls goes through its gate. */
  get(name: ProviderName): Provider | undefined;
  /** Whether something can be sent to it now, and how much. */
  gate(name: ProviderName): Gate | undefined;
  /** Stand-ins: nothing is real money. */
  readonly sandbox: boolean;
  googlePay(merchantAccount?: string): GooglePayGateway | undefined;
  /** A merchant session from Apple; undefined where Apple Pay is not set up. Fails for an address that is not Apple's. */
  validateAppleMerchant(request: {
    validationUrl: string;
    merchantId: string;
    merchantName: string;
    domain: string;
  }): Promise<Record<string, unknown> | undefined>;
}

/** What an adapter is opened with. */
export interface ProviderOpening {
  payments: Config['payments'];
  /** The keys of the stand-ins; undefined in production. */
  sandboxKeys: ProcessorKeys | undefined;
  /** A connection to the configured address, or to this path of the stand-in. */
  connect(address: string | undefined, sandboxPath: string): ProviderConnection;
}

/** What the folder of a provider exports, for the list in `providers.ts`. */
export interface ProviderAdapter {
  /** Undefined where there are no keys. */
  open(opening: ProviderOpening): Provider | undefined;
  /** Some banks send the browser back with a form, which a page cannot read: which payment it names, for the return page. */
  readReturnForm?(form: URLSearchParams): string | undefined;
  /** Where it opens tokens of Google Pay: for a brand's own merchant account, or for the one that brands share. */
  googlePay?(
    keys: Pick<ProviderOpening, 'payments' | 'sandboxKeys'>,
    merchantAccount?: string,
  ): GooglePayGateway | undefined;
}
