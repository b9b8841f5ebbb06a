import { z } from 'zod';
import { reportReason } from '#contract/moderation/reports.ts';
import { jobKind } from '#server/platform/jobs/jobs.ts';

/** A host or a companion reports a member to our people. Moderation keeps the report, with what was said until that moment. */
export const saveCompanionReportJob = jobKind(
  'moderation.saveCompanionReport',
  z.object({
    brandId: z.uuid(),
    reportId: z.uuid(),
    companionId: z.uuid(),
    memberId: z.uuid(),
    reason: reportReason,
    text: z.string(),
    /** In milliseconds since 1970. */
    at: z.int(),
  }),
);
export type MemberReported = z.output<typeof saveCompanionReportJob.payload>;
