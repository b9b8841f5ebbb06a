import type { StoredPaymentMethod } from '../provider.ts';
import type { AdditionalData } from './wire.ts';

/** Adyen's name for it is old in some answers and new in others. */
const tokenNames = ['tokenization.storedPaymentMethodId', 'recurring.recurringDetailReference'];

/** The payment method that was kept with a charge, where the answer or the webhook says so. */
export function readStoredPaymentMethod(
  data: AdditionalData | undefined,
  brand: string | undefined,
): StoredPaymentMethod | null {
  const text = (name: string) => (typeof data?.[name] === 'string' ? data[name] : undefined);
  const token = tokenNames.map(text).find((value) => value && value.length <= 500);
  if (!token) return null;
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(text('expiryDate') ?? '') ?? [];
  const expiryMonth = Number(month);
  return {
    token,
    network: networkOf(brand ?? text('paymentMethod')),
    lastFour: /^\d{4}$/.exec(text('cardSummary') ?? '')?.[0] ?? null,
    ...(expiryMonth >= 1 && expiryMonth <= 12
      ? { expiryMonth, expiryYear: Number(year) }
      : { expiryMonth: null, expiryYear: null }),
  };
}

/** A card in a wallet is called after both: `visa_applepay`. */
export function networkOf(brand: string | undefined): string | null {
  const [name] = (brand ?? '').toLowerCase().split('_', 1);
  if (!name || name.length > 20) return null;
  return name === 'mc' ? 'mastercard' : name;
}
