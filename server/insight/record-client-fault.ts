import type { InputOf } from '../../contract/kernel/endpoint.ts';
import { PAGE_TIMES } from '../../contract/insight/tracking.ts';
import type { logClient } from '../../contract/insight/tracking.ts';
import type { VisitorContext } from '../app.ts';
import { redact } from '../platform/telemetry/log.ts';

/** A browser's own fault goes to the log, as data that nobody trusts, and so do the times of a page. */
export function recordClientFault(
  { log, brand, userAgent }: VisitorContext,
  report: InputOf<typeof logClient>,
) {
  const texts = Object.fromEntries(
    Object.entries(report).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );
  const entry = { brand: brand.key, userAgent, report: texts };
  if (report.subject === PAGE_TIMES) log.info(entry, 'a browser tells how long a page took');
  else log.warn(entry, 'a browser reports a fault');
  return { result: 'OK' as const };
}
