import type { ProviderName } from '#contract/billing/providers.ts';
import { keep } from './collections.ts';
import type { WebhookFault } from './faults.ts';
import { scenarioNames, scenarioOf } from './scenarios.ts';
import type { Decline, Instrument } from './scenarios.ts';
import { readChargeId } from './wire-values.ts';

export interface Refund {
  id: string;
  /** What the merchant calls it. */
  reference: string;
  amount: number;
  state: 'pending' | 'done' | 'failed';
  at: number;
  /** When it failed after it was said to be done. */
  failedAt?: number;
  webhooks?: WebhookFault | undefined;
}

/** What a bank did with a charge that its holder disputes. */
export interface Dispute {
  /** What we call it, from the first notice to the last. */
  id: string;
  moves: { kind: 'chargeback' | 'chargeback_reversed' | 'second_chargeback'; at: number; amount: number }[];
}

export interface Charge {
  /** What we call it. */
  id: string;
  provider: ProviderName;
  /** What the merchant calls it. */
  reference: string;
  amount: number;
  currency: string;
  merchantAccount: string;
  instrument: Instrument;
  /** Whose it is, in the merchant's words. */
  customer: string | null;
  store: boolean;
  token: string | null;
  state: 'challenged' | 'pending' | 'captured' | 'declined';
  why: Decline | null;
  /** When it was asked for. */
  at: number;
  /** When the money was taken. */
  capturedAt: number | null;
  /** Where the browser goes after the bank has asked. */
  returnTo: string | null;
  challengeId: string | null;
  descriptor: string;
  /** What the provider calls such a charge, or that it belongs to. */
  kind: string;
  refunds: Refund[];
  dispute: Dispute | null;
  hideToken: boolean;
  pareq: boolean;
  lateSuccessMs: number | undefined;
  webhooks: WebhookFault | undefined;
}

const MOST_CHARGES = 200_000;

/** What was really taken and given back. */
export class Ledger {
  #charges = new Map<string, Charge>();
  #byReference = new Map<string, Charge>();
  #refunds = new Map<string, { charge: Charge; refund: Refund }>();

  add(charge: Charge): void {
    keep(this.#charges, MOST_CHARGES, charge.id, charge);
    keep(this.#byReference, MOST_CHARGES, `${charge.provider} ${charge.reference}`, charge);
  }

  get(provider: ProviderName, id: string): Charge | undefined {
    const charge = this.#charges.get(id);
    return charge?.provider === provider ? charge : undefined;
  }

  /** The newest that the merchant calls so. */
  byReference(provider: ProviderName, reference: string): Charge | undefined {
    return this.#byReference.get(`${provider} ${reference}`);
  }

  addRefund(charge: Charge, refund: Refund): void {
    charge.refunds.push(refund);
    for (const name of [refund.id, `${charge.provider} ${refund.reference}`]) {
      keep(this.#refunds, MOST_CHARGES, name, { charge, refund });
    }
  }

  getRefund(provider: ProviderName, id: string): { charge: Charge; refund: Refund } | undefined {
    const found = this.#refunds.get(id);
    return found?.charge.provider === provider ? found : undefined;
  }

  /** The newest that the merchant calls so. */
  refundByReference(provider: ProviderName, reference: string) {
    return this.#refunds.get(`${provider} ${reference}`);
  }

  all(): IterableIterator<Charge> {
    return this.#charges.values();
  }

  /** One that was taken before this program started: its name says enough of it to give it back. */
  revive(provider: ProviderName, prefix: string, id: string, now: number, kind = ''): Charge | undefined {
    const known = this.get(provider, id);
    if (known) return known;
    const read = readChargeId(id);
    const scenario = read && scenarioNames[read.scenario];
    if (read?.prefix !== prefix || !scenario) return undefined;
    const charge: Charge = {
      ...blank,
      id,
      provider,
      reference: `before ${id}`,
      amount: read.amount,
      kind,
      instrument: { ...blank.instrument, scenario, lastFour: scenarioOf(scenario).card.slice(-4) },
      at: now,
      capturedAt: now,
      refunds: [],
    };
    this.add(charge);
    return charge;
  }
}

const blank: Omit<Charge, 'id' | 'provider' | 'reference' | 'amount' | 'at' | 'kind' | 'refunds'> = {
  currency: 'EUR',
  merchantAccount: '',
  instrument: {
    scenario: 'success',
    network: 'visa',
    lastFour: '0000',
    expiryMonth: null,
    expiryYear: null,
  },
  customer: null,
  store: false,
  token: null,
  state: 'captured',
  why: null,
  capturedAt: null,
  returnTo: null,
  challengeId: null,
  descriptor: '',
  dispute: null,
  hideToken: false,
  pareq: false,
  lateSuccessMs: undefined,
  webhooks: undefined,
};

/** What was given back, or is about to be. */
export function refundedOf({ refunds }: Charge): number {
  let sum = 0;
  for (const { amount, state } of refunds) if (state !== 'failed') sum += amount;
  return sum;
}

/** Money that went one way or the other. */
export interface Movement {
  kind: 'charge' | 'refund' | 'refund_failed' | Dispute['moves'][number]['kind'];
  at: number;
  /** Above zero where it came to the merchant. */
  amount: number;
  /** The provider's name for it, and the merchant's. */
  id: string;
  reference: string;
}

/** All that a charge moved. Zero amounts move nothing. */
export function movementsOf({ id, reference, amount, capturedAt, dispute, refunds }: Charge): Movement[] {
  if (capturedAt === null || amount === 0) return [];
  const movements: Movement[] = [{ kind: 'charge', at: capturedAt, amount, id, reference }];
  for (const refund of refunds) {
    const { failedAt } = refund;
    if (refund.state === 'pending' || (refund.state === 'failed' && failedAt === undefined)) continue;
    const names = { id: refund.id, reference: refund.reference };
    movements.push({ kind: 'refund', at: refund.at, amount: -refund.amount, ...names });
    if (failedAt !== undefined)
      movements.push({ kind: 'refund_failed', at: failedAt, amount: refund.amount, ...names });
  }
  for (const move of dispute?.moves ?? []) {
    const signed = move.kind === 'chargeback_reversed' ? move.amount : -move.amount;
    movements.push({ kind: move.kind, at: move.at, amount: signed, id: dispute?.id ?? '', reference });
  }
  return movements;
}

/** Whether a bank has the money. */
export function isChargedBack({ dispute }: Charge): boolean {
  const last = dispute?.moves.at(-1);
  return last !== undefined && last.kind !== 'chargeback_reversed';
}
