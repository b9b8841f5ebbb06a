/** What a visitor has allowed to be stored and sent beyond what the site cannot do without. */

import { z } from 'zod';
import { claimed } from '../kernel/claims.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { line } from '../kernel/text.ts';

/** What may be asked about, in the order of the sheet. What is necessary is not asked about: it cannot be declined. */
export const OPTIONAL_CATEGORIES = ['measurement', 'advertising'] as const;
export type OptionalCategory = (typeof OPTIONAL_CATEGORIES)[number];
export type CookieCategory = 'necessary' | OptionalCategory;

export const recordCookieConsent = endpoint({
  host: 'api',
  method: 'POST',
  path: '/log/consent',
  access: 'visitor-or-member',
  beforeConsent: true,
  summary: 'A visitor has chosen what may be stored and measured. The choice goes into the log of consent.',
  body: spelled({
    /** Made by the browser for each choice. Sent again it is the same choice. */
    id: as('id', z.uuid()),
    measurement: as('measurement', z.boolean()),
    advertising: as('advertising', z.boolean()),
    policyVersion: as('policyVersion', line(20).min(1)),
    /** The two buttons of the notice, or the sheet with a switch for each category. */
    way: as('way', z.enum(['notice', 'sheet'])),
    /** The choice that was made before in this browser, which ends with this one. */
    replaces: as('replaces', claimed(z.uuid())),
  }),
  reply: z.object({ result: z.literal('OK') }),
  errors: [],
});
