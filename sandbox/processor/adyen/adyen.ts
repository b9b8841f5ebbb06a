import { underFault } from '../faults.ts';
import { goTo, json, nothing, readJson, withQuery } from '../http.ts';
import type { Call, Facade, Reply } from '../http.ts';
import type { Charge } from '../ledger.ts';
import type { SendBack, StandInContext, StandIn } from '../stand-in.ts';
import { isAddress, textOf, Once } from '../stand-in.ts';
import { randomText } from '../wire-values.ts';
import { adyenError, describeCharge, forcedBy, missing, readPayment } from './payments.ts';
import { settlementReport } from './report.ts';
import { adyenMessages } from './webhooks.ts';

export const ADYEN_PREFIX = 'S';
const KEYS_LAST_DAYS = 31;
const unwell = (status: number): Reply =>
  adyenError(status, status === 429 ? '029' : '905', 'Payment details are not supported now', 'internal');
const conflict = (): Reply => adyenError(409, '704', 'request already processed or in progress');
const unknownPayment = (): Reply =>
  adyenError(422, '167', 'Original pspReference required for this operation');

/** `/adyen/v71/*`: Adyen's Checkout API. */
function createAdyen({ origin, keys, bank, faults }: StandInContext): Facade {
  const once = new Once(bank.clock, KEYS_LAST_DAYS);
  const { ledger } = bank;

  return (call: Call): Reply => {
    if (call.headers['x-api-key'] !== keys.adyen.apiKey) {
      return adyenError(401, '000', 'HTTP Status Response - Unauthorized', 'security');
    }
    const parts = call.path.split('/');
    if (call.method === 'GET' && parts[0] === 'reports') return report(call);
    if (call.method === 'DELETE' && parts[0] === 'storedPaymentMethods') return forget(parts[1], call);
    if (call.method !== 'POST') return adyenError(405, '000', 'Method Not Allowed');
    const body = readJson(call.body);
    if (!body) return adyenError(400, '702', 'Unable to read the request: it is not JSON.');
    if (!textOf(body['merchantAccount'])) {
      // The one call that does without.
      if (call.path !== 'payments/details') return missing('merchantAccount');
    }
    const key = keyOf(call);
    if (key && key.length > 64) return adyenError(422, '708', 'The idempotency key is too long.');
    const attempt = { body, key, content: `${call.path}\n${call.body}` };
    if (call.path === 'payments') return pay(attempt);
    if (call.path === 'payments/details') return finish(attempt);
    if (call.path === 'cancels') return cancel(attempt);
    if (parts[0] === 'payments' && parts[1] && parts.length === 3) {
      if (parts[2] === 'refunds') return refund(parts[1], attempt);
      if (parts[2] === 'cancels') return cancelOne(parts[1], attempt);
      if (parts[2] === 'reversals') return reverse(parts[1], attempt);
    }
    return adyenError(404, '000', 'Not Found');
  };

  interface Attempt {
    body: Record<string, unknown>;
    key: string | undefined;
    content: string;
  }

  /** The same key with the same words gets the same answer, and the key back. */
  function doOnce({ key, content }: Attempt, work: () => Reply): Reply {
    const reply = once.do(key && `adyen ${key}`, content, conflict, work);
    return key ? { ...reply, headers: { ...reply.headers, 'idempotency-key': key } } : reply;
  }

  function pay(attempt: Attempt): Reply {
    const payment = readPayment(attempt.body);
    if ('reply' in payment) return payment.reply;
    const { reference, instrument } = payment;
    const fault = faults.take({ provider: 'adyen', operation: 'charge', reference, instrument });
    return underFault(fault, unwell, () =>
      doOnce(attempt, () => {
        const charge = bank.charge({
          ...payment,
          provider: 'adyen',
          prefix: ADYEN_PREFIX,
          fault,
          forced: forcedBy(payment.holderName),
        });
        return json(200, describeCharge(origin, charge));
      }),
    );
  }

  function finish(attempt: Attempt): Reply {
    const { details } = attempt.body;
    const result = textOf((details as Record<string, unknown> | undefined)?.['redirectResult']);
    if (!result) return missing('details.redirectResult');
    const [challengeId = '', proof] = result.split('!');
    const charge = bank.challenge(challengeId);
    if (charge?.provider !== 'adyen' || charge.state === 'challenged' || proof !== proofOf(charge)) {
      return adyenError(422, '14_006', 'Invalid redirectResult');
    }
    const { reference, instrument } = charge;
    const fault = faults.take({ provider: 'adyen', operation: 'finish', reference, instrument });
    return underFault(fault, unwell, () => doOnce(attempt, () => json(200, describeCharge(origin, charge))));
  }

  function refund(id: string, attempt: Attempt): Reply {
    const { amount, merchantAccount } = attempt.body;
    const { value, currency } = (amount ?? {}) as { value?: unknown; currency?: unknown };
    if (!Number.isInteger(value) || (value as number) <= 0) {
      return adyenError(422, '137', 'Invalid amount specified');
    }
    const charge = ledger.revive('adyen', ADYEN_PREFIX, id, bank.clock.time());
    if (!charge) return unknownPayment();
    if (currency !== charge.currency) return adyenError(422, '138', 'Unsupported currency specified');
    const reference = textOf(attempt.body['reference']) ?? '';
    const { instrument } = charge;
    const fault = faults.take({ provider: 'adyen', operation: 'refund', reference, instrument });
    return underFault(fault, unwell, () =>
      doOnce(attempt, () => {
        const done = bank.refund(charge, {
          reference,
          amount: value as number,
          webhooks: fault?.webhooks,
        });
        return json(201, {
          merchantAccount,
          paymentPspReference: id,
          pspReference: done.id,
          reference,
          status: 'received',
          amount,
        });
      }),
    );
  }

  function cancel(attempt: Attempt): Reply {
    const paymentReference = textOf(attempt.body['paymentReference']);
    if (!paymentReference) return missing('paymentReference');
    return cancelAs(attempt, ledger.byReference('adyen', paymentReference), { paymentReference });
  }

  function cancelOne(id: string, attempt: Attempt): Reply {
    const charge = ledger.get('adyen', id);
    if (!charge) return unknownPayment();
    return cancelAs(attempt, charge, { paymentPspReference: id });
  }

  /** Also for what never arrived: then there is nothing to cancel, and no event says so. */
  function cancelAs(attempt: Attempt, charge: Charge | undefined, about: Record<string, string>): Reply {
    const reference = textOf(attempt.body['reference']) ?? '';
    const { merchantAccount } = attempt.body;
    const fault = faults.take({
      provider: 'adyen',
      operation: 'cancel',
      reference: charge?.reference ?? about['paymentReference'],
      instrument: charge?.instrument,
    });
    return underFault(fault, unwell, () =>
      doOnce(attempt, () => {
        const pspReference = charge ? bank.cancel(charge, reference) : randomText(16);
        return json(201, { merchantAccount, ...about, pspReference, reference, status: 'received' });
      }),
    );
  }

  function reverse(id: string, attempt: Attempt): Reply {
    const charge = ledger.revive('adyen', ADYEN_PREFIX, id, bank.clock.time());
    if (!charge) return unknownPayment();
    if (charge.state !== 'captured') return cancelAs(attempt, charge, { paymentPspReference: id });
    return refund(id, { ...attempt, body: { ...attempt.body, amount: amountOf(charge) } });
  }

  function forget(token: string | undefined, { query }: Call): Reply {
    if (!query.get('merchantAccount')) return missing('merchantAccount');
    if (!query.get('shopperReference')) return missing('shopperReference');
    const name = decodeURIComponent(token ?? '');
    if (!name || bank.isForgotten(name)) return adyenError(422, '800', 'Contract not found');
    bank.forget(name);
    return nothing(204);
  }

  /** The day stands in the path or in the query, as in the file names of Adyen's. */
  function report({ path, query }: Call): Reply {
    const [day] = /\d{4}-\d{2}-\d{2}/.exec(`${path} ${query.get('day') ?? query.get('date') ?? ''}`) ?? [];
    if (!day) return adyenError(404, '000', 'Not Found');
    const body = settlementReport(ledger.all(), { day, merchantAccount: query.get('merchantAccount') });
    return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body };
  }
}

const amountOf = ({ amount, currency }: Charge) => ({ value: amount, currency });

function keyOf({ headers }: Call): string | undefined {
  return textOf(headers['idempotency-key']);
}

/** Only a holder who came back from the bank's page knows it. */
function proofOf(charge: Charge): string {
  return `Y${charge.id.slice(-8)}`;
}

const sendBackToAdyen: SendBack = (charge) =>
  isAddress(charge.returnTo)
    ? goTo(withQuery(charge.returnTo, { redirectResult: `${charge.challengeId}!${proofOf(charge)}` }))
    : nothing(204);

export const adyen: StandIn = {
  path: 'adyen/v71',
  create: createAdyen,
  messages: adyenMessages,
  sendBack: sendBackToAdyen,
};
