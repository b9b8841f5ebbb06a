/** What browsers report of themselves: faults, how long a page took, where they are. It is not trusted. */

import { PAGE_TIMES } from '#contract/insight/tracking.ts';
import type { logClient as logClientEndpoint } from '#contract/insight/tracking.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import type { VisitorContext } from '#server/app.ts';
import { redact } from '#server/platform/telemetry/log.ts';

/**
 * No session is needed to leave a row behind, so those of one network are counted, each row by itself: a call may have
 * fifty of them.
 */
export function countRows({ app: { limits }, ip }: VisitorContext, rows: number): Promise<void> {
  return limits.hit('loggedRowsAddress', ip, rows);
}

/** A browser's own fault goes to the log, and so do the times of a page. */
export async function recordClientFault(context: VisitorContext, report: InputOf<typeof logClientEndpoint>) {
  await countRows(context, 1);
  const { app, brand, userAgent } = context;
  const { log } = app;
  const texts = Object.fromEntries(
    Object.entries(report).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );
  const entry = { brand: brand.key, userAgent, report: texts };
  if (report.subject === PAGE_TIMES) log.info(entry, 'a browser tells how long a page took');
  else log.warn(entry, 'a browser reports a fault');
  return { result: 'OK' as const };
}

export function readAddress({ ip, userAgent }: VisitorContext) {
  return { ip, userAgent };
}
