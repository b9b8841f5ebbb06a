import type { Bank } from './bank.ts';
import type { Faults } from './faults.ts';
import type { ProcessorKeys } from './keys.ts';
import type { ProviderName } from '../../contract/billing/providers.ts';
import type { WebhookFault } from './faults.ts';
import type { Once } from './once.ts';
import type { Message } from './webhooks.ts';

/** What every façade stands on. */
export interface Backstage {
  origin: string;
  keys: ProcessorKeys;
  bank: Bank;
  faults: Faults;
}

/** The same for one who takes idempotency keys. */
export interface KeyedBackstage extends Backstage {
  once: Once;
}

/** Tells the merchant something, signed with the keys that it is called with. */
export type Announce = (
  about: { provider: ProviderName; reference: string; lane: string; at: number },
  make: (keys: ProcessorKeys) => Message,
  fault: WebhookFault | undefined,
) => void;

/** The text of a field; undefined where it is missing, empty or no text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}
