import type { InputOf } from '../../contract/kernel/endpoint.ts';
import type { importClick as clickEndpoint, logEvent as endpoint } from '../../contract/insight/tracking.ts';
import type { VisitorContext } from '../app.ts';
import { recordEvent } from './record-event.ts';

/** A visitor's word for something, under a tracker id that may be anybody's: noted, and no account is looked up. */
export async function logEvent(
  { db, brandId, clock }: VisitorContext,
  { trackerId, profileId, type }: InputOf<typeof endpoint>,
) {
  await recordEvent(db, { brandId, type, at: clock.now(), trackerId, profileId });
  return { result: 'OK' as const };
}

/** Somebody came from an advert. */
export async function importClick(
  { db, brandId, clock }: VisitorContext,
  { trackerId, campaign, page }: InputOf<typeof clickEndpoint>,
) {
  await recordEvent(db, {
    brandId,
    type: 'advert_clicked',
    at: clock.now(),
    trackerId,
    details: { campaign, page },
  });
  return { result: 'OK' as const };
}
