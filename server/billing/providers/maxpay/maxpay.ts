import {
  unansweredCharge,
  unansweredRefund,
  isPathSegment,
  readOwnId,
  storedCard,
  storedToken,
} from '../answers.ts';
import { readAnswer, sendTo } from '../http-client.ts';
import type { Sent, ProviderConnection } from '../http-client.ts';
import type {
  ChargeRequest,
  KnownAttempt,
  Provider,
  RefundRequest,
  RefundVerdict,
  StoredPaymentMethod,
  Verdict,
  ProviderAdapter,
} from '../provider.ts';
import { chargeFields, checkFields, refundFields, signRequest, transaction } from './requests.ts';
import type { Fields, Transaction } from './requests.ts';
import { readCallback, isAbsent, isDuplicate, isUndecided, readDecision, readStep } from './verdicts.ts';

export interface MaxpaySettings extends ProviderConnection {
  publicKey: string;
  privateKey: string;
}

export const maxpay: ProviderAdapter = {
  open({ payments, sandboxKeys, connect }) {
    const keys = payments.maxpay ?? sandboxKeys?.maxpay;
    return keys && createMaxpay({ ...keys, ...connect(payments.maxpay?.url, '/maxpay/api/cc') });
  },
  readReturnForm(form) {
    const reference = form.get('MD');
    return reference !== null && /^[\w.~-]{1,200}$/.test(reference) ? reference : undefined;
  },
};

/** Maxpay's gateway. Every request goes to one address, and its status can be polled by our id. */
export function createMaxpay(settings: MaxpaySettings): Provider {
  const { url, timeoutMs, publicKey, privateKey } = settings;
  async function post(fields: Fields): Promise<Sent> {
    const all = { api_version: 1, auth_type: 'bySignature', public_key: publicKey, ...filled(fields) };
    return sendTo('maxpay', settings, {
      url: await url(),
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ ...all, signature: signRequest(all, privateKey) }),
      timeoutMs,
    });
  }
  const check = async (names: Parameters<typeof checkFields>[0]) =>
    readAnswer(await post(checkFields(names)), transaction);

  async function refund(request: RefundRequest): Promise<RefundVerdict> {
    const sent = await post(refundFields(request));
    const answer = readAnswer(sent, transaction);
    if (answer) return readRefund(answer);
    const verdict = unansweredRefund(sent);
    if (verdict.state === 'unsent') return verdict;
    const found = await check({ transactionId: request.refundId });
    return found && !isAbsent(found) ? readRefund(found) : { state: 'unknown' };
  }

  return {
    name: 'maxpay',
    acknowledgement: { contentType: 'text/plain', body: 'OK' },

    async charge(request) {
      const fields = chargeFields(request);
      if (!fields) return { state: 'error' };
      const sent = await post(fields);
      const answer = readAnswer(sent, transaction);
      if (answer) return readCharge(answer, request);
      const verdict = unansweredCharge(sent);
      if (verdict.state === 'error') return verdict;
      const found = await check({ transactionId: request.attemptId });
      // What is not there yet may still be on its way.
      return found && !isAbsent(found) && found.status !== 'error' ? readCharge(found, request) : verdict;
    },

    async finish(reference, known) {
      if (!isPathSegment(reference)) return undefined;
      const found = await check({ transactionId: known?.attemptId, reference });
      const attemptId = known?.attemptId ?? readOwnId(found?.transaction_unique_id);
      if (!attemptId) return undefined;
      return { attemptId, verdict: found ? readCheck(found, known) : { state: 'unknown' } };
    },

    async pollStatus(attempt) {
      const found = await check({ transactionId: attempt.attemptId });
      if (!found) return { state: 'unknown' };
      return isAbsent(found) ? { state: 'absent' } : readCheck(found, attempt);
    },

    refund,

    async pollRefund(request) {
      const found = await check({ transactionId: request.refundId });
      if (!found) return { state: 'unknown' };
      // An id is good for one refund only, so sending it again refunds nothing twice.
      return isAbsent(found) ? refund(request) : readRefund(found);
    },

    // Its gateway has transactions and TOKENIZE, and none that takes a token back.
    forget: () => Promise.resolve({ state: 'impossible' }),

    readEvents: async (webhook) => readCallback(webhook, privateKey),

    report: () => Promise.resolve(undefined),
    withoutReport: true,
  };
}

function filled(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

function readCharge(answer: Transaction, request: ChargeRequest): Verdict {
  const decision = readDecision(answer, request.amountCents, keep(request, answer.token));
  return decision ?? readStep(answer, request.origin);
}

function keep(
  { paymentMethod, store }: ChargeRequest,
  token: string | undefined,
): StoredPaymentMethod | null {
  return store && token && paymentMethod.type === 'card' ? storedCard(token, paymentMethod.card) : null;
}

/** Of a poll: that it answers with an error says nothing about the charge. */
function readCheck(found: Transaction, known: KnownAttempt | undefined): Verdict {
  const stored = found.token && known?.token === null ? storedToken(found.token) : null;
  const verdict = readDecision(found, known?.amountCents, stored) ?? readStep(found, undefined);
  return verdict.state === 'error' ? { state: 'unknown' } : verdict;
}

function readRefund(answer: Transaction): RefundVerdict {
  const { status, code, reference } = answer;
  if (isUndecided(answer)) return reference ? { state: 'sent', reference } : { state: 'unknown' };
  if (status === 'success' && code === 0 && reference) return { state: 'done', reference };
  return status === 'success' || isDuplicate(answer) ? { state: 'unknown' } : { state: 'failed' };
}
