import { fail } from '#contract/kernel/errors.ts';
import { GateClosed } from './gate.ts';
import type { ProviderGate } from './gate.ts';
import { send } from './http-client.ts';
import type { ProviderConnection } from './http-client.ts';
import type { Provider } from './provider.ts';

const RETRY_SECONDS = 10;

/**
 * A provider whose every call goes through its gate. What is not let through was certainly not sent: a charge may be
 * tried elsewhere, a refund is sent later, and a caller that only wanted to know gets `GateClosed`, which says nothing about
 * what it asked for.
 */
export function gateProvider(provider: Provider, gate: ProviderGate): Provider {
  const charge = { kind: 'charge', urgency: 'member' } as const;
  const finish = { kind: 'other', urgency: 'member' } as const;
  const renewal = { kind: 'charge', urgency: 'renewal' } as const;
  const poll = { kind: 'other', urgency: 'poll' } as const;
  return {
    ...provider,
    charge: (request) =>
      gate
        .pass(request.paymentMethod.type === 'renewal' ? renewal : charge, () => provider.charge(request))
        .catch(whenClosed(({ reason: held }) => ({ state: 'error' as const, held }))),
    // The page tries again, and the provider tells us by itself in any case.
    finish: (returned, known) =>
      gate
        .pass(finish, () => provider.finish(returned, known))
        .catch((error: unknown) => {
          if (error instanceof GateClosed) fail('server.unavailable', { retryAfter: RETRY_SECONDS });
          throw error;
        }),
    ...(provider.openIntent && {
      openIntent: (request) =>
        gate.pass(charge, async () => provider.openIntent?.(request)).catch(whenClosed(() => undefined)),
    }),
    ...(provider.payIntent && {
      payIntent: ({ attempt, ...payment }) =>
        gate
          .pass(charge, async () => provider.payIntent?.({ attempt, ...payment }))
          .then((verdict) => verdict ?? { state: 'unknown' as const })
          // Nothing was sent, and the intent runs out by itself.
          .catch(whenClosed(() => ({ state: 'processing' as const, reference: attempt.reference }))),
    }),
    ...(provider.resend && {
      resend: (attempt, mayCharge) => gate.pass(renewal, async () => provider.resend?.(attempt, mayCharge)),
    }),
    pollStatus: (attempt) => gate.pass(poll, () => provider.pollStatus(attempt)),
    refund: (request) =>
      gate
        .pass(poll, () => provider.refund(request))
        .catch(whenClosed(({ reason: held }) => ({ state: 'unsent' as const, held }))),
    pollRefund: (request) => gate.pass(poll, () => provider.pollRefund(request)),
    forget: (request) => gate.pass(poll, () => provider.forget(request)),
    report: (...asked) => gate.pass(poll, () => provider.report(...asked)),
  };
}

function whenClosed<Answer>(answer: (closed: GateClosed) => Answer) {
  return (error: unknown): Answer => {
    if (error instanceof GateClosed) return answer(error);
    throw error;
  };
}

/** Sends single requests of a provider: each counts against its rate, and tells whether the provider is well. */
export function sendThrough(gate: ProviderGate): ProviderConnection['send'] {
  return async (outgoing) => {
    if (!gate.requesting()) return { kind: 'not_sent', why: 'The provider is turned off.' };
    const sent = await send(outgoing);
    gate.answered(sent);
    return sent;
  };
}
