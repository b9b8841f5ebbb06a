import type { User } from '../../../../../contract/account/user.ts';
import type { ChargeDetails } from '../../../../../contract/billing/charges.ts';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import { type PurchaseTerms, termsText } from '../../../../../contract/billing/purchase-terms.ts';
import type { Flow } from '../../../../../contract/brand/flow.ts';
import { PLAIN_FLOW_ID } from '../../../../../contract/kernel/constants.ts';
import type { Shell } from '../../../shell/boot.ts';

/** What comes with every charge: who sells, who buys, and what a bank wants to know of the browser. */
function chargeFacts({ brand }: Pick<Shell, 'brand'>, user: Pick<User, 'email' | 'city'>): ChargeDetails {
  return {
    country: brand.country,
    descriptor: brand.descriptor,
    paymentCompany: brand.paymentCompany,
    domain: location.hostname,
    email: user.email,
    ...(user.city !== null && { city: user.city }),
    language: navigator.language,
    screenHeight: screen.height,
    screenWidth: screen.width,
    timeZone: new Date().getTimezoneOffset(),
    userAgent: navigator.userAgent.slice(0, 1_000),
    javaEnabled: false,
    scriptEnabled: true,
    colourDepth: screen.colorDepth,
  };
}

/** Whether a flow wants its box ticked before anything is paid. */
export function wantsDisclaimer({ id }: Pick<Flow, 'id'>): boolean {
  return id === PLAIN_FLOW_ID;
}

interface Agreed {
  flow: Pick<Flow, 'id'>;
  quote: Quote;
  terms: PurchaseTerms;
}

/** The same with what is bought, and the words that were agreed to by pressing the button. */
export function chargeDetails(
  shell: Pick<Shell, 'brand'>,
  user: Pick<User, 'email' | 'city'>,
  { flow, quote, terms }: Agreed,
): ChargeDetails {
  return {
    ...chargeFacts(shell, user),
    ...(quote.productId !== null && { productId: quote.productId }),
    terms: termsText(terms),
    ...(wantsDisclaimer(flow) && { disclaimer: true }),
  };
}
