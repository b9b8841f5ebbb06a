import { z } from 'zod';
import { jobKind } from '../../platform/jobs/jobs.ts';

/**
 * An AI companion owes an answer. Added with the message that waits for it, under the conversation's id as its key: so
 * messages that come before the answer has begun are answered together.
 */
export const answerJob = jobKind(
  'companion.answer',
  z.object({ brandId: z.uuid(), conversationId: z.uuid() }),
  {
    maxAttempts: 6,
  },
);
