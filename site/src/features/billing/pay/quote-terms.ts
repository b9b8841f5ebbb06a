import type { Quote } from '../../../../../contract/billing/orders.ts';
import { type PurchaseTerms, purchaseTerms } from '../../../../../contract/billing/purchase-terms.ts';
import type { Country } from '../../../../../contract/countries/list.ts';
import type { Language } from '../../../../../contract/kernel/constants.ts';

interface Seller {
  language: Language;
  country: Country;
  descriptor: string;
}

/** What is agreed to by pressing the button, in the very words that the server will look for. */
export function termsOf(quote: Quote, seller: Seller, keepForLater = false): PurchaseTerms {
  const { kind, purchase, name, amountCents, creditCents, credits, renewalCents, period } = quote;
  return purchaseTerms({
    ...seller,
    kind: kind === 'later' ? 'later' : purchase,
    plan: name === null ? null : { name, renewalCents, period },
    amountCents,
    creditCents,
    credits,
    keepForLater,
  });
}
