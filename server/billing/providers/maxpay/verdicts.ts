import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';
import { isCardUseless, readMajorUnits, readOwnId, storedToken } from '../answers.ts';
import { readJson } from '../http-client.ts';
import { BadSignature } from '../provider.ts';
import type { StoredPaymentMethod, Verdict, ProviderEvent, Webhook } from '../provider.ts';
import { isSigned, transaction } from './requests.ts';
import type { Transaction } from './requests.ts';

/** Codes by which Maxpay says that it does not know yet. */
const undecided = new Set([2, 3, 10, 11, 12, 1003, 6000]);

export function isUndecided({ code }: Transaction): boolean {
  return undecided.has(code);
}

/** It knows no such transaction. The code for that is not public. */
export function isAbsent({ status, message }: Transaction): boolean {
  return (
    status === 'error' && /not found|not exist|unknown transaction|no such transaction/i.test(message ?? '')
  );
}

/** The id was used before, so nothing was done now; a poll says what was done then. */
export function isDuplicate({ status, message }: Transaction): boolean {
  return status === 'error' && /duplicate|already (exist|used|processed)|not unique/i.test(message ?? '');
}

type Decided = Exclude<Verdict, { state: 'requires_action' }>;

/** What is decided; undefined while the payer is at the bank's page. */
export function readDecision(
  answer: Transaction,
  askedCents: number | undefined,
  stored: StoredPaymentMethod | null,
): Decided | undefined {
  const reference = answer.reference ?? null;
  if (isUndecided(answer)) return { state: 'processing', reference };
  switch (answer.status) {
    case 'success': {
      if (answer.acs_url) return undefined;
      const amountCents = (answer.amount ? readMajorUnits(answer.amount) : undefined) ?? askedCents;
      const ours = (answer.currency ?? CURRENCY) === CURRENCY && answer.code === 0;
      if (!ours || !reference || amountCents === undefined) return { state: 'processing', reference };
      // Unconfirmed: no public document names a field with the country of the card (docs/operations.md).
      return { state: 'captured', reference, amountCents, stored };
    }
    case 'decline':
      return { state: 'declined', reference, ...explainDecline(answer.message ?? '') };
    case 'error':
      return { state: isDuplicate(answer) ? 'unknown' : 'error' };
    default:
      return { state: 'unknown' };
  }
}

/** The bank authenticates the holder: by the old 3-D Secure form, or by a redirect. */
export function readStep(
  { acs_url: url, pareq, reference }: Transaction,
  origin: string | undefined,
): Verdict {
  const known = reference ?? null;
  if (!url || !URL.canParse(url) || !/^https?:/.test(url)) return { state: 'processing', reference: known };
  if (!pareq) {
    const step = { type: 'redirect', url, method: 'GET', fields: {} } as const;
    return { state: 'requires_action', reference: known, step };
  }
  if (origin === undefined || !reference) return { state: 'processing', reference: known };
  const fields = { PaReq: pareq, TermUrl: `${origin}/pay/return/maxpay`, MD: reference };
  return { state: 'requires_action', reference, step: { type: 'form', url, method: 'POST', fields } };
}

/**
 * Maxpay's table of decline codes is not public. These are the messages that public integrations of its gateway know, as
 * far as the patterns below would read them wrongly.
 */
const messages: Partial<Record<string, { outcome: PaymentOutcome; dropToken?: true }>> = {
  // The time at the bank's page, not the card.
  'transaction is expired': { outcome: 'try_again' },
  // Ours, not the holder's.
  'volume limit exceeded': { outcome: 'processing_error' },
  'verification required by issuer': { outcome: 'authentication_required' },
  'revocation of authorization order': { outcome: 'card_declined', dropToken: true },
  'invalid or closed account': { outcome: 'card_declined', dropToken: true },
  'invalid bill token': { outcome: 'card_declined', dropToken: true },
  'card type not supported': { outcome: 'card_declined' },
  'card type not supported. please, check routing': { outcome: 'card_declined' },
  'transaction type not supported. please, check routing': { outcome: 'processing_error' },
  'bank mid access credentials are incorrect': { outcome: 'processing_error' },
  'communication error with bank': { outcome: 'processing_error' },
  'malformed bank response': { outcome: 'processing_error' },
  'acquirer internal error': { outcome: 'processing_error' },
  'unexpected acquirer behavior': { outcome: 'processing_error' },
  'internal system error': { outcome: 'processing_error' },
  'bank negative list': { outcome: 'generic' },
};

/** Any other message by its words. The first that fits counts. */
const meanings: readonly (readonly [RegExp, PaymentOutcome])[] = [
  // Why a payer is suspected is never said.
  [/fraud|risk|suspect/, 'generic'],
  [/lost|stolen|pick[ -]?up/, 'lost_or_stolen'],
  [/insufficient|not sufficient|exceed|over limit/, 'insufficient_funds'],
  [/expired|expir(y|ation)/, 'expired_card'],
  [/cv[vc]2?\b|security code/, 'invalid_cvc'],
  [/authentication (is )?required|3-?ds? (is )?required|\bsca\b/, 'authentication_required'],
  [/authenticat|3-?d ?s|3-?d secure/, 'check_failed'],
  [/black ?list/, 'address_blocked'],
  [/already declined/, 'already_declined'],
  [/invalid (card|account|number|pan)|card number|no such (card|issuer)/, 'invalid_number'],
  [/do not hono|restricted|not permitted|not allowed|closed|card blocked|refer to/, 'card_declined'],
  [/try again|retry|too many|frequency/, 'try_again'],
  [/time-?d? ?out|unavailable|inoperative|malfunction|system error|processing error/, 'processing_error'],
];

export function explainDecline(message: string): { outcome: PaymentOutcome; dropToken: boolean } {
  const words = message.trim().toLowerCase();
  const known = messages[words.replace(/\.$/, '')];
  if (known) return { dropToken: false, ...known };
  const outcome = meanings.find(([pattern]) => pattern.test(words))?.[1] ?? 'generic';
  return { outcome, dropToken: isCardUseless(outcome) };
}

export function readCallback({ headers, body }: Webhook, privateKey: string): ProviderEvent[] {
  const signature = headers['x-signature'];
  if (typeof signature !== 'string' || !isSigned(body, signature, privateKey)) {
    throw new BadSignature('Maxpay did not sign this');
  }
  const received = readJson(body.toString('utf8'), transaction) ?? readForm(body.toString('utf8'));
  return received ? [readEvent(received)] : [];
}

function readForm(text: string): Transaction | undefined {
  return transaction.safeParse(Object.fromEntries(new URLSearchParams(text))).data;
}

function readEvent(received: Transaction): ProviderEvent {
  const { transaction_unique_id: name, transaction_type: type = 'SALE', reference = null } = received;
  const ours = readOwnId(name);
  const dedupeKey = [type, name, reference, received.status, received.code].join(' ');
  const about = { dedupeKey, attemptId: ours, reference };
  const other: ProviderEvent = { kind: 'other', ...about, name: type };
  const amountCents = received.amount ? readMajorUnits(received.amount) : undefined;
  if (type.startsWith('CHARGEBACK')) {
    // Unconfirmed: how Maxpay tells of a chargeback is not public.
    if (!reference || amountCents === undefined) return other;
    const change = type === 'CHARGEBACK' ? 'lost' : 'reversed';
    return { kind: 'dispute', ...about, disputeReference: reference, amountCents, change };
  }
  if (type === 'REFUND') {
    if (!reference || amountCents === undefined || isUndecided(received)) return other;
    const succeeded = received.status === 'success' && received.code === 0;
    const refund = { refundId: ours, refundReference: reference, amountCents, succeeded };
    return { kind: 'refund', dedupeKey, attemptId: null, reference: null, ...refund };
  }
  if (!/^(SALE|AUTH)(3D)?$/.test(type)) return other;
  const verdict = readDecision(received, undefined, received.token ? storedToken(received.token) : null);
  return verdict ? { kind: 'charge', ...about, verdict } : other;
}
