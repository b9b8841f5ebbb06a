/** Walking a flow as it is drafted. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, flowId, gender, premiumLevel } from '../kernel/fields.ts';
import { code } from '../kernel/text.ts';

/** What the member has left: all that newcomers get, or nothing, so that paywalls open. */
export const walkCredits = ['newcomer', 'none'] as const;

export const startWalk = endpoint({
  host: 'staff',
  access: 'staff',
  method: 'POST',
  path: '/brands/:brand/walks',
  right: 'flows.edit',
  summary:
    'Makes a member who does not exist, in the flow as it is drafted, and a link that is good once. They are seen by nobody, pay nothing, and are erased after an hour.',
  params: z.object({ brand: code(32).min(1) }),
  body: z.object({ flowId, level: premiumLevel, credits: z.enum(walkCredits), gender }),
  reply: z.object({ address: z.string().max(5_000), endsAt: epochMilliseconds }),
  errors: ['brand.invalid', 'walk.no_site'],
});
