import type { InputOf } from '../../contract/endpoint.ts';
import type { logClient } from '../../contract/tracking.ts';
import type { VisitorContext } from '../core/app.ts';
import { redact } from '../core/log.ts';

/** A browser's own fault goes to the log, as data that nobody trusts. */
export function recordClientFault(
  { log, brand, userAgent }: VisitorContext,
  report: InputOf<typeof logClient>,
) {
  const texts = Object.fromEntries(
    Object.entries(report).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  );
  log.warn({ brand: brand.key, userAgent, report: texts }, 'a browser reports a fault');
  return { result: 'OK' as const };
}
