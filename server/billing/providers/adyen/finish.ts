import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fail } from '../../../../contract/kernel/errors.ts';
import type { Verdict } from '../provider.ts';
import { call, readAs } from './calls.ts';
import type { AdyenSettings } from './calls.ts';
import { readVerdict } from './read-verdict.ts';
import { paymentAnswer } from './wire.ts';

const RETRY_SECONDS = 5;

/** The bank's page sent the member back with a result that only Adyen can read. */
export async function finish(
  settings: AdyenSettings,
  redirectResult: string,
): Promise<{ attemptId: string; verdict: Verdict } | undefined> {
  const reply = await call(settings, {
    path: '/payments/details',
    body: { details: { redirectResult } },
    // The same result asked about twice, by two tabs or by a repeat, is one question.
    key: createHash('sha256').update(redirectResult).digest('hex'),
  });
  if (reply.kind === 'refused') return undefined;
  const answer = reply.kind === 'done' ? readAs(paymentAnswer, reply.json) : undefined;
  // Which charge it is about only the answer says. The page may ask again, and the webhook tells it in any case.
  if (!answer) return fail('server.unavailable', { retryAfter: RETRY_SECONDS });
  const attemptId = z.uuid().safeParse(answer.merchantReference).data;
  return attemptId === undefined ? undefined : { attemptId, verdict: readVerdict(answer) };
}
