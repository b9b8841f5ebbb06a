/**
 * What visitors do, as far as only their browsers know it, and the adverts they came by. It is not trusted, and the tracker id
 * may be any visitor's, so no account is looked up by it. Whose it was is kept only where the log of consent allows that, whatever
 * sent it: our pages ask before, other programs need not.
 */

import type {
  importClick as importClickEndpoint,
  logEvent as logEventEndpoint,
  logEvents as logEventsEndpoint,
} from '#contract/insight/tracking.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { recordEvent, recordEvents } from '#server/analytics/events.ts';
import type { VisitorContext } from '#server/app.ts';
import { isMeasured } from './cookie-consent.ts';
import { countRows } from './tracking.ts';

export async function logEvent(
  context: VisitorContext,
  { trackerId, consentId, profileId, type }: InputOf<typeof logEventEndpoint>,
) {
  const event = { type, ago: 0, ...(profileId !== undefined && { profileId }) };
  return logEvents(context, { trackerId, consentId, events: [event] });
}

export async function logEvents(
  context: VisitorContext,
  { trackerId, consentId, events }: InputOf<typeof logEventsEndpoint>,
) {
  await countRows(context, events.length);
  const { app, brandId } = context;
  if (!(await isMeasured(context, consentId))) return { result: 'OK' as const };
  const now = app.clock.now().getTime();
  await recordEvents(
    app.db,
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

/** A visitor came from an advert, which says nothing of them. */
export async function importClick(
  context: VisitorContext,
  { trackerId, consentId, campaign, page }: InputOf<typeof importClickEndpoint>,
) {
  await countRows(context, 1);
  const { app, brandId } = context;
  await recordEvent(app.db, {
    brandId,
    type: 'advert_clicked',
    at: app.clock.now(),
    trackerId: (await isMeasured(context, consentId)) ? trackerId : undefined,
    details: { campaign, page },
  });
  return { result: 'OK' as const };
}
