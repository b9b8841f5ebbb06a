import { MINUTE } from '#server/platform/clock.ts';
import { nameCharge } from '../bank.ts';
import type { Bank, ChargeOrder } from '../bank.ts';
import { keep } from '../collections.ts';
import { underFault } from '../faults.ts';
import { json, goTo, nothing, withQuery } from '../http.ts';
import type { Reply, Call, Facade } from '../http.ts';
import type { Charge, Refund } from '../ledger.ts';
import { readWalletToken, instrumentOf } from '../scenarios.ts';
import type { Instrument } from '../scenarios.ts';
import { isAddress } from '../stand-in.ts';
import type { SendBack, StandInContext, StandIn } from '../stand-in.ts';
import { randomText, readMajorUnits } from '../wire-values.ts';
import { rejections, trustPayMessages } from './webhooks.ts';

interface Intent {
  id: string;
  amount: number;
  currency: string;
  reference: string;
}

const MOST_INTENTS = 10_000;
const LASTS = 15 * MINUTE;

/** Wallet payments that were announced. TrustPay's own script in the page would pay them; here it is one plain call. */
function createIntents(bank: Bank) {
  const open = new Map<string, Intent & { secret: string; at: number }>();
  return {
    open(intent: Intent): Reply {
      const secret = randomText(32);
      keep(open, MOST_INTENTS, intent.id, { ...intent, secret, at: bank.clock.time() });
      const secrets = { display: randomText(32), payment: secret };
      return json(200, { instanceId: intent.id, secrets, initResultData: {} });
    },

    describe(id: string): Reply | undefined {
      const intent = open.get(id);
      if (!intent) return undefined;
      const over = bank.clock.time() - intent.at > LASTS;
      const end = {
        paymentStatus: '100.396.104',
        paymentDescription: 'Uncertain status - probably cancelled by user',
      };
      return json(200, { status: 1, description: 'Initiated', instanceId: id, ...(over && end) });
    },

    pay(id: string, form: URLSearchParams): Reply | undefined {
      const intent = open.get(id);
      const token = form.get('token') ?? '';
      const instrument = readWalletToken(token, token.includes('-applepay-') ? 'applepay' : 'googlepay');
      if (!intent || intent.secret !== form.get('secret') || !instrument) return undefined;
      open.delete(id);
      const { amount, currency, reference } = intent;
      const charge = bank.charge({
        id,
        provider: 'trustpay',
        prefix: '',
        reference,
        amount,
        currency,
        merchantAccount: 'trustpay',
        instrument,
        customer: null,
        store: false,
        token: null,
        by: 'wallet',
        present: true,
        // A wallet has asked already.
        mayAsk: false,
        returnTo: null,
        descriptor: '',
        fault: undefined,
      });
      return json(200, { status: 1, instanceId: id, state: charge.state });
    },
  };
}

const PREFIX = 'T';
const PENDING = '000.200.000';
/** The first payments of many, whose names stand for the card, and those that follow upon them. */
const initialTypes = ['RecurringInitial', 'CardOnFileInitial'];
const laterTypes = new Set(['Recurring', 'CardOnFile']);

/** `/trustpay/api/v1/*`: TrustPay's card gateway. It has no idempotency keys: what comes twice is charged twice. */
function createTrustPay(context: StandInContext): Facade {
  const { origin, keys, bank, faults } = context;
  const { ledger } = bank;
  const intents = createIntents(bank);

  return (call: Call): Reply => {
    if (call.headers['x-api-key'] !== keys.trustpay.apiKey) return refuse(401, 'Unauthorized');
    const [name, id, action] = call.path.split('/');
    if (call.method === 'GET') return name === 'instance' && id ? readStatus(id) : refuse(404, 'Not found');
    if (call.method !== 'POST') return refuse(405, 'Method not allowed');
    if (!call.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      return refuse(415, 'Unsupported media type');
    }
    const form = new URLSearchParams(call.body);
    if (name === 'purchase') return purchase(form);
    if (name === 'Refund') return refund(form);
    if (name === 'intent' && !id) return openIntent(form);
    if (name === 'intent' && action === 'pay') return intents.pay(id ?? '', form) ?? refuse(404, 'Not found');
    return refuse(404, 'Not found');
  };

  function purchase(form: URLSearchParams): Reply {
    const amount = readMajorUnits(form.get('amount') ?? '');
    if (amount === undefined) return invalid('amount');
    const missed = ['currency', 'reference', 'redirectUrl', 'billing[country]'].find(
      (name) => !form.get(name),
    );
    if (missed) return invalid(missed);
    const returnTo = form.get('redirectUrl');
    if (!isAddress(returnTo)) return invalid('redirectUrl');
    const paymentMethod = readPaymentMethod(form);
    if (typeof paymentMethod === 'string') return invalid(paymentMethod);
    const reference = form.get('reference') ?? '';
    const fault = faults.take({
      provider: 'trustpay',
      operation: 'charge',
      reference,
      instrument: paymentMethod.instrument,
    });
    return underFault(fault, unwell, () => {
      const charge = bank.charge({
        ...paymentMethod,
        provider: 'trustpay',
        prefix: PREFIX,
        reference,
        amount,
        currency: form.get('currency') ?? '',
        merchantAccount: 'trustpay',
        customer: null,
        // Without a browser the holder is not there.
        present: form.has('browser[userAgent]'),
        mayAsk: true,
        returnTo,
        descriptor: form.get('descriptor') ?? '',
        fault,
      });
      return json(200, describe(charge, true));
    });
  }

  /** The name of the first payment stands for the card in those that follow. */
  function readPaymentMethod(
    form: URLSearchParams,
  ): Pick<ChargeOrder, 'by' | 'instrument' | 'token' | 'store' | 'kind'> | string {
    const type = form.get('paymentType');
    if (type !== null && laterTypes.has(type)) {
      const id = form.get('initialInstanceId') ?? '';
      const first = ledger.revive('trustpay', PREFIX, id, bank.clock.time(), initialTypes[0]);
      if (first?.state !== 'captured' || !initialTypes.includes(first.kind)) return 'initialInstanceId';
      // The holder is not there when a plan renews, and is when a card on file is clicked.
      if (form.has('browser[userAgent]') !== (type === 'CardOnFile')) return 'browser[userAgent]';
      return { by: 'stored', instrument: first.instrument, token: id, store: false, kind: type };
    }
    if (type !== null && !initialTypes.includes(type)) return 'paymentType';
    const instrument = readCard(form);
    if (typeof instrument === 'string') return instrument;
    return { by: 'typed', instrument, token: null, store: false, kind: type ?? '' };
  }

  function readStatus(id: string): Reply {
    const charge = ledger.get('trustpay', id);
    const found = charge ? undefined : ledger.getRefund('trustpay', id);
    const fault = faults.take({
      provider: 'trustpay',
      operation: 'ask',
      reference: charge?.reference ?? found?.refund.reference,
      instrument: charge?.instrument,
    });
    return underFault(fault, unwell, () => {
      if (charge) return json(200, describe(charge, false));
      if (found) return json(200, describeRefund(found.refund));
      return intents.describe(id) ?? refuse(404, 'Instance was not found');
    });
  }

  function refund(form: URLSearchParams): Reply {
    const amount = readMajorUnits(form.get('amount') ?? '');
    if (amount === undefined || amount === 0) return invalid('amount');
    const missed = ['instanceId', 'currency', 'reference'].find((name) => !form.get(name));
    if (missed) return invalid(missed);
    const charge = ledger.revive('trustpay', PREFIX, form.get('instanceId') ?? '', bank.clock.time());
    if (!charge) return invalid('instanceId');
    const reference = form.get('reference') ?? '';
    const { instrument } = charge;
    const fault = faults.take({ provider: 'trustpay', operation: 'refund', reference, instrument });
    return underFault(fault, unwell, () =>
      json(200, describeRefund(bank.refund(charge, { reference, amount, webhooks: fault?.webhooks }))),
    );
  }

  function openIntent(form: URLSearchParams): Reply {
    const amount = readMajorUnits(form.get('amount') ?? '');
    if (amount === undefined || amount === 0) return invalid('amount');
    const missed = ['currency', 'reference'].find((name) => !form.get(name));
    if (missed) return invalid(missed);
    const id = nameCharge(PREFIX, 'success', amount);
    const reference = form.get('reference') ?? '';
    return intents.open({ id, amount, reference, currency: form.get('currency') ?? '' });
  }

  function describe(charge: Charge, first: boolean): Record<string, unknown> {
    const base = { status: 1, description: 'The transaction was initiated', instanceId: charge.id };
    if (charge.state === 'challenged') {
      if (!first) return base;
      const redirectUrl = `${origin}/3ds/${charge.challengeId}`;
      const redirectParams = {
        MD: randomText(40),
        PaReq: randomText(80),
        TermUrl: `${redirectUrl}/answer`,
      };
      return { ...base, redirectUrl, redirectParams };
    }
    const [paymentStatus, paymentDescription] = statusOf(charge);
    return { ...base, paymentStatus, paymentDescription };
  }
}

function statusOf({ state, why }: Charge): [string, string] {
  if (state === 'captured') return ['000.000.000', 'Transaction succeeded'];
  if (state === 'declined') return rejections[why ?? 'generic'];
  return [PENDING, 'transaction pending'];
}

function describeRefund({ id, state }: Refund): Record<string, unknown> {
  const statuses: Record<Refund['state'], [string, string]> = {
    done: ['000.000.000', 'Transaction succeeded'],
    pending: [PENDING, 'transaction pending'],
    failed: ['700.400.200', 'cannot refund (refund volume exceeded or tx reversed or invalid workflow)'],
  };
  const [paymentStatus, paymentDescription] = statuses[state];
  return {
    status: 1,
    description: 'The refund was initiated',
    instanceId: id,
    paymentStatus,
    paymentDescription,
  };
}

/** The card, or the name of the field that is wrong. */
function readCard(form: URLSearchParams): Instrument | string {
  const number = form.get('pan') ?? '';
  if (!/^\d{12,19}$/.test(number)) return 'pan';
  if (!/^\d{3,4}$/.test(form.get('cvv') ?? '')) return 'cvv';
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(form.get('exp') ?? '') ?? [];
  if (month === undefined || year === undefined) return 'exp';
  if (!form.get('cardholder')) return 'cardholder';
  if (!form.get('browser[userAgent]') || !form.get('browser[acceptHeader]')) return 'browser[userAgent]';
  return instrumentOf(number, Number(month), 2000 + Number(year));
}

const refuse = (status: number, description: string): Reply => json(status, { status: 0, description });
const unwell = (status: number): Reply => refuse(status, 'Service unavailable');

function invalid(field: string): Reply {
  const errors = [{ code: 1, description: `The field '${field}' is missing or invalid.` }];
  return json(400, { status: 0, description: 'Errors in the request', errors });
}

const sendBackToTrustPay: SendBack = (charge) =>
  isAddress(charge.returnTo) ? goTo(withQuery(charge.returnTo, { instanceId: charge.id })) : nothing(204);

export const trustpay: StandIn = {
  path: 'trustpay/api/v1',
  create: createTrustPay,
  messages: trustPayMessages,
  sendBack: sendBackToTrustPay,
};
