import { hash, randomBytes } from 'node:crypto';
import type { ProviderName } from '#contract/billing/providers.ts';
import { DAY } from '#server/platform/clock.ts';
import type { ShiftedClock } from './agenda.ts';
import type { Bank, BankEvent } from './bank.ts';
import { keep } from './collections.ts';
import type { Faults, WebhookFault } from './faults.ts';
import type { Facade, Reply } from './http.ts';
import type { ProcessorKeys } from './keys.ts';
import type { Charge } from './ledger.ts';
import type { Message } from './webhooks.ts';

/** What every façade stands on. */
export interface StandInContext {
  origin: string;
  keys: ProcessorKeys;
  bank: Bank;
  faults: Faults;
  announce: Announce;
}

/** Tells the merchant something, signed with the keys that it is called with. */
type Announce = (
  about: { provider: ProviderName; reference: string; queue: string; at: number },
  make: (keys: ProcessorKeys) => Message,
  fault: WebhookFault | undefined,
) => void;

/** A stand-in for one provider. */
export interface StandIn {
  /** Where it answers, below the origin of the processor. */
  path: string;
  create(context: StandInContext): Facade;
  /** The webhooks that it sends of an event. */
  messages(bankEvent: BankEvent, keys: ProcessorKeys, origin: string): Message[];
  /** Sends the browser back from the bank's page; missing where the provider has no such page. */
  sendBack?: SendBack;
}

/** How a provider sends the browser back to the merchant, once the bank knows. */
export type SendBack = (charge: Charge, form: URLSearchParams) => Reply;

/** The text of a field; undefined where it is missing, empty or no text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

const MOST_KEPT = 100_000;

/** Answers the same question the same way, by a key that the merchant gives it. */
export class Once {
  #clock: ShiftedClock;
  #lasts: number;
  #answers = new Map<string, { print: string; reply: Reply; at: number }>();
  // Without it, the prints would give away which card was in the body.
  #salt = randomBytes(16).toString('hex');

  constructor(clock: ShiftedClock, days: number) {
    this.#clock = clock;
    this.#lasts = days * DAY;
  }

  /** Only what is not a fault of ours is remembered. */
  do(key: string | undefined, content: string, conflict: () => Reply, work: () => Reply): Reply {
    if (key === undefined) return work();
    const print = hash('sha256', this.#salt + content, 'base64url');
    const now = this.#clock.time();
    const known = this.#answers.get(key);
    if (known && now - known.at < this.#lasts) return known.print === print ? known.reply : conflict();
    const reply = work();
    if (reply.status < 500) {
      this.#answers.delete(key);
      keep(this.#answers, MOST_KEPT, key, { print, reply, at: now });
    }
    return reply;
  }
}
