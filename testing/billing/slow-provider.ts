import { createGate } from '#server/billing/providers/gate.ts';
import type { ProviderGate } from '#server/billing/providers/gate.ts';
import { gateProvider } from '#server/billing/providers/gated-provider.ts';
import type { KnownAttempt, Provider, Verdict } from '#server/billing/providers/provider.ts';
import { DAY, SECOND } from '#server/platform/clock.ts';
import type { TimedClock } from '../timed-clock.ts';
import type { ModelProvider } from './model-provider.ts';

/** How long an answer takes, and whether what is asked for is done when the request arrives or when it is answered. */
export interface Pace {
  seconds: 0 | 1;
  does: 'on_arrival' | 'with_the_answer';
}

const TIME_OUT = 25 * SECOND;
const limits = { concurrency: 16, requestsPerSecond: 100, maxWaiting: 20, waitMs: 5 * SECOND };
/** After that a charge without any answer is cancelled, as with Adyen. */
const PATIENCE = 3 * DAY;

/**
 * The model behind a line that takes its time, and behind the gate of the server. While it hangs it answers no request;
 * once it is released it does all that it was asked for, however long ago we stopped listening.
 */
export class SlowProvider {
  readonly gate: ProviderGate;
  /** As the server sees it. */
  readonly gated: Provider;
  pace: () => Pace = () => ({ seconds: 0, does: 'on_arrival' });
  /** How often each charge was asked for, not counting what was sent once more under its own name. */
  readonly charged = new Map<string, number>();
  slowAnswers = 0;
  timeOuts = 0;
  doneUnheard = 0;

  readonly model: ModelProvider;
  readonly #clock: TimedClock;
  #caught: (() => void)[] | undefined;

  constructor(model: ModelProvider, clock: TimedClock) {
    this.model = model;
    this.#clock = clock;
    this.gate = createGate(model.name, limits, {
      now: () => clock.now().getTime(),
      ticks: () => clock.now().getTime(),
      later: (ms, run) => clock.later(ms, run),
    });
    this.gated = gateProvider(this.#provider(), this.gate);
  }

  hang(): void {
    this.#caught ??= [];
  }

  release(): void {
    const caught = this.#caught ?? [];
    this.#caught = undefined;
    for (const answer of caught) answer();
  }

  #provider(): Provider {
    const { model } = this;
    const unknown = { state: 'unknown' } as const;
    return {
      name: model.name,
      acknowledgement: model.acknowledgement,
      charge: (request) => {
        this.charged.set(request.attemptId, (this.charged.get(request.attemptId) ?? 0) + 1);
        return this.#call(() => model.charge(request), unknown);
      },
      finish: (returned) => this.#call(() => model.finish(returned), undefined),
      pollStatus: (attempt) => this.#call(() => this.#poll(attempt), unknown),
      resend: (attempt, mayCharge) => this.#resend(attempt, mayCharge),
      refund: (request) => this.#call(() => model.refund(request), unknown),
      pollRefund: (request) => this.#call(() => model.pollRefund(request), unknown),
      forget: () => this.#call(() => model.forget(), { state: 'not_yet', why: 'no answer' }),
      readEvents: () => model.readEvents(),
      report: (day) => this.#call(() => model.report(day), undefined),
    };
  }

  /** One of them cannot say what became of a charge that it never answered: it has to be sent once more. */
  async #poll(attempt: KnownAttempt): Promise<Verdict | { state: 'absent' }> {
    const verdict = await this.model.pollStatus(attempt);
    const age = this.#clock.now().getTime() - attempt.createdAt.getTime();
    if (verdict.state === 'absent' && this.model.name === 'adyen' && age < PATIENCE)
      return { state: 'unknown' };
    return verdict;
  }

  async #resend(
    { attemptId, amountCents, initiatedBy, token, request }: KnownAttempt,
    mayCharge: () => Promise<boolean>,
  ): Promise<Verdict | undefined> {
    if (this.model.name !== 'adyen' || initiatedBy !== 'merchant' || token === null || !request)
      return undefined;
    if (!(await mayCharge())) return undefined;
    const { customerId } = request;
    return this.#call(() => this.model.charge({ attemptId, amountCents, shopper: { customerId } }), {
      state: 'unknown',
    });
  }

  /** One request: answered at once, after a while, when the provider is released, or never as far as we know. */
  async #call<Answer>(work: () => Promise<Answer>, unanswered: Answer): Promise<Answer> {
    const { seconds, does } = this.pace();
    let done: Promise<Answer> | undefined;
    const doOnce = () => (done ??= work());
    if (does === 'on_arrival') void doOnce();
    this.gate.requesting();
    const isAnswered = await this.#wait(seconds, doOnce);
    if (!isAnswered) {
      this.timeOuts += 1;
      this.gate.answered({ kind: 'lost', why: 'The provider did not answer in time.' });
      return unanswered;
    }
    const answer = await doOnce();
    this.gate.answered({ kind: 'answered', status: 200, headers: new Headers(), text: '' });
    return answer;
  }

  #wait(seconds: number, doOnce: () => Promise<unknown>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    if (this.#caught) {
      let isLate = false;
      const callOff = this.#clock.later(TIME_OUT, () => {
        isLate = true;
        resolve(false);
      });
      this.#caught.push(() => {
        callOff();
        void doOnce();
        if (isLate) this.doneUnheard += 1;
        resolve(true);
      });
    } else if (seconds === 0) resolve(true);
    else {
      this.slowAnswers += 1;
      this.#clock.later(seconds * SECOND, () => {
        void doOnce();
        resolve(true);
      });
    }
    return promise;
  }
}
