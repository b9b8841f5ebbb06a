/** What pages and visitors report: adverts they came by, what they did, faults of their browsers. Nobody trusts it. */

import { PAGE_TIMES } from '../../contract/insight/tracking.ts';
import type {
  importClick as importClickEndpoint,
  logClient as logClientEndpoint,
  logEvent as logEventEndpoint,
  logEvents as logEventsEndpoint,
} from '../../contract/insight/tracking.ts';
import type { InputOf } from '../../contract/kernel/endpoint.ts';
import type { VisitorContext } from '../app.ts';
import { recordEvent, recordEvents } from '../platform/analytics-events.ts';
import { redact } from '../platform/telemetry/log.ts';

/**
 * Nobody need be signed in to leave a row behind, so those of one network are counted, each row by itself: a call may bring
 * fifty of them.
 */
export function countRows({ app: { limits }, ip }: VisitorContext, rows: number): Promise<void> {
  return limits.hit('loggedRowsAddress', ip, rows);
}

/** The tracker id may be anybody's, so no account is looked up by it. */
export async function logEvent(
  context: VisitorContext,
  { trackerId, profileId, type }: InputOf<typeof logEventEndpoint>,
) {
  await countRows(context, 1);
  const { app, brandId } = context;
  const { db, clock } = app;
  await recordEvent(db, { brandId, type, at: clock.now(), trackerId, profileId });
  return { result: 'OK' as const };
}

export async function logEvents(
  context: VisitorContext,
  { trackerId, events }: InputOf<typeof logEventsEndpoint>,
) {
  await countRows(context, events.length);
  const { app, brandId } = context;
  const { db, clock } = app;
  const now = clock.now().getTime();
  await recordEvents(
    db,
    events.map(({ type, profileId, detail, ago }) => ({
      brandId,
      type,
      at: new Date(now - ago),
      trackerId,
      profileId,
      details: { detail },
    })),
  );
  return { result: 'OK' as const };
}

/** Somebody came from an advert. */
export async function importClick(
  context: VisitorContext,
  { trackerId, campaign, page }: InputOf<typeof importClickEndpoint>,
) {
  await countRows(context, 1);
  const { app, brandId } = context;
  const { db, clock } = app;
  await recordEvent(db, {
    brandId,
    type: 'advert_clicked',
    at: clock.now(),
    trackerId,
    details: { campaign, page },
  });
  return { result: 'OK' as const };
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
