import type { Suspension } from '#contract/account/sign-in.ts';
import type { ErrorCode, Failure } from '#contract/kernel/errors.ts';

/** Why something could not be done, as far as a person needs to know. */
export interface Refusal {
  code: ErrorCode | 'offline';
  /** What support asks for, where the fault is ours. */
  faultId?: string;
  /** How many seconds to wait before the next try. */
  retryAfter?: number;
  /** The address of the account that signed up from this device, masked. */
  knownEmail?: string;
  /** The sanction that keeps this account from signing in. */
  suspension?: Suspension;
  /** A limit of the member's own that a charge would pass. */
  limit?: Failure<'spending.limit_reached'>['details'];
  /** Until when the member has paused spending. */
  pausedUntil?: number;
  /** A fault of the page itself. */
  unexpected?: true;
}

/** What an error means for the person before the screen. */
export function refusalOf(error: unknown): Refusal {
  if (isFailure(error)) {
    const { id, retryAfter, email, ...details } = (error.details ?? {}) as {
      id?: string;
      retryAfter?: number;
      email?: string;
    };
    return {
      code: error.code,
      ...(id && { faultId: id }),
      ...(retryAfter && { retryAfter }),
      ...(email && { knownEmail: email }),
      ...(error.code === 'account.suspended' && { suspension: details as Suspension }),
      ...(error.code === 'spending.limit_reached' && { limit: details as NonNullable<Refusal['limit']> }),
      ...(error.code === 'spending.paused' && { pausedUntil: (details as { until: number }).until }),
    };
  }
  if (error instanceof Error && error.name === 'OfflineError') return { code: 'offline' };
  // Code that could not be fetched: without a network, or because a new version has taken its place.
  if (error instanceof TypeError && /module/i.test(error.message))
    return { code: navigator.onLine ? 'server.unavailable' : 'offline' };
  return { code: 'server.fault', unexpected: true };
}

/** The same for an action of the user: an unexpected error is also reported. */
export function reportedRefusalOf(error: unknown): Refusal {
  const refusal = refusalOf(error);
  if (refusal.unexpected) reportError(error);
  return refusal;
}

/** By its name, so that a button on a landing page does not bring the whole contract along. */
function isFailure(error: unknown): error is Failure {
  return error instanceof Error && error.name === 'Failure';
}
