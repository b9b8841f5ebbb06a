import type { PaymentOutcome } from '../../../../contract/billing/payment-outcome.ts';
import type { ChargeRequest, Verdict } from '../provider.ts';
import { call, readAs } from './calls.ts';
import type { AdyenSettings, Reply } from './calls.ts';
import { buildPayment } from './payment-request.ts';
import { readVerdict } from './read-verdict.ts';
import { paymentAnswer } from './wire.ts';

export async function charge(settings: AdyenSettings, request: ChargeRequest): Promise<Verdict> {
  return judge(await sendPayment(settings, request), request.amountCents);
}

export function sendPayment(settings: AdyenSettings, request: ChargeRequest): Promise<Reply> {
  const account = request.merchantAccount ?? settings.merchantAccount;
  return call(settings, {
    path: '/payments',
    body: buildPayment(request, account),
    key: request.attemptId,
  });
}

/** Adyen's codes for a card that it would not even try. The others are faults of ours or of theirs. */
const cardFaults: Readonly<Record<string, PaymentOutcome>> = {
  '101': 'invalid_number',
  '103': 'invalid_cvc',
  '129': 'expired_card',
};

function judge(reply: Reply, askedCents: number): Verdict {
  switch (reply.kind) {
    case 'unknown':
      return { state: 'unknown' };
    case 'busy':
      return { state: 'error' };
    case 'refused': {
      const outcome = cardFaults[reply.code ?? ''];
      if (!outcome) return { state: 'error' };
      return { state: 'declined', reference: null, outcome, dropToken: false };
    }
    case 'done': {
      const answer = readAs(paymentAnswer, reply.json);
      return answer ? readVerdict(answer, askedCents) : { state: 'unknown' };
    }
  }
}
