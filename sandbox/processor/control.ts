import { z } from 'zod';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Agenda, ShiftedClock } from './agenda.ts';
import type { Bank, DisputeChange } from './bank.ts';
import { fault } from './faults.ts';
import type { FaultRequest, Faults } from './faults.ts';
import { json } from './http.ts';
import type { Call, Reply } from './http.ts';
import { isChargedBack, refundedOf } from './ledger.ts';
import type { Charge, Refund } from './ledger.ts';
import type { LoggedEvent, Webhooks } from './webhooks.ts';

interface About {
  provider?: string | undefined;
  /** What the merchant calls the charge. */
  reference?: string | undefined;
}

export type ChargeSummary = Pick<
  Charge,
  'id' | 'provider' | 'reference' | 'amount' | 'currency' | 'state' | 'why' | 'at' | 'customer' | 'token'
> & {
  scenario: string;
  lastFour: string;
  /** What was given back, or is about to be. */
  refunded: number;
  refunds: Pick<Refund, 'id' | 'reference' | 'amount' | 'state'>[];
  disputed: boolean;
};

/** What tests do to the stand-in and ask of it; over HTTP under `/control`. */
export interface Control {
  /** Lets something go wrong. */
  fail(request: FaultRequest): void;
  clearFaults(): void;
  /** A provider answers no request any more until it is released; then it does all that it was asked for. */
  hang(provider: ProviderName): void;
  release(provider: ProviderName): void;
  /** Moves its clock. */
  advance(ms: number): void;
  /** Does what has come due by a clock that was moved elsewhere. It looks by itself every moment, too. */
  look(): void;
  /** What was really taken and given back, oldest first. */
  charges(about?: About): ChargeSummary[];
  /** All webhooks, sent or not, oldest first. */
  events(about?: About): LoggedEvent[];
  /** Sends a webhook once more; resolves to the status that it was answered with. */
  replay(eventId: number): Promise<number>;
  /** Once all webhooks are sent, or given up; at once where no merchant listens. */
  settled(): Promise<void>;
  /** The holder complains at their bank. */
  dispute(reference: string, change: DisputeChange): void;
}

interface Parts {
  bank: Bank;
  faults: Faults;
  webhooks: Webhooks;
  agenda: Agenda;
  clock: ShiftedClock;
  held: HeldCalls;
}

/** Calls to providers that hang. */
export class HeldCalls {
  readonly #released = new Map<ProviderName, PromiseWithResolvers<void>>();

  hang(provider: ProviderName): void {
    if (!this.#released.has(provider)) this.#released.set(provider, Promise.withResolvers());
  }

  release(provider: ProviderName): void {
    this.#released.get(provider)?.resolve();
    this.#released.delete(provider);
  }

  /** Ends when the provider answers again. */
  async wait(provider: ProviderName): Promise<void> {
    await this.#released.get(provider)?.promise;
  }
}

export function createControl({ bank, faults, webhooks, agenda, clock, held }: Parts): Control {
  const chargesOf = ({ provider, reference }: About) =>
    [...bank.ledger.all()].filter(
      (charge) =>
        (!provider || charge.provider === provider) && (!reference || charge.reference === reference),
    );
  return {
    fail: (request) => faults.add(request),
    clearFaults: () => faults.clear(),
    hang: (provider) => held.hang(provider),
    release: (provider) => held.release(provider),
    advance(ms) {
      clock.advance(ms);
      agenda.look();
    },
    look: () => agenda.look(),
    charges: (about = {}) => chargesOf(about).map(summarise),
    events: (about) => webhooks.events(about),
    replay: (eventId) => webhooks.replay(eventId),
    settled: () => webhooks.settled(),
    dispute(reference, change) {
      for (const charge of chargesOf({ reference })) bank.dispute(charge, change);
    },
  };
}

function summarise(charge: Charge): ChargeSummary {
  const { id, provider, reference, amount, currency, state, why, at, customer, token, instrument } = charge;
  return {
    id,
    provider,
    reference,
    amount,
    currency,
    state,
    why,
    at,
    customer,
    token,
    scenario: instrument.scenario,
    lastFour: instrument.lastFour,
    refunded: refundedOf(charge),
    refunds: charge.refunds.map((refund) => ({
      id: refund.id,
      reference: refund.reference,
      amount: refund.amount,
      state: refund.state,
    })),
    disputed: isChargedBack(charge),
  };
}

const bodies = {
  hang: z.object({ provider: providerName }),
  clock: z.object({ advanceMs: z.int().min(0) }),
  replay: z.object({ id: z.int() }),
  webhooks: z.object({ origin: z.url({ protocol: /^http$/ }) }),
  dispute: z.object({
    reference: z.string().min(1),
    change: z.enum(['announced', 'lost', 'reversed', 'lost_again']).default('lost'),
  }),
};

export async function answerControl(control: Control, webhooks: Webhooks, call: Call): Promise<Reply> {
  const { method, path, query } = call;
  const about = {
    provider: query.get('provider') ?? undefined,
    reference: query.get('reference') ?? undefined,
  };
  try {
    switch (`${method} ${path}`) {
      case 'GET charges':
        return json(200, control.charges(about));
      case 'GET events':
        return json(200, control.events(about));
      case 'POST faults':
        control.fail(fault.parse(JSON.parse(call.body)));
        return json(200, { ok: true });
      case 'DELETE faults':
        control.clearFaults();
        return json(200, { ok: true });
      case 'POST hang':
        control.hang(bodies.hang.parse(JSON.parse(call.body)).provider);
        return json(200, { ok: true });
      case 'POST release':
        control.release(bodies.hang.parse(JSON.parse(call.body)).provider);
        return json(200, { ok: true });
      case 'POST clock':
        control.advance(bodies.clock.parse(JSON.parse(call.body)).advanceMs);
        return json(200, { ok: true });
      case 'POST replay':
        return json(200, { status: await control.replay(bodies.replay.parse(JSON.parse(call.body)).id) });
      case 'POST settled':
        await control.settled();
        return json(200, { ok: true });
      case 'POST webhooks':
        webhooks.sendTo(bodies.webhooks.parse(JSON.parse(call.body)).origin);
        return json(200, { ok: true });
      case 'POST dispute': {
        const { reference, change } = bodies.dispute.parse(JSON.parse(call.body));
        control.dispute(reference, change);
        return json(200, { ok: true });
      }
      default:
        return json(404, { error: 'There is no such control.' });
    }
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) {
      return json(400, { error: error.message });
    }
    throw error;
  }
}
