import { hash } from 'node:crypto';
import { digitsOf } from '#contract/billing/card.ts';
import type { ChargeOrder, BankEvent } from '../bank.ts';
import { underFault } from '../faults.ts';
import { goTo, json, nothing, readJson, withQuery } from '../http.ts';
import type { Call, Facade, Reply } from '../http.ts';
import type { ProcessorKeys } from '../keys.ts';
import type { Charge, Refund } from '../ledger.ts';
import { postTo } from '../pages.ts';
import { instrumentOf, readToken } from '../scenarios.ts';
import type { Decline } from '../scenarios.ts';
import { isAddress } from '../stand-in.ts';
import type { SendBack, StandInContext, StandIn } from '../stand-in.ts';
import type { Message } from '../webhooks.ts';
import { randomText } from '../wire-values.ts';

const PREFIX = 'M';
const PENDING = 2;

/** Maxpay's codes are not public: the words matter. */
const declines: Record<Decline, [code: number, words: string]> = {
  insufficient_funds: [1051, 'Insufficient funds'],
  invalid_cvc: [1082, 'Invalid CVV'],
  expired_card: [1054, 'Expired card'],
  processing_error: [1096, 'Processing error'],
  generic: [1005, 'General decline'],
  lost_or_stolen: [1043, 'Lost or stolen card'],
  card_declined: [1006, 'Do not honor'],
  invalid_number: [1014, 'Invalid card number'],
  authentication_required: [1065, 'Authentication required'],
  check_failed: [1070, '3D Secure authentication failed'],
  check_cancelled: [1071, 'Cancelled by the customer, try again'],
  check_timed_out: [1072, '3D Secure authentication timed out'],
  cancelled: [1071, 'Cancelled by the merchant'],
};

type Fields = Record<string, string>;

/** `/maxpay/api/cc`: everything goes to one address, and differs by its type. */
function createMaxpay({ origin, keys, bank, faults }: StandInContext): Facade {
  const { ledger } = bank;

  return (call: Call): Reply => {
    if (call.method !== 'POST' || call.path !== 'cc') return trouble(404, 1000, 'There is no such address');
    const fields = readFields(call);
    if (fields['api_version'] !== '1' || fields['auth_type'] !== 'bySignature') {
      return trouble(400, 1001, 'Unknown api_version or auth_type');
    }
    if (fields['public_key'] !== keys.maxpay.publicKey) return trouble(401, 1002, 'Unknown public_key');
    if (fields['signature'] !== signatureOf(fields, keys.maxpay.privateKey)) {
      return trouble(401, 1004, 'Invalid signature');
    }
    const type = fields['transaction_type'] ?? '';
    switch (type) {
      case 'SALE':
      case 'SALE3D':
      case 'AUTH':
      case 'AUTH3D':
        return charge(fields, type);
      case 'REFUND':
        return refund(fields);
      case 'CHECK':
        return check(fields);
      default:
        return trouble(400, 1007, 'Unknown transaction_type');
    }
  };

  function charge(fields: Fields, type: string): Reply {
    const name = fields['transaction_unique_id'] ?? '';
    if (!name) return trouble(400, 1008, 'transaction_unique_id is missing');
    const amount = readAmount(fields['amount']);
    if (amount === undefined) return trouble(400, 1009, 'Invalid amount');
    // An authorisation holds money until it is settled, which never happens here: only that of nothing ends by itself.
    if (type.startsWith('AUTH') !== (amount === 0)) return trouble(400, 1009, 'Invalid amount for this type');
    if (!/^[A-Z]{3}$/.test(fields['currency'] ?? '')) return trouble(400, 1013, 'Invalid currency');
    if (!/^[A-Z]{3}$/.test(fields['country'] ?? '')) return trouble(400, 1013, 'Invalid country');
    const threeDs = type.endsWith('3D');
    const returnTo = fields['redirect_url'] ?? '';
    if (threeDs && !isAddress(returnTo)) return trouble(400, 1015, 'redirect_url is missing');
    const paymentMethod = readPaymentMethod(fields);
    if (typeof paymentMethod === 'string') return trouble(400, 1016, paymentMethod);
    if (threeDs && !paymentMethod.present) return trouble(400, 1016, 'MIT cannot be 3D');
    const { instrument } = paymentMethod;
    const fault = faults.take({ provider: 'maxpay', operation: 'charge', reference: name, instrument });
    return underFault(fault, unwell, () => {
      if (ledger.byReference('maxpay', name)) return duplicate();
      const made = bank.charge({
        ...paymentMethod,
        provider: 'maxpay',
        prefix: PREFIX,
        kind: type,
        reference: name,
        amount,
        currency: fields['currency'] ?? '',
        merchantAccount: 'maxpay',
        customer: fields['merchant_user_id'] ?? null,
        mayAsk: threeDs,
        returnTo: returnTo || null,
        descriptor: fields['descriptor_merchant'] ?? '',
        fault,
      });
      return json(200, { ...describeCharge(made), ...stepOf(made) });
    });
  }

  function stepOf({ state, challengeId, pareq }: Charge): Record<string, string> {
    if (state !== 'challenged') return {};
    return { acs_url: `${origin}/3ds/${challengeId}`, pareq: pareq ? randomText(120) : '' };
  }

  function refund(fields: Fields): Reply {
    const name = fields['transaction_unique_id'] ?? '';
    if (!name) return trouble(400, 1008, 'transaction_unique_id is missing');
    const amount = readAmount(fields['amount']);
    if (!amount) return trouble(400, 1009, 'Invalid amount');
    const paid = ledger.revive('maxpay', PREFIX, fields['reference'] ?? '', bank.clock.time());
    if (!paid) return json(200, notFound);
    const { instrument } = paid;
    const fault = faults.take({ provider: 'maxpay', operation: 'refund', reference: name, instrument });
    return underFault(fault, unwell, () => {
      if (ledger.refundByReference('maxpay', name)) return duplicate();
      const done = bank.refund(paid, { reference: name, amount, webhooks: fault?.webhooks });
      return json(200, describeRefund(paid, done));
    });
  }

  /** By the merchant's name or by theirs. */
  function check(fields: Fields): Reply {
    const { transaction_unique_id: name = '', reference = '' } = fields;
    if (!name && !reference) return trouble(400, 1008, 'transaction_unique_id is missing');
    const made = name ? ledger.byReference('maxpay', name) : ledger.get('maxpay', reference);
    const returned = name ? ledger.refundByReference('maxpay', name) : ledger.getRefund('maxpay', reference);
    const fault = faults.take({
      provider: 'maxpay',
      operation: 'ask',
      reference: name || made?.reference,
      instrument: made?.instrument,
    });
    return underFault(fault, unwell, () => {
      if (made) return json(200, made.state === 'challenged' ? undecided(made) : describeCharge(made));
      return json(200, returned ? describeRefund(returned.charge, returned.refund) : notFound);
    });
  }
}

function undecided(charge: Charge) {
  return { ...describeCharge(charge), status: 'success', code: PENDING, message: 'Pending' };
}

function describeCharge(charge: Charge): Record<string, unknown> {
  const { id, reference, kind, amount, currency, token, state, why } = charge;
  const base = {
    reference: id,
    transaction_unique_id: reference,
    transaction_type: kind,
    amount: amount / 100,
    currency,
  };
  switch (state) {
    case 'captured':
      return { ...base, status: 'success', code: 0, message: 'Success', token: token ?? '' };
    case 'challenged':
      return { ...base, status: 'success', code: 0, message: '3D Secure authentication needed' };
    case 'pending':
      return { ...base, status: 'success', code: PENDING, message: 'Pending' };
    case 'declined': {
      const [code, message] = declines[why ?? 'generic'];
      return { ...base, status: 'decline', code, message };
    }
  }
}

function describeRefund({ currency }: Charge, refund: Refund): Record<string, unknown> {
  const { id, reference, amount, state } = refund;
  const ends = {
    done: { status: 'success', code: 0, message: 'Success' },
    pending: { status: 'success', code: PENDING, message: 'Pending' },
    failed: { status: 'decline', code: 1061, message: 'Refund amount exceeds what is left' },
  };
  return {
    ...ends[state],
    reference: id,
    transaction_unique_id: reference,
    transaction_type: 'REFUND',
    amount: amount / 100,
    currency,
  };
}

const notFound = { status: 'error', code: 1020, message: 'Transaction not found' };
const duplicate = (): Reply =>
  json(200, { status: 'error', code: 1021, message: 'Duplicate transaction_unique_id' });
const trouble = (status: number, code: number, message: string): Reply =>
  json(status, { status: 'error', code, message });
const unwell = (status: number): Reply => trouble(status, 1999, 'Service unavailable');

/** JSON or a form; everything counts as text. */
function readFields({ body, headers }: Call): Fields {
  if (!headers['content-type']?.includes('json')) return Object.fromEntries(new URLSearchParams(body));
  return Object.fromEntries(
    Object.entries(readJson(body) ?? {}).map(([name, value]) => [name, String(value)]),
  );
}

const unsigned = new Set([
  'signature',
  'card_number',
  'card_exp_month',
  'card_exp_year',
  'cvv',
  'card_holder',
  'public_key',
]);

function signatureOf(fields: Fields, privateKey: string): string {
  const pairs = Object.entries(fields)
    .filter(([name, value]) => value !== '' && !unsigned.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  return hash('sha256', `${pairs.join('|')}|${privateKey}`.toLowerCase());
}

/** In euros, with at most two digits after the point. */
function readAmount(text: string | undefined): number | undefined {
  const [, whole, part = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** The payment method, or what is wrong with it. Every card gets a token. */
function readPaymentMethod(
  fields: Fields,
): Pick<ChargeOrder, 'by' | 'instrument' | 'token' | 'store' | 'present'> | string {
  const { token, cof_type: use } = fields;
  if (use !== undefined && !['CIT-initial', 'CIT-subsequent', 'MIT'].includes(use)) return 'Invalid cof_type';
  if (token) {
    const instrument = readToken(token);
    if (!instrument) return 'Unknown token';
    if (use !== 'CIT-subsequent' && use !== 'MIT') return 'cof_type is missing';
    return { by: 'stored', instrument, token, store: false, present: use !== 'MIT' };
  }
  if (use !== undefined && use !== 'CIT-initial') return 'token is missing';
  const { card_number: number = '', card_exp_month: month = '', card_exp_year: year = '', cvv = '' } = fields;
  if (!/^\d{12,19}$/.test(digitsOf(number))) return 'Invalid card_number';
  if (!/^(0[1-9]|1[0-2])$/.test(month) || !/^\d{4}$/.test(year)) return 'Invalid expiry';
  if (!/^\d{3,4}$/.test(cvv)) return 'Invalid cvv';
  if (!fields['card_holder']) return 'card_holder is missing';
  const instrument = instrumentOf(number, Number(month), Number(year));
  return { by: 'typed', instrument, token: null, store: true, present: true };
}

const sendBackToMaxpay: SendBack = (charge, form) => {
  const termUrl = form.get('TermUrl');
  if (charge.pareq && isAddress(termUrl)) {
    return postTo(termUrl, { PaRes: randomText(120), MD: form.get('MD') ?? charge.id });
  }
  return isAddress(charge.returnTo)
    ? goTo(withQuery(charge.returnTo, { reference: charge.id }))
    : nothing(204);
};

/** What Maxpay calls back with, signed over every letter of it. */
function maxpayMessages(bankEvent: BankEvent, { maxpay: { privateKey } }: ProcessorKeys): Message[] {
  const content = contentOf(bankEvent);
  if (!content) return [];
  const body = JSON.stringify({ ...content, timestamp: Math.floor(bankEvent.at / 1_000) });
  const headers = { 'content-type': 'application/json', 'x-signature': hash('sha256', body + privateKey) };
  return [{ name: String(content['transaction_type']), headers, body }];
}

function contentOf(bankEvent: BankEvent): Record<string, unknown> | undefined {
  const { charge } = bankEvent;
  switch (bankEvent.kind) {
    case 'charge':
      return describeCharge(charge);
    case 'refund':
      return describeRefund(charge, bankEvent.refund);
    case 'dispute':
      if (bankEvent.change === 'announced') return undefined;
      return {
        ...describeCharge(charge),
        transaction_type: bankEvent.change === 'reversed' ? 'CHARGEBACK_REVERSAL' : 'CHARGEBACK',
        amount: bankEvent.amount / 100,
      };
    case 'stored':
    case 'cancel':
      return undefined;
  }
}

export const maxpay: StandIn = {
  path: 'maxpay/api',
  create: createMaxpay,
  messages: maxpayMessages,
  sendBack: sendBackToMaxpay,
};
