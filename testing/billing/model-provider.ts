import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type {
  ForgetVerdict,
  ChargeRequest,
  KnownAttempt,
  Provider,
  ProviderEvent,
  RefundRequest,
  RefundVerdict,
  ReportLine,
  Shopper,
  Verdict,
} from '#server/billing/providers/provider.ts';
import type { Clock } from '#server/platform/clock.ts';

/** What a charge will come to, whatever is reported of it. */
export type Fate =
  | 'paid'
  | 'declined'
  | 'hard_decline'
  | 'authentication_required'
  | 'fault'
  | 'lost_before'
  | 'lost_after'
  | 'paid_later'
  | 'declined_later'
  | 'paid_after_decline';

export type RefundFate =
  | 'done'
  | 'sent'
  | 'unsent'
  | 'lost_before'
  | 'lost_after'
  | 'refused'
  | 'fails_later';

interface Charge {
  customerId: string;
  amountCents: number;
  state: 'taken' | 'declined' | 'undecided' | 'undecided_no';
  outcome: PaymentOutcome;
  reference: string;
  token: string;
  refundedCents: number;
  chargedBackCents: number;
  /** The day on which it was taken, and on which the bank took it back. */
  takenOn?: string;
  chargedBackOn?: string;
}

/** A processor in memory that keeps books of its own, to compare ours with. Its events wait until they are taken. */
export class ModelProvider implements Provider {
  readonly name: ProviderName;
  readonly acknowledgement = { contentType: 'text/plain', body: 'ok' };
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<
    string,
    { amountCents: number; attemptId: string; state: 'done' | 'failed'; on: string }
  >();
  calls = 0;
  fate: (customerId: string) => Fate = () => 'paid';
  refundFate: (customerId: string) => RefundFate = () => 'done';

  readonly #clock: Clock;
  readonly #events = new Map<string, ProviderEvent[]>();

  constructor(clock: Clock, name: ProviderName = 'adyen') {
    this.#clock = clock;
    this.name = name;
  }

  /** Every day on which anything moved. */
  days(): string[] {
    const all = [...this.charges.values()].flatMap(({ takenOn, chargedBackOn }) => [takenOn, chargedBackOn]);
    const refunds = [...this.refunds.values()].map(({ on }) => on);
    return [...new Set([...all, ...refunds])].filter((day) => day !== undefined).toSorted();
  }

  /** Takes all events that wait. */
  takeEvents(): ProviderEvent[] {
    return [...this.#events.values()].flatMap((events) => events.splice(0));
  }

  /** Takes one event of a customer, not always the first. */
  takeEvent(customerId: string, order: number): ProviderEvent | undefined {
    const events = this.#events.get(customerId) ?? [];
    return events.splice(order % Math.max(1, events.length), 1)[0];
  }

  #today(): string {
    return this.#clock.now().toISOString().slice(0, 10);
  }

  async charge(
    request: Pick<ChargeRequest, 'attemptId' | 'amountCents'> & { shopper: Pick<Shopper, 'customerId'> },
  ): Promise<Verdict> {
    this.calls += 1;
    const { attemptId, amountCents } = request;
    const { customerId } = request.shopper;
    // The same key is the same charge.
    const known = this.charges.get(attemptId);
    if (known) return this.#verdictOf(known);
    const fate = this.fate(customerId);
    if (fate === 'fault') return { state: 'error' };
    if (fate === 'lost_before') return { state: 'unknown' };
    const charge: Charge = {
      customerId,
      amountCents,
      state: 'taken',
      outcome: 'success',
      reference: `psp-${attemptId}`,
      token: `token-${customerId}-${this.charges.size}`,
      refundedCents: 0,
      chargedBackCents: 0,
    };
    this.charges.set(attemptId, charge);
    if (fate === 'paid_later' || fate === 'declined_later') {
      charge.state = fate === 'paid_later' ? 'undecided' : 'undecided_no';
      return { state: 'processing', reference: charge.reference };
    }
    if (fate === 'paid' || fate === 'lost_after') {
      this.#deliver(attemptId, charge);
      return fate === 'paid' ? this.#verdictOf(charge) : { state: 'unknown' };
    }
    charge.outcome =
      fate === 'hard_decline'
        ? 'lost_or_stolen'
        : fate === 'authentication_required'
          ? fate
          : 'insufficient_funds';
    charge.state = 'declined';
    this.#deliver(attemptId, charge);
    const declined = this.#verdictOf(charge);
    if (fate === 'paid_after_decline') {
      charge.state = 'taken';
      this.#deliver(attemptId, charge);
    }
    return declined;
  }

  /** Decides what was left open, of one customer or of all. */
  decide(customerId?: string): void {
    for (const [attemptId, charge] of this.charges) {
      if (customerId !== undefined && charge.customerId !== customerId) continue;
      if (charge.state !== 'undecided' && charge.state !== 'undecided_no') continue;
      if (charge.state === 'undecided_no') charge.outcome = 'insufficient_funds';
      charge.state = charge.state === 'undecided' ? 'taken' : 'declined';
      this.#deliver(attemptId, charge);
    }
  }

  chargeBack(attemptId: string): boolean {
    const charge = this.charges.get(attemptId);
    const left = charge ? charge.amountCents - charge.refundedCents - charge.chargedBackCents : 0;
    if (!charge || charge.state !== 'taken' || left <= 0) return false;
    charge.chargedBackCents += left;
    charge.chargedBackOn = this.#today();
    this.#push(charge, {
      kind: 'dispute',
      dedupeKey: `chargeback ${attemptId} ${left}`,
      attemptId,
      reference: charge.reference,
      disputeReference: `dispute-${attemptId}`,
      amountCents: left,
      change: 'lost',
    });
    return true;
  }

  finish(returned: string): Promise<{ attemptId: string; verdict: Verdict } | undefined> {
    const charge = this.charges.get(returned);
    return Promise.resolve(charge && { attemptId: returned, verdict: this.#verdictOf(charge) });
  }

  pollStatus({ attemptId }: KnownAttempt): Promise<Verdict | { state: 'absent' }> {
    const charge = this.charges.get(attemptId);
    return Promise.resolve(charge ? this.#verdictOf(charge) : { state: 'absent' });
  }

  refund(request: RefundRequest): Promise<RefundVerdict> {
    const known = this.refunds.get(request.refundId);
    if (known) return Promise.resolve({ state: 'sent', reference: `refund-${request.refundId}` });
    return Promise.resolve(this.#startRefund(request));
  }

  #startRefund({ refundId, attemptId, amountCents }: RefundRequest): RefundVerdict {
    const charge = this.charges.get(attemptId);
    const fate = this.refundFate(charge?.customerId ?? '');
    const left = charge ? charge.amountCents - charge.refundedCents - charge.chargedBackCents : 0;
    if (!charge || charge.state !== 'taken' || left < amountCents || fate === 'refused')
      return { state: 'failed' };
    if (fate === 'unsent') return { state: 'unsent' };
    if (fate === 'lost_before') return { state: 'unknown' };
    const reference = `refund-${refundId}`;
    const event = {
      kind: 'refund',
      attemptId,
      reference: charge.reference,
      refundId,
      refundReference: reference,
      amountCents,
    } as const;
    const failed = fate === 'fails_later';
    this.refunds.set(refundId, {
      amountCents,
      attemptId,
      state: failed ? 'failed' : 'done',
      on: this.#today(),
    });
    if (!failed) charge.refundedCents += amountCents;
    this.#push(charge, {
      ...event,
      dedupeKey: `refund ${refundId} ${String(!failed)}`,
      succeeded: !failed,
    });
    if (fate === 'lost_after') return { state: 'unknown' };
    return { state: fate === 'done' ? 'done' : 'sent', reference };
  }

  /** As Adyen, PayPal and Maxpay do: a refund that they know nothing of is sent once more under the same name. */
  pollRefund(request: RefundRequest): Promise<RefundVerdict> {
    const { refundId } = request;
    const known = this.refunds.get(refundId);
    if (!known) return this.refund(request);
    return Promise.resolve(
      known.state === 'done' ? { state: 'done', reference: `refund-${refundId}` } : { state: 'failed' },
    );
  }

  forget(): Promise<ForgetVerdict> {
    return Promise.resolve({ state: 'gone' });
  }

  readEvents(): Promise<ProviderEvent[]> {
    return Promise.resolve([]);
  }

  report(day: string): Promise<ReportLine[]> {
    const lines: ReportLine[] = [];
    for (const [ours, charge] of this.charges) {
      const { reference, amountCents } = charge;
      if (charge.takenOn === day && amountCents > 0)
        lines.push({ kind: 'charge', reference, ours, amountCents });
      if (charge.chargedBackOn === day)
        lines.push({ kind: 'chargeback', reference, ours, amountCents: charge.chargedBackCents });
    }
    for (const [ours, { on, state, amountCents }] of this.refunds) {
      if (on === day && state === 'done')
        lines.push({ kind: 'refund', reference: `refund-${ours}`, ours, amountCents });
    }
    return Promise.resolve(lines);
  }

  #verdictOf(charge: Charge): Exclude<Verdict, { state: 'requires_action' }> {
    const { reference, amountCents, outcome } = charge;
    if (charge.state === 'undecided' || charge.state === 'undecided_no')
      return { state: 'processing', reference };
    if (charge.state === 'declined') return { state: 'declined', reference, outcome, dropToken: false };
    const card = { network: 'visa', lastFour: '1111', expiryMonth: 3, expiryYear: 2040 };
    return { state: 'captured', reference, amountCents, stored: { token: charge.token, ...card } };
  }

  #deliver(attemptId: string, charge: Charge): void {
    if (charge.state === 'taken') charge.takenOn ??= this.#today();
    const verdict = this.#verdictOf(charge);
    const dedupeKey = `charge ${attemptId} ${verdict.state}`;
    this.#push(charge, { kind: 'charge', dedupeKey, attemptId, reference: charge.reference, verdict });
  }

  #push({ customerId }: Charge, event: ProviderEvent): void {
    const events = this.#events.get(customerId);
    if (events) events.push(event);
    else this.#events.set(customerId, [event]);
  }
}
