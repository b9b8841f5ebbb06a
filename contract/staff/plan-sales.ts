/** What was sold of a plan: by versions, because what was sold never changes. */

import { z } from 'zod';
import { period } from '../brand/flow.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { cents, credits, epochMilliseconds, premiumLevel } from '../kernel/fields.ts';
import { code, word } from '../kernel/text.ts';

const soldVersion = z.object({
  version: z.int().min(1),
  publishedAt: epochMilliseconds,
  priceCents: cents,
  totalCents: cents,
  credits,
  promoCredits: credits,
  level: premiumLevel,
  /** Null for what is bought once. */
  period: period.nullable(),
  /** How often it was bought, renewals not counted. */
  bought: z.int(),
  /** How many plans renew on it next. */
  renewing: z.int(),
});
export type SoldVersion = z.output<typeof soldVersion>;

export const readPlanSales = endpoint({
  host: 'staff',
  access: 'staff',
  method: 'GET',
  path: '/brands/:brand/plans/:productId/sales',
  right: 'flows.edit',
  summary:
    'The versions of a plan that could be bought, newest first: how often each was, and how many renew on it.',
  params: z.object({ brand: code(32).min(1), productId: word(64, /^[a-z0-9][a-z0-9_-]{1,63}$/) }),
  reply: z.object({ versions: z.array(soldVersion).max(200) }),
  errors: [],
});
