/** What a brand's public page of figures says. Every figure is computed by the server and cannot be edited. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { cents, epochMilliseconds } from '../kernel/fields.ts';

/** Below so many people, replies, reports or refunds there is no figure: it would tell of single persons. */
export const TRUST_SHOWN_FROM = 10;
/** Below so many minutes of measuring there is no figure of uptime. */
export const UPTIME_SHOWN_FROM = 60;
export const TRUST_MONTHS = 12;

const count = z.int().min(0);
const seconds = z.int().min(0);
const share = z.number().min(0).max(1);

/** A figure is null where there is not enough to count. */
const trustFigures = z.object({
  /** Profiles that others can see, by who answers for them. */
  memberProfiles: count.nullable(),
  staffProfiles: count,
  aiProfiles: count,
  /** Half of the replies of the last 30 days came within so many seconds. */
  hostReplySeconds: seconds.nullable(),
  memberReplySeconds: seconds.nullable(),
  /** Of the reports of the last 90 days, those that were decided within 24 hours. */
  reportsInTime: share.nullable(),
  /** Given back in the last 90 days. */
  refunds: count.nullable(),
  refundedCents: cents.nullable(),
  /** Of the minutes of the last 30 days, those in which the service was up. */
  uptime: share.nullable(),
});
export type TrustFigures = z.output<typeof trustFigures>;

export const readTrust = endpoint({
  host: 'api',
  method: 'GET',
  path: '/trust',
  access: 'visitor',
  summary: 'The newest figures of this brand, and the last ones of each of the last twelve months.',
  shared: { by: 'brand', seconds: 60 },
  reply: z.object({
    /** Null until they were computed for the first time. */
    latest: z
      .object({
        day: z.iso.date(),
        computedAt: epochMilliseconds,
        /** Since when it is measured whether the service is up. */
        measuredSince: epochMilliseconds.nullable(),
        figures: trustFigures,
      })
      .nullable(),
    /** Oldest first; `month` is its year and number. */
    months: z
      .array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), figures: trustFigures }))
      .max(TRUST_MONTHS),
  }),
  errors: [],
});
export type Trust = z.output<typeof readTrust.reply>;
