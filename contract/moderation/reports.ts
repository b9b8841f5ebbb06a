import { z } from 'zod';
import { REPORT_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { writing } from '../kernel/text.ts';
import { profileId } from '../profile/people.ts';

export const reportReason = z.enum(['fake', 'rude', 'money', 'underage', 'photo', 'other']);
export type ReportReason = z.output<typeof reportReason>;

export const reportPerson = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/:trackerId/reports',
  access: 'member',
  owner: 'trackerId',
  params: z.object({ trackerId }),
  summary: 'Something is wrong with somebody. Our people look at it.',
  body: z.object({
    profileId,
    reason: reportReason,
    text: writing(REPORT_MAX_LETTERS),
    /** Block them as well. */
    block: z.boolean(),
    /** Our people may read the last messages between the two. */
    withMessages: z.boolean().optional(),
  }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['block.too_many'],
});
