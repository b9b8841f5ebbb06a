import type { ProviderName } from '#contract/billing/providers.ts';
import type { HeldReason } from '#contract/staff/payments.ts';
import type { GateState, ProviderStop } from '#contract/staff/providers.ts';
import { createCircuitBreaker } from '#server/platform/circuit-breaker.ts';
import { createTokenBucket } from '#server/platform/token-bucket.ts';
import type { Sent } from './http-client.ts';

/** Who goes first: a member who waits at the page, then renewals, then what only asks. */
const urgencies = ['member', 'renewal', 'poll'] as const;
export type Urgency = (typeof urgencies)[number];

export interface GateSnapshot {
  provider: ProviderName;
  state: GateState;
  inFlight: number;
  waiting: number;
  /** Calls that were not let through, since this process began. */
  refused: number;
}

/** What those may know who have something to send. */
export interface Gate {
  /** Whether a new charge would be let through now, of this brand where one is named, or a call of another sort. */
  isOpen(kind?: CallKind, brandId?: string): boolean;
  /** Why it would not be let through; undefined where it would. */
  closedBy(kind?: CallKind, brandId?: string): HeldReason | undefined;
  /** How many of this urgency could be sent at once, without waiting. */
  free(urgency?: 'renewal' | 'poll'): number;
  /** How many of this urgency may be under way at the same time. */
  capacity(urgency: Urgency): number;
  snapshot(): GateSnapshot;
  /** Obeys what operators have turned off: for all brands, and whose new charges besides. */
  stop(what: ProviderStop, chargesOf?: ReadonlySet<string>): void;
}

/** A call that was not let through: certainly nothing was sent. */
export class GateClosed extends Error {
  override readonly name = 'GateClosed';
  readonly reason: HeldReason;

  constructor(message: string, reason: HeldReason) {
    super(message);
    this.reason = reason;
  }
}

type CallKind = 'charge' | 'other';
interface Call {
  kind: CallKind;
  urgency: Urgency;
}

export interface ProviderGate extends Gate {
  /** Does the work as soon as there is room for it. Throws `GateClosed` where there is none in time. */
  pass<Result>(call: Call, work: () => Promise<Result>): Promise<Result>;
  /** Every single request tells of itself, so that the rate and the health of a provider are known. Says whether it may go. */
  requesting(): boolean;
  answered(sent: Sent): void;
}

export interface GateLimits {
  /** How many calls at the same time. */
  concurrency: number;
  /** Requests a second, and as many at once after a rest. */
  requestsPerSecond: number;
  /** How many may wait, and for how long. */
  maxWaiting: number;
  waitMs: number;
}

interface Surroundings {
  /** The time of day in milliseconds, which tests move. */
  now(): number;
  /** Milliseconds of a clock that is never set. */
  ticks(): number;
  /** Runs something later; what it answers with calls it off. */
  later(ms: number, run: () => void): () => void;
}

const real: Omit<Surroundings, 'now'> = {
  ticks: () => performance.now(),
  later(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Renewals and polls leave room, so that a member never stands behind hundreds of them that hang. */
const share: Record<Urgency, number> = { member: 1, renewal: 0.75, poll: 0.5 };

const rank = ({ urgency }: Call) => urgencies.indexOf(urgency);

interface Waiting extends Call {
  /** By the clock that is never set. After that it is not sent any more, also where its timer is late. */
  until: number;
  start(): void;
  refuse(reason: HeldReason, why: string): void;
}

/**
 * Every call to one provider goes through its gate: a semaphore with a bounded queue, a rate, a circuit breaker and
 * what an operator has turned off. So one that hangs or fails holds up nothing but itself. Each process has its own.
 */
export function createGate(
  provider: ProviderName,
  { concurrency, requestsPerSecond, maxWaiting, waitMs }: GateLimits,
  { now, ticks, later }: Pick<Surroundings, 'now'> & Partial<Surroundings>,
): ProviderGate {
  const timing = { ticks: ticks ?? real.ticks, later: later ?? real.later };
  const breaker = createCircuitBreaker();
  const bucket = createTokenBucket({ perSecond: requestsPerSecond, burst: requestsPerSecond }, timing.ticks);
  const queue: Waiting[] = [];
  let stopped: ProviderStop = 'nothing';
  let brandsStopped: ReadonlySet<string> = new Set();
  let inFlight = 0;
  let refused = 0;
  let isProbing = false;
  /** Tokens of calls that have not sent anything yet. */
  let prepaid = 0;
  let wakeUp: (() => void) | undefined;

  const capacity = (urgency: Urgency) => Math.max(1, Math.floor(concurrency * share[urgency]));
  const roomFor = (urgency: Urgency) => capacity(urgency) - inFlight;
  const stops = (kind: CallKind) => stopped === 'everything' || (stopped === 'charges' && kind === 'charge');

  /** How many more the breaker lets through. */
  function allowed(): number {
    const many = breaker.allowed(now());
    if (many === 'all') return Number.POSITIVE_INFINITY;
    return many === 'one' && !isProbing ? 1 : 0;
  }

  function closedBy(kind: CallKind, brandId = ''): HeldReason | undefined {
    if (stops(kind) || (kind === 'charge' && brandsStopped.has(brandId))) return 'turned_off';
    return allowed() > 0 ? undefined : 'failing';
  }

  function startNext(): void {
    for (const waiting of queue.filter(({ kind }) => stops(kind))) waiting.refuse('turned_off', 'turned off');
    for (const waiting of queue.filter(({ until }) => until <= timing.ticks()))
      waiting.refuse('busy', 'waited too long');
    if (allowed() === 0) for (const waiting of queue.slice()) waiting.refuse('failing', 'the provider fails');
    for (;;) {
      const next = queue.find(({ urgency }) => roomFor(urgency) > 0);
      if (!next || allowed() === 0) return;
      if (bucket.left() < 1) return wakeLater();
      next.start();
    }
  }

  function wakeLater(): void {
    wakeUp ??= timing.later(bucket.wait(), () => {
      wakeUp = undefined;
      startNext();
    });
  }

  /** Answers whether the call is the one that tries a provider that failed. */
  function enter({ kind, urgency }: Call): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    let timeOut = () => {};
    const leave = () => {
      timeOut();
      queue.splice(queue.indexOf(waiting), 1);
    };
    const waiting: Waiting = {
      kind,
      urgency,
      until: timing.ticks() + waitMs,
      start() {
        leave();
        const probes = breaker.allowed(now()) === 'one';
        isProbing ||= probes;
        inFlight += 1;
        prepaid += 1;
        bucket.spend();
        resolve(probes);
      },
      refuse(reason, why) {
        leave();
        refused += 1;
        reject(new GateClosed(`${provider}: ${why}`, reason));
      },
    };
    // Behind the last who is as urgent, so that no call of the same urgency is overtaken.
    const behind = queue.findLastIndex((other) => rank(other) <= rank(waiting));
    queue.splice(behind + 1, 0, waiting);
    startNext();
    if (queue.length > maxWaiting) queue.at(-1)?.refuse('busy', 'too many wait');
    if (queue.includes(waiting))
      timeOut = timing.later(waitMs, () => waiting.refuse('busy', 'waited too long'));
    return promise;
  }

  return {
    async pass(call, work) {
      const probes = await enter(call);
      try {
        return await work();
      } finally {
        inFlight -= 1;
        if (probes) isProbing = false;
        startNext();
      }
    },
    requesting() {
      if (stopped === 'everything') return false;
      if (prepaid > 0) prepaid -= 1;
      else bucket.spend();
      return true;
    },
    answered(sent) {
      if (sent.kind !== 'answered' || sent.status >= 500) breaker.failed(now());
      else breaker.succeeded();
      // Too fast for them: a second's rest.
      if (sent.kind === 'answered' && sent.status === 429)
        bucket.spend(Math.max(0, bucket.left()) + requestsPerSecond);
      startNext();
    },
    stop(what, chargesOf = new Set()) {
      stopped = what;
      brandsStopped = chargesOf;
      startNext();
    },
    isOpen: (kind = 'charge', brandId) => closedBy(kind, brandId) === undefined,
    closedBy: (kind = 'charge', brandId) => closedBy(kind, brandId),
    free(urgency = 'renewal') {
      if (stops(urgency === 'renewal' ? 'charge' : 'other')) return 0;
      return Math.max(0, Math.min(roomFor(urgency) - queue.length, bucket.left(), allowed()));
    },
    capacity,
    snapshot: () => ({
      provider,
      state: stateOf(stopped, breaker.allowed(now())),
      inFlight,
      waiting: queue.length,
      refused,
    }),
  };
}

function stateOf(stopped: ProviderStop, allowed: 'all' | 'one' | 'none'): GateState {
  if (stopped === 'everything') return 'off';
  if (stopped === 'charges') return 'charges_off';
  if (allowed === 'all') return 'open';
  return allowed === 'one' ? 'trying' : 'closed';
}
