import type { ChargeDetails } from '../../../../contract/orders.ts';
import type { User } from '../../../../contract/user.ts';
import type { Shell } from '../../lib/boot.ts';

/** What comes with every charge: who sells, who buys, and what a bank wants to know of the browser. */
export function chargeFacts(
  { brand }: Pick<Shell, 'brand'>,
  user: Pick<User, 'email' | 'city'>,
): ChargeDetails {
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
