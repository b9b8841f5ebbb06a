import { importClick, readAddress } from '../../../contract/insight/tracking.ts';
import { call } from './api.ts';
import type { Shell } from './boot.ts';
import { cookiesAccepted } from './cookie-choice.ts';
import { type Arrival, landingName } from './landing.ts';
import { storage } from './storage.ts';

/** Tells of an advert's click, and asks for the network address where the brand's partners are paid by it. */
export async function announceArrival(arrival: Arrival, brand: Shell['brand']): Promise<void> {
  await Promise.allSettled([
    arrival.click && announceClick(arrival.click, brand),
    brand.affiliation && arrival.addressUnknown && noteAddress(),
  ]);
}

/** That a campaign was clicked says nothing about the person. Who clicked it is told only with consent. */
async function announceClick(campaign: string, { cookieConsent }: Shell['brand']): Promise<void> {
  const trackerId = cookiesAccepted(cookieConsent?.policyVersion) ? storage.get('trackerId') : undefined;
  const page = landingName(location.pathname);
  await call(importClick, { campaign, page, ...(trackerId && { trackerId }) }, { keepalive: true });
}

async function noteAddress(): Promise<void> {
  const { ip, userAgent } = await call(readAddress, {});
  storage.set('ip', ip);
  storage.set('userAgent', userAgent);
}
