import { DAY, HOUR } from '../../../platform/clock.ts';
import type { ChargeRequest, KnownAttempt, Verdict } from '../provider.ts';
import { call, readAs } from './calls.ts';
import type { AdyenSettings } from './calls.ts';
import { sendPayment } from './charge.ts';
import { readVerdict } from './read-verdict.ts';
import { paymentAnswer } from './wire.ts';

/** Longer than that a renewal is not sent again: by then it may be another day's. */
const REPEATED_FOR = DAY;
/** When the last of the daily questions comes. */
const PATIENCE = 5 * DAY - HOUR;

/**
 * Adyen cannot be asked how a charge stands. A renewal is sent once more with its key, which charges it once at most.
 * Anything else is decided by its webhook or the report; in the end what nobody ever heard of is called off.
 */
export async function pollStatus(
  settings: AdyenSettings,
  attempt: KnownAttempt,
): Promise<Verdict | { state: 'absent' }> {
  const age = settings.clock.now().getTime() - attempt.createdAt.getTime();
  const renewal = asRenewal(attempt);
  if (renewal && age < REPEATED_FOR) return repeat(settings, renewal);
  // What has a reference was answered once, so that Adyen has it and tells what becomes of it.
  if (attempt.reference === null && age >= PATIENCE) return callOff(settings, attempt);
  return { state: 'unknown' };
}

/** A member's click is not charged after he has left; and what his browser said is forgotten. */
function asRenewal(attempt: KnownAttempt): ChargeRequest | undefined {
  const { token, request, initiatedBy } = attempt;
  if (initiatedBy !== 'merchant' || token === null || !request) return undefined;
  const { attemptId, amountCents, merchantAccount } = attempt;
  return {
    attemptId,
    amountCents,
    merchantAccount,
    paymentMethod: { type: 'renewal', token },
    store: null,
    authenticate: false,
    origin: request.origin,
    descriptor: request.descriptor,
    merchantName: '',
    // Of the shopper a renewal tells only what he is called.
    shopper: { customerId: request.customerId, email: '', ip: '', country: 'it', language: 'it' },
  };
}

/** Only a proper answer counts: that this one was turned down says nothing about the one before. */
async function repeat(settings: AdyenSettings, request: ChargeRequest): Promise<Verdict> {
  const reply = await sendPayment(settings, request);
  const answer = reply.kind === 'done' ? readAs(paymentAnswer, reply.json) : undefined;
  return answer ? readVerdict(answer, request.amountCents) : { state: 'unknown' };
}

async function callOff(
  settings: AdyenSettings,
  { attemptId, merchantAccount }: KnownAttempt,
): Promise<Verdict | { state: 'absent' }> {
  const reply = await call(settings, {
    path: '/cancels',
    body: {
      merchantAccount: merchantAccount ?? settings.merchantAccount,
      paymentReference: attemptId,
      reference: `cancel-${attemptId}`,
    },
    key: `cancel-${attemptId}`,
  });
  // Refused means that there is nothing to call off.
  return { state: reply.kind === 'done' || reply.kind === 'refused' ? 'absent' : 'unknown' };
}
