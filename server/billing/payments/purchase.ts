import type { Language, Country } from '../../../contract/kernel/constants.ts';
import type { PurchaseKind } from '../../../contract/billing/orders.ts';

/** A purchase as its row says it, with what its plan gives. */
export interface Purchase {
  brandId: string;
  id: string;
  accountId: string;
  kind: PurchaseKind;
  productId: string | null;
  version: number | null;
  flowId: string;
  language: Language;
  country: Country;
  amountCents: number;
  creditCents: number;
  credits: number;
  state: 'created' | 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'expired';
  subscriptionId: string | null;
  period: number | null;
}

export type AttemptState =
  | 'created'
  | 'requires_action'
  | 'processing'
  | 'unknown'
  | 'declined'
  | 'error'
  | 'authorised'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'
  | 'charged_back';
