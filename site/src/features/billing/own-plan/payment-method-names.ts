import type { CardOnFile } from '../../../../../contract/billing/member-billing.ts';

/** Names that are the same in every language. */
const networks: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  maestro: 'Maestro',
};
const wallets = { paypal: 'PayPal', googlepay: 'Google Pay', applepay: 'Apple Pay' } as const;

/** What a payment method is called; undefined where only that it is a card is known. */
export function paymentMethodName({
  kind,
  network,
}: Pick<CardOnFile, 'kind' | 'network'>): string | undefined {
  const known = network === null ? undefined : (networks[network.toLowerCase()] ?? network);
  if (kind === 'card') return known;
  return known ? `${wallets[kind]}, ${known}` : wallets[kind];
}

/** As it is embossed: 03/30. */
export function expiryText({ expiryMonth, expiryYear }: Pick<CardOnFile, 'expiryMonth' | 'expiryYear'>) {
  if (expiryMonth === null || expiryYear === null) return undefined;
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`;
}
