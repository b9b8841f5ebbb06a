import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import type { ProviderStep } from '../../../../contract/billing/orders.ts';
import type { Verdict } from '../provider.ts';
import { explainRefusal } from './refusals.ts';
import { readStoredPaymentMethod } from './stored-payment-method.ts';
import { redirectAction } from './wire.ts';
import type { PaymentAnswer } from './wire.ts';

/** What an answer means for the charge. Where it says something that we never asked for, nobody knows. */
export function readVerdict(answer: PaymentAnswer, askedCents?: number): Verdict {
  const reference = answer.pspReference ?? null;
  switch (answer.resultCode) {
    case 'Authorised':
      return readCapture(answer, askedCents);
    case 'Pending':
    case 'Received':
      return { state: 'processing', reference };
    case 'Refused':
      return decline(answer, 'generic');
    case 'Error':
      return decline(answer, 'processing_error');
    case 'Cancelled':
      return decline(answer, 'try_again');
    case 'RedirectShopper': {
      const step = readStep(answer.action);
      return step ? { state: 'requires_action', reference, step } : { state: 'error' };
    }
    // A native check was switched off, and nothing is taken before somebody completes it.
    case 'IdentifyShopper':
    case 'ChallengeShopper':
      return { state: 'error' };
    default:
      return { state: 'unknown' };
  }
}

/** Our account captures at once, so that authorised money is ours. */
function readCapture(
  { pspReference, amount, additionalData, paymentMethod }: PaymentAnswer,
  askedCents: number | undefined,
): Verdict {
  const amountCents = amount?.value ?? askedCents;
  if (!pspReference || amountCents === undefined) return { state: 'unknown' };
  if (amount && amount.currency !== CURRENCY) return { state: 'unknown' };
  const stored = readStoredPaymentMethod(additionalData, paymentMethod?.brand);
  return { state: 'captured', reference: pspReference, amountCents, stored };
}

function decline(
  { pspReference, refusalReasonCode: code, refusalReason: words }: PaymentAnswer,
  otherwise: 'generic' | 'processing_error' | 'try_again',
): Verdict {
  return {
    state: 'declined',
    reference: pspReference ?? null,
    ...explainRefusal({ code, words }, otherwise),
  };
}

function readStep(action: unknown): ProviderStep | undefined {
  const read = redirectAction.safeParse(action);
  if (!read.success) return undefined;
  const { url, method, data = {} } = read.data;
  return method === 'POST'
    ? { type: 'form', url, method, fields: data }
    : { type: 'redirect', url, method, fields: {} };
}
