import { nameCharge } from '../bank.ts';
import { keep } from '../collections.ts';
import { underFault } from '../faults.ts';
import type { Fault } from '../faults.ts';
import { goTo, json, nothing, readJson, withQuery } from '../http.ts';
import type { Call, Facade, Reply } from '../http.ts';
import type { Charge } from '../ledger.ts';
import { approvalPage, troublePage } from '../pages.ts';
import { readToken, scenarioOf } from '../scenarios.ts';
import type { Instrument, ScenarioName } from '../scenarios.ts';
import { textOf, Once } from '../stand-in.ts';
import type { StandInContext, StandIn } from '../stand-in.ts';
import { randomText, majorUnits, readMajorUnits } from '../wire-values.ts';
import {
  describeCapture,
  describeOrder,
  describeRefund,
  issueOf,
  notFound,
  problem,
  unprocessable,
  PayPalOrders,
  readOrder,
} from './orders.ts';
import type { OrderRequest, PayPalOrder } from './orders.ts';
import { reportTransactions } from './report.ts';
import { payPalMessage, payPalMessages, verifySignature } from './webhooks.ts';

const PREFIX = 'P';
const KEYS_LAST_DAYS = 0.25;
const MOST_ACCESSES = 1_000;
const unwell = (status: number): Reply =>
  problem(status, status === 429 ? 'RATE_LIMIT_REACHED' : 'INTERNAL_SERVER_ERROR', 'INTERNAL_SERVICE_ERROR');
const conflict = (): Reply => unprocessable('DUPLICATE_REQUEST_ID');

/** Customers of PayPal's, by what happens to their money. The page lets one choose. */
const accounts: ScenarioName[] = [
  'success',
  'insufficient_funds',
  'generic',
  'decline_later',
  'chargeback',
  'refund_pending',
  'refund_fails',
];

/** `/paypal/*`: Orders v2 and what belongs to it. Its keys are good for six hours. */
function createPayPal({ origin, keys, bank, faults, announce }: StandInContext): Facade {
  const once = new Once(bank.clock, KEYS_LAST_DAYS);
  const { ledger } = bank;
  const orders = new PayPalOrders();
  const accesses = new Map<string, true>();

  return (call: Call): Reply => {
    const { method, path } = call;
    if (path === 'v1/oauth2/token') return issueAccessToken(call);
    const [first, id = ''] = path.split('/');
    if (first === 'checkoutnow') return approve(call, id || (call.query.get('token') ?? ''));
    const bearer = call.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!accesses.has(bearer)) {
      return json(401, { error: 'invalid_token', error_description: 'Token signature verification failed' });
    }
    if (method === 'GET' && path === 'v1/reporting/transactions') {
      return reportTransactions(ledger.all(), call.query);
    }
    return method === 'GET' || method === 'DELETE' ? answerAbout(method, path) : answerPost(call);
  };

  function issueAccessToken({ headers, body }: Call): Reply {
    const { clientId, secret } = keys.paypal;
    const wanted = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    if (headers.authorization !== wanted) {
      return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
    }
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
      return json(400, { error: 'unsupported_grant_type' });
    }
    const access = `A21AA${randomText(40)}`;
    keep(accesses, MOST_ACCESSES, access, true);
    return json(200, { scope: '', access_token: access, token_type: 'Bearer', expires_in: 32_400 });
  }

  function answerAbout(method: string, path: string): Reply {
    const id = path.split('/').at(-1) ?? '';
    if (method === 'DELETE') {
      if (!/^v3\/vault\/payment-tokens\/[^/]+$/.test(path)) return notFound();
      bank.forget(decodeURIComponent(id));
      return nothing(204);
    }
    if (/^v2\/checkout\/orders\/[^/]+$/.test(path)) return showOrder(id);
    if (/^v2\/payments\/captures\/[^/]+$/.test(path)) {
      const charge = ledger.get('paypal', id);
      return charge ? json(200, describeCapture(charge)) : notFound();
    }
    const found = /^v2\/payments\/refunds\/[^/]+$/.test(path) && ledger.getRefund('paypal', id);
    return found ? json(200, describeRefund(origin, found.charge, found.refund)) : notFound();
  }

  function showOrder(id: string): Reply {
    const order = orders.get(id);
    const reference = order?.customId;
    const fault = faults.take({ provider: 'paypal', operation: 'ask', reference });
    return underFault(fault, unwell, () => (order ? json(200, describe(order)) : notFound()));
  }

  function answerPost(call: Call): Reply {
    const body = readJson(call.body || '{}');
    if (!body) return problem(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON');
    if (call.path === 'v1/notifications/verify-webhook-signature') return verifySignature(body, keys);
    const requestId = textOf(call.headers['paypal-request-id']);
    const doOnce = (work: () => Reply) =>
      once.do(requestId && `paypal ${requestId}`, `${call.path}\n${call.body}`, conflict, work);
    if (call.path === 'v2/checkout/orders') {
      if (!requestId) return problem(400, 'INVALID_REQUEST', 'PAYPAL_REQUEST_ID_REQUIRED');
      return makeOrder(body, doOnce);
    }
    const [, orderId] = /^v2\/checkout\/orders\/([^/]+)\/capture$/.exec(call.path) ?? [];
    if (orderId) return capture(orderId, doOnce);
    const [, captureId] = /^v2\/payments\/captures\/([^/]+)\/refund$/.exec(call.path) ?? [];
    return captureId ? refund(captureId, body, doOnce) : notFound();
  }

  type DoOnce = (work: () => Reply) => Reply;

  function makeOrder(body: Record<string, unknown>, doOnce: DoOnce): Reply {
    const request = readOrder(body);
    if ('issue' in request) return problem(400, 'INVALID_REQUEST', request.issue, request.field);
    const { source, customId, invoiceId } = request;
    const instrument = source.type === 'vault' ? readToken(source.token) : undefined;
    const fault = faults.take({ provider: 'paypal', operation: 'charge', reference: customId, instrument });
    return underFault(fault, unwell, () =>
      doOnce(() => {
        // PayPal guards merchants against charging an invoice twice.
        if (invoiceId && ledger.byReference('paypal', invoiceId)?.state === 'captured') {
          return unprocessable('DUPLICATE_INVOICE_ID');
        }
        const order = newOrder(request, fault);
        if (source.type === 'approval') {
          orders.add(order);
          return json(200, describe(order));
        }
        if (!instrument || bank.isForgotten(source.token)) return unprocessable('TOKEN_ID_NOT_FOUND');
        orders.add(order);
        const { token, present } = source;
        return settle(order, take(order, instrument, fault, { by: 'stored', token, present }), 201);
      }),
    );
  }

  function newOrder({ source, ...request }: OrderRequest, fault: Fault | undefined): PayPalOrder {
    const approval = source.type === 'approval' ? source : undefined;
    return {
      ...request,
      id: nameCharge(PREFIX, 'success', request.amount),
      status: 'PAYER_ACTION_REQUIRED',
      brand: approval?.brand ?? '',
      returnUrl: approval?.returnUrl ?? '',
      cancelUrl: approval?.cancelUrl ?? '',
      store: approval?.store ?? false,
      customer: approval?.customer ?? null,
      account: 'success',
      captureId: null,
      fault,
      at: bank.clock.time(),
    };
  }

  function take(
    order: PayPalOrder,
    instrument: Instrument,
    fault: Fault | undefined,
    paymentMethod: { by: 'paypal' | 'stored'; token: string | null; present: boolean },
  ): Charge {
    const charge = bank.charge({
      ...paymentMethod,
      provider: 'paypal',
      prefix: PREFIX,
      kind: order.id,
      reference: order.customId,
      amount: order.amount,
      currency: order.currency,
      merchantAccount: 'paypal',
      instrument,
      customer: order.customer,
      store: order.store,
      mayAsk: false,
      returnTo: null,
      descriptor: order.brand,
      fault,
    });
    order.captureId = charge.id;
    return charge;
  }

  /** A capture that was turned down leaves the order as it was. */
  function settle(order: PayPalOrder, charge: Charge, status: number): Reply {
    if (charge.state === 'declined') return unprocessable(issueOf(charge.why));
    order.status = 'COMPLETED';
    return json(status, describe(order));
  }

  function describe(order: PayPalOrder): Record<string, unknown> {
    const charge = order.captureId === null ? undefined : ledger.get('paypal', order.captureId);
    return describeOrder(origin, order, charge);
  }

  function capture(id: string, doOnce: DoOnce): Reply {
    const order = orders.get(id);
    if (!order) return notFound();
    const reference = order.customId;
    const fault = faults.take({ provider: 'paypal', operation: 'finish', reference });
    return underFault(fault, unwell, () =>
      doOnce(() => {
        if (wasTaken(order)) return unprocessable('ORDER_ALREADY_CAPTURED');
        if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED');
        const paymentMethod = { by: 'paypal', token: null, present: true } as const;
        // What was to go wrong with the payment was said when it was ordered.
        const taken = take(order, accountOf(order.account), fault ?? order.fault, paymentMethod);
        return settle(order, taken, 201);
      }),
    );
  }

  /** Also by a decline that turned out to be none. */
  function wasTaken({ status, captureId }: PayPalOrder): boolean {
    if (status === 'COMPLETED') return true;
    return captureId !== null && ledger.get('paypal', captureId)?.state === 'captured';
  }

  function refund(captureId: string, body: Record<string, unknown>, doOnce: DoOnce): Reply {
    const charge = ledger.revive('paypal', PREFIX, captureId, bank.clock.time());
    if (!charge) return notFound();
    const { value } = (body['amount'] ?? {}) as { value?: unknown };
    const amount = value === undefined ? charge.amount : readMajorUnits(textOf(value) ?? '');
    if (!amount) return problem(400, 'INVALID_REQUEST', 'DECIMAL_PRECISION', '/amount/value');
    const name = textOf(body['custom_id']) ?? '';
    const fault = faults.take({
      provider: 'paypal',
      operation: 'refund',
      reference: name.replace(/^refund:/, ''),
      instrument: charge.instrument,
    });
    return underFault(fault, unwell, () =>
      doOnce(() => {
        const done = bank.refund(charge, { reference: name, amount, webhooks: fault?.webhooks });
        if (done.state === 'failed') return unprocessable('REFUND_AMOUNT_EXCEEDED');
        return json(201, describeRefund(origin, charge, done));
      }),
    );
  }

  /** PayPal's own page, where its customer says yes or no. */
  function approve({ method, body }: Call, id: string): Reply {
    const order = orders.get(id);
    if (!order?.returnUrl) return troublePage(404, 'This order is not known here.');
    if (method === 'GET' && order.status === 'PAYER_ACTION_REQUIRED') {
      const amount = `${majorUnits(order.amount)} ${order.currency}`;
      return approvalPage(id, { amount, merchant: order.brand, stores: order.store, accounts });
    }
    const form = new URLSearchParams(body);
    if (order.status === 'PAYER_ACTION_REQUIRED' && form.get('answer') !== 'approve') {
      return goTo(withQuery(order.cancelUrl, { token: id }));
    }
    if (order.status === 'PAYER_ACTION_REQUIRED') {
      order.status = 'APPROVED';
      order.account = accounts.find((name) => name === form.get('account')) ?? 'success';
      const at = bank.clock.time();
      announce(
        { provider: 'paypal', reference: order.customId, queue: id, at },
        (signingKeys) => payPalMessage('CHECKOUT.ORDER.APPROVED', describe(order), at, signingKeys),
        order.fault?.webhooks,
      );
    }
    return goTo(withQuery(order.returnUrl, { token: id, PayerID: 'SANDBOXPAYER1' }));
  }
}

function accountOf(scenario: ScenarioName): Instrument {
  const lastFour = scenarioOf(scenario).card.slice(-4);
  return { scenario, network: 'paypal', lastFour, expiryMonth: null, expiryYear: null };
}

export const paypal: StandIn = { path: 'paypal', create: createPayPal, messages: payPalMessages };
