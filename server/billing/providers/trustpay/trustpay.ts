import { setTimeout } from 'node:timers/promises';
import { CURRENCY } from '#contract/kernel/constants.ts';
import {
  majorUnits,
  readMajorUnits,
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
  RefundVerdict,
  StoredPaymentMethod,
  Verdict,
  ProviderAdapter,
} from '../provider.ts';
import { readCode, purchaseFields, instanceAnswer, intentAnswer } from './requests.ts';
import type { Fields, InstanceAnswer } from './requests.ts';
import { nameWallet, readNotification } from './webhook.ts';

export interface TrustPaySettings extends ProviderConnection {
  apiKey: string;
  signatureKey: string;
  /** Whether intents are paid from here, which only the stand-in is known to take. */
  paysIntents?: boolean;
  /** How long to wait before a refund that certainly did not go through is sent again. */
  repeatAfterMs?: readonly number[];
}

const defaultRepeats = [500, 2_000];

export const trustpay: ProviderAdapter = {
  open({ payments, sandboxKeys, connect }) {
    const keys = payments.trustpay ?? sandboxKeys?.trustpay;
    const paysIntents = payments.trustpay === undefined;
    return keys && createTrustPay({ ...keys, ...connect(payments.trustpay?.url, '/trustpay'), paysIntents });
  },
};

/**
 * TrustPay's card gateway. Whether it knows a purchase that comes twice is not documented, and it cannot be searched by
 * our reference: a purchase whose answer was lost is unknown until its webhook comes.
 */
export function createTrustPay(settings: TrustPaySettings): Provider {
  const { url, timeoutMs, apiKey, signatureKey } = settings;
  const headers = { 'x-api-key': apiKey, accept: 'application/json' };
  const post = async (path: string, fields: Fields) =>
    sendTo('trustpay', settings, {
      url: await resolve(url, path),
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      timeoutMs,
    });
  const getInstance = async (instanceId: string) =>
    sendTo('trustpay', settings, {
      url: await resolve(url, `api/v1/instance/${instanceId}`),
      method: 'GET',
      headers,
      timeoutMs,
    });

  return {
    name: 'trustpay',
    acknowledgement: { contentType: 'text/plain', body: 'OK' },

    async charge(request) {
      const fields = purchaseFields(request);
      if (!fields) return { state: 'error' };
      const sent = await post('api/v1/purchase', fields);
      const answer = readAnswer(sent, instanceAnswer);
      if (!answer) return unansweredCharge(sent);
      return readVerdict(answer, request.amountCents, keep(request, answer.instanceId));
    },

    async finish(instanceId, known) {
      if (!isPathSegment(instanceId)) return undefined;
      const answer = readAnswer(await getInstance(instanceId), instanceAnswer);
      const attemptId = known?.attemptId ?? readOwnId(answer?.reference);
      if (!attemptId) return undefined;
      return { attemptId, verdict: answer ? readKnown(answer, known) : { state: 'unknown' } };
    },

    async pollStatus(attempt) {
      if (attempt.reference === null || !isPathSegment(attempt.reference)) return { state: 'unknown' };
      const answer = readAnswer(await getInstance(attempt.reference), instanceAnswer);
      return answer ? readKnown(answer, attempt) : { state: 'unknown' };
    },

    async refund({ refundId, reference, amountCents }) {
      const amount = majorUnits(amountCents);
      const fields = { instanceId: reference, amount, currency: CURRENCY, reference: refundId };
      let sent = await post('api/v1/Refund', fields);
      for (const pause of settings.repeatAfterMs ?? defaultRepeats) {
        if (!wasBusy(sent)) break;
        await setTimeout(pause);
        sent = await post('api/v1/Refund', fields);
      }
      return readRefund(sent);
    },

    async pollRefund({ refundReference }) {
      if (refundReference === null || !isPathSegment(refundReference)) return { state: 'unknown' };
      const sent = await getInstance(refundReference);
      return readAnswer(sent, instanceAnswer) ? readRefund(sent) : { state: 'unknown' };
    },

    // The token is the id of the first payment, which cannot be undone; only we can use it.
    forget: () => Promise.resolve({ state: 'impossible' }),

    async openIntent({ attemptId, amountCents }) {
      const amount = majorUnits(amountCents);
      const wallets = { initApplePay: 'true', initGooglePay: 'true' };
      const fields = { amount, currency: CURRENCY, ...wallets, reference: nameWallet(attemptId) };
      return readAnswer(await post('api/v1/intent', fields), intentAnswer);
    },

    /**
     * Unconfirmed: TrustPay's own script pays an intent in the page, and its call is in no public document. No script of others
     * runs where people pay, so that live no intent is paid from here (docs/operations.md). What the call answers counts for
     * nothing: the instance is asked.
     */
    ...(settings.paysIntents && {
      async payIntent({ attempt, secret, token }) {
        const { reference } = attempt;
        if (!isPathSegment(reference)) return { state: 'unknown' };
        await post(`api/v1/intent/${reference}/pay`, { secret, token });
        const answer = readAnswer(await getInstance(reference), instanceAnswer);
        return answer ? readKnown(answer, attempt) : { state: 'unknown' };
      },
    }),

    readEvents: async (webhook) => readNotification(webhook, signatureKey),

    report: () => Promise.resolve(undefined),
    withoutReport: true,
  };
}

async function resolve(url: ProviderConnection['url'], path: string): Promise<string> {
  return `${(await url()).replace(/\/$/, '')}/${path}`;
}

/** The id of the first payment is the token of all that follow. */
function keep({ paymentMethod, store }: ChargeRequest, instanceId: string): StoredPaymentMethod | null {
  return store && paymentMethod.type === 'card' ? storedCard(instanceId, paymentMethod.card) : null;
}

/** Of a poll: that it answers with an error says nothing about the charge. */
function readKnown(answer: InstanceAnswer, known: KnownAttempt | undefined): Verdict {
  const wasCard = known?.token === null && (known.method ?? 'card') === 'card';
  const stored = wasCard ? storedToken(answer.instanceId) : null;
  const verdict = readVerdict(answer, known?.amountCents, stored);
  return verdict.state === 'error' ? { state: 'unknown' } : verdict;
}

function readVerdict(
  { instanceId: reference, paymentStatus, redirectUrl, redirectParams, errors, amount }: InstanceAnswer,
  askedCents: number | undefined,
  stored: StoredPaymentMethod | null,
): Verdict {
  const meaning = paymentStatus ? readCode(paymentStatus) : undefined;
  if (meaning?.state === 'declined') return { ...meaning, reference };
  if (meaning?.state === 'success') {
    const amountCents =
      (amount === null || amount === undefined ? undefined : readMajorUnits(amount)) ?? askedCents;
    // Unconfirmed: no public document names a field with the country of the card (docs/operations.md).
    return amountCents === undefined
      ? { state: 'processing', reference }
      : { state: 'captured', reference, amountCents, stored };
  }
  if (redirectUrl) {
    const fields = Object.fromEntries(
      Object.entries(redirectParams ?? {}).map(([name, value]) => [name, value ?? '']),
    );
    return {
      state: 'requires_action',
      reference,
      step: { type: 'frame', url: redirectUrl, method: 'POST', fields },
    };
  }
  if (!paymentStatus && errors?.length) return { state: 'error' };
  // Without a status the payer is still at the bank's page.
  return { state: 'processing', reference };
}

/** Certainly nothing was done, and it may go in a moment. */
function wasBusy(sent: Sent): boolean {
  if (sent.kind !== 'answered') return sent.kind === 'not_sent';
  return sent.status === 429 || sent.status === 503;
}

function readRefund(sent: Sent): RefundVerdict {
  const answer = readAnswer(sent, instanceAnswer);
  if (!answer) return unansweredRefund(sent);
  const { instanceId: reference, paymentStatus } = answer;
  if (!paymentStatus) return answer.errors?.length ? { state: 'failed' } : { state: 'sent', reference };
  const { state } = readCode(paymentStatus);
  if (state === 'declined') return { state: 'failed' };
  return { state: state === 'success' ? 'done' : 'sent', reference };
}
