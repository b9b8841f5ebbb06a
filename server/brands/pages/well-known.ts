/** What tools look for at addresses that are the same everywhere: whom to tell of a hole, and where a password is changed. */

import { countries } from '#contract/countries/list.ts';
import type { VisitorContext } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';

/** RFC 9116 asks for less than a year; a file that is not maintained any more should soon be known to be old. */
const VALID_DAYS = 180;

/** Whom researchers write to who have found a hole, by RFC 9116. */
export function securityText({
  app,
  brand,
  origin,
}: Pick<VisitorContext, 'app' | 'brand' | 'origin'>): string {
  const { legal, support, country } = brand.settings;
  const { email, languages } = legal.contactPoint ?? {
    email: support.email,
    languages: [countries[country].language],
  };
  const expires = new Date(app.clock.now().getTime() + VALID_DAYS * DAY);
  expires.setUTCHours(0, 0, 0, 0);
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** The panel of the profile in which a password is changed, by the W3C's "A Well-Known URL for Changing Passwords". */
export const CHANGE_PASSWORD_PAGE = '/profile#password';
