import { z } from 'zod';
import { OWN_REPORTS_SHOWN, REPORT_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, profileKind, trackerId } from '../kernel/fields.ts';
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
  summary: 'Reports a profile. Our people look at it.',
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

const ownReport = z.object({
  id: z.uuid(),
  /** As they are called now. */
  screenName: z.string().max(60),
  kind: profileKind,
  reason: reportReason,
  at: epochMilliseconds,
  /** What our people have decided: nothing yet, that something was wrong, or that nothing was. */
  outcome: z.enum(['open', 'upheld', 'dismissed']),
  decidedAt: epochMilliseconds.nullable(),
});
export type OwnReport = z.output<typeof ownReport>;

export const listOwnReports = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/reports',
  access: 'member',
  owner: 'trackerId',
  params: z.object({ trackerId }),
  summary: 'What I have reported and what was decided, newest first.',
  reply: z.object({ reports: z.array(ownReport).max(OWN_REPORTS_SHOWN) }),
  errors: [],
});
