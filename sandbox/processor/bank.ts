import type { ProviderName } from '#contract/billing/providers.ts';
import { MINUTE } from '#server/platform/clock.ts';
import type { Agenda, ShiftedClock } from './agenda.ts';
import { keep } from './collections.ts';
import type { Fault, WebhookFault } from './faults.ts';
import { Ledger, isChargedBack, refundedOf } from './ledger.ts';
import type { Charge, Refund } from './ledger.ts';
import { decide, makeToken, scenarioNames, scenarioOf } from './scenarios.ts';
import type { Circumstances, Decline, Instrument, ScenarioName } from './scenarios.ts';
import { makeChargeId, randomText } from './wire-values.ts';

/** What a webhook reports to a merchant. */
export type BankEvent = { id: string; charge: Charge; at: number } & (
  | { kind: 'charge' }
  | { kind: 'stored' }
  | { kind: 'refund'; refund: Refund }
  | { kind: 'cancel'; reference: string; succeeded: boolean }
  | { kind: 'dispute'; change: DisputeChange; amount: number }
);
export type DisputeChange = 'announced' | 'lost' | 'reversed' | 'lost_again';
/** A bankEvent before it has a name and a time. */
type News<H = BankEvent> = H extends BankEvent ? Omit<H, 'id' | 'at'> : never;

export interface ChargeOrder extends Circumstances {
  provider: ProviderName;
  /** First letter of the names that this provider gives to charges, or the whole name. */
  prefix: string;
  id?: string | undefined;
  kind?: string;
  reference: string;
  amount: number;
  currency: string;
  merchantAccount: string;
  instrument: Instrument;
  customer: string | null;
  store: boolean;
  /** That it was charged by, where it was. */
  token: string | null;
  returnTo: string | null;
  descriptor: string;
  fault: Fault | undefined;
  /** Decided already, whatever the card says. */
  forced?: Decline | undefined;
}

/** How long a bank waits for the holder. */
const CHALLENGE_LASTS = 15 * MINUTE;
/** Chargebacks, and refunds that end otherwise than they began. */
export const LATER = MINUTE;
const MOST_CHALLENGES = 20_000;
const MOST_DROPPED = 100_000;

const moves = {
  lost: 'chargeback',
  reversed: 'chargeback_reversed',
  lost_again: 'second_chargeback',
} as const;

const placeOf = new Map(scenarioNames.map((name, place) => [name, place]));

export function nameCharge(prefix: string, scenario: ScenarioName, amount: number): string {
  return makeChargeId(prefix, placeOf.get(scenario) ?? 0, amount);
}

/** Takes money and gives it back, for every façade alike. */
export class Bank {
  readonly ledger = new Ledger();
  readonly clock: ShiftedClock;
  #agenda: Agenda;
  #notify: (bankEvent: BankEvent) => void;
  #challenges = new Map<string, Charge>();
  #droppedTokens = new Map<string, true>();

  constructor(clock: ShiftedClock, agenda: Agenda, notify: (bankEvent: BankEvent) => void) {
    this.clock = clock;
    this.#agenda = agenda;
    this.#notify = notify;
  }

  charge(order: ChargeOrder): Charge {
    const { provider, reference, amount, currency, merchantAccount, instrument, fault } = order;
    const charge: Charge = {
      id: order.id ?? nameCharge(order.prefix, instrument.scenario, amount),
      provider,
      reference,
      amount,
      currency,
      merchantAccount,
      instrument,
      customer: order.customer,
      store: order.store,
      token: order.token,
      state: 'pending',
      why: null,
      at: this.clock.time(),
      capturedAt: null,
      returnTo: order.returnTo,
      challengeId: null,
      descriptor: order.descriptor,
      kind: order.kind ?? '',
      refunds: [],
      dispute: null,
      hideToken: fault?.hideToken ?? false,
      pareq: fault?.pareq ?? false,
      lateSuccessMs: fault?.lateSuccessMs,
      webhooks: fault?.webhooks,
    };
    this.ledger.add(charge);
    const decision = this.#decide(order);
    if (fault?.pendingMs === undefined) this.#follow(charge, decision);
    else this.#agenda.in(fault.pendingMs, () => this.#follow(charge, decision));
    return charge;
  }

  #decide(order: ChargeOrder): 'ask' | 'take' | Decline {
    if (order.forced) return order.forced;
    if (order.token && this.#droppedTokens.has(order.token)) return 'card_declined';
    const { scenario, expiryMonth, expiryYear } = order.instrument;
    if (order.by === 'typed' && expiryMonth !== null && expiryYear !== null) {
      if (Date.UTC(expiryYear, expiryMonth, 1, 12) <= this.clock.time()) return 'expired_card';
    }
    return decide(scenario, order);
  }

  #follow(charge: Charge, decision: 'ask' | 'take' | Decline): void {
    // It may have been cancelled in the meantime.
    if (charge.state !== 'pending') return;
    if (decision === 'take') return this.#take(charge);
    if (decision !== 'ask') return this.#decline(charge, decision);
    charge.state = 'challenged';
    charge.challengeId = randomText(24);
    keep(this.#challenges, MOST_CHALLENGES, charge.challengeId, charge);
    this.#agenda.in(CHALLENGE_LASTS, () => this.answer(charge, 'check_timed_out'));
  }

  #take(charge: Charge): void {
    charge.state = 'captured';
    charge.why = null;
    charge.capturedAt = this.clock.time();
    if (charge.store && charge.token === null) charge.token = makeToken(charge.instrument);
    this.#happen({ kind: 'charge', charge });
    if (charge.store) this.#happen({ kind: 'stored', charge });
    if (!scenarioOf(charge.instrument.scenario).disputed) return;
    this.#agenda.in(LATER, () => {
      this.dispute(charge, 'announced');
      this.dispute(charge, 'lost');
    });
  }

  #decline(charge: Charge, why: Decline): void {
    charge.state = 'declined';
    charge.why = why;
    this.#happen({ kind: 'charge', charge });
    const { lateSuccessMs } = charge;
    if (lateSuccessMs === undefined) return;
    charge.lateSuccessMs = undefined;
    this.#agenda.in(lateSuccessMs, () => this.#take(charge));
  }

  challenge(id: string): Charge | undefined {
    return this.#challenges.get(id);
  }

  /** What came of asking the holder. What was decided before stays. */
  answer(charge: Charge, result: 'passed' | 'check_failed' | 'check_cancelled' | 'check_timed_out'): void {
    if (charge.state !== 'challenged') return;
    if (result !== 'passed') return this.#decline(charge, result);
    const { decline } = scenarioOf(charge.instrument.scenario);
    if (decline) this.#decline(charge, decline);
    else this.#take(charge);
  }

  /** Makes sure that nothing will be taken. In vain where something was. */
  cancel(charge: Charge, reference: string): string {
    const open = charge.state === 'challenged' || charge.state === 'pending';
    if (open) {
      charge.state = 'declined';
      charge.why = 'cancelled';
    }
    return this.#happen({ kind: 'cancel', charge, reference, succeeded: open });
  }

  refund(charge: Charge, order: { reference: string; amount: number; webhooks?: WebhookFault | undefined }) {
    const { reference, amount, webhooks } = order;
    const refund: Refund = {
      id: randomText(16),
      reference,
      amount,
      state: 'done',
      at: this.clock.time(),
      webhooks,
    };
    const possible =
      charge.state === 'captured' && !isChargedBack(charge) && amount <= charge.amount - refundedOf(charge);
    this.ledger.addRefund(charge, refund);
    const way = scenarioOf(charge.instrument.scenario).refund;
    if (!possible) refund.state = 'failed';
    else if (way === 'pending') refund.state = 'pending';
    if (refund.state !== 'pending') this.#happen({ kind: 'refund', charge, refund });
    if (possible && way) this.#agenda.in(LATER, () => this.#endRefund(charge, refund));
    return refund;
  }

  #endRefund(charge: Charge, refund: Refund): void {
    if (refund.state === 'pending') {
      refund.state = 'done';
    } else {
      refund.state = 'failed';
      refund.failedAt = this.clock.time();
    }
    this.#happen({ kind: 'refund', charge, refund });
  }

  dispute(charge: Charge, change: DisputeChange): void {
    const amount = charge.amount - refundedOf(charge);
    if (charge.state !== 'captured' || amount <= 0) return;
    charge.dispute ??= { id: randomText(16), moves: [] };
    if (change !== 'announced')
      charge.dispute.moves.push({ kind: moves[change], at: this.clock.time(), amount });
    this.#happen({ kind: 'dispute', charge, change, amount });
  }

  forget(token: string): void {
    keep(this.#droppedTokens, MOST_DROPPED, token, true);
  }

  isForgotten(token: string): boolean {
    return this.#droppedTokens.has(token);
  }

  #happen(news: News): string {
    const id = randomText(16);
    this.#notify({ ...news, id, at: this.clock.time() });
    return id;
  }
}
