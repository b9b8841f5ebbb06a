import { networkOf } from '../../../contract/billing/card.ts';
import type { Card, StoredPaymentMethod } from './provider.ts';

/** A card that the provider keeps under this name. */
export function storedCard(token: string, card: Card): StoredPaymentMethod {
  return {
    token,
    network: networkOf(card.number) ?? null,
    lastFour: card.number.slice(-4),
    expiryMonth: card.month,
    expiryYear: card.year,
  };
}

/** The same where the card is out of sight already. */
export function storedToken(token: string): StoredPaymentMethod {
  return { token, network: null, lastFour: null, expiryMonth: null, expiryYear: null };
}
