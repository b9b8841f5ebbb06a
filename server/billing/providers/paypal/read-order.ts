import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import { readMajorUnits } from '../amounts.ts';
import { readOwnId } from '../answers.ts';
import { storedToken } from '../kept-card.ts';
import type { StoredPaymentMethod, Verdict } from '../provider.ts';
import type { Amount, Capture, Order } from './wire.ts';

/** PayPal says something about a payment that does not agree with what we asked for. */
export class WrongPayment extends Error {
  override readonly name = 'WrongPayment';
}

type Settled = Exclude<Verdict, { state: 'requires_action' }>;

export function readEuros({ currency_code: currency, value }: Amount): number {
  const cents = readMajorUnits(value);
  if (currency !== CURRENCY || cents === undefined)
    throw new WrongPayment('PayPal took something else than euros');
  return cents;
}

/** Whose order it is. */
export function ownerOf({ purchase_units: [unit] }: Order): string | null {
  return readOwnId(unit?.custom_id);
}

/** What is asked for, before any of it is taken. */
export function askedOf({ purchase_units: [unit] }: Order): number | undefined {
  return unit?.amount && readEuros(unit.amount);
}

/** How the money stands. Undefined where none was taken yet. The order's name stays that of the charge. */
export function readCaptures({
  id,
  purchase_units: [unit],
  payment_source: source,
}: Order): Settled | undefined {
  const captures = unit?.payments?.captures ?? [];
  const capture =
    captures.find(wasTaken) ?? captures.find(({ status }) => status === 'PENDING') ?? captures[0];
  return capture && readCapture(capture, id, readVault(source));
}

export function readCapture(
  capture: Capture,
  reference: string,
  stored: StoredPaymentMethod | null,
): Settled {
  const amountCents = readEuros(capture.amount);
  if (wasTaken(capture)) return { state: 'captured', reference, amountCents, stored };
  if (capture.status === 'PENDING') return { state: 'processing', reference };
  return { state: 'declined', reference, outcome: 'insufficient_funds', dropToken: false };
}

/** What was given back later was taken first. */
function wasTaken({ status }: Capture): boolean {
  return ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);
}

function readVault(source: Order['payment_source']): StoredPaymentMethod | null {
  const vault = source?.paypal?.attributes?.vault;
  // One that is only approved gets its name later, by a webhook.
  return vault?.id && vault.status === 'VAULTED' ? storedToken(vault.id) : null;
}

/** Where the member goes on at PayPal's. */
export function readStep({ id, links }: Order): Verdict | undefined {
  const link = links.find(({ rel }) => rel === 'payer-action') ?? links.find(({ rel }) => rel === 'approve');
  if (!link || !URL.canParse(link.href) || !/^https?:/.test(link.href)) return undefined;
  const step = { type: 'redirect', url: link.href, method: 'GET', fields: {} } as const;
  return { state: 'requires_action', reference: id, step };
}
