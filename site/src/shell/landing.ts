import type { Boot } from '#contract/brand/boot.ts';
import { HIDDEN_RELOAD_MS, LANDED_TIME_IDLE_MS, LANDED_TIME_MAX_MS } from '#contract/kernel/constants.ts';
import { DEFAULT_SOURCE, landingParameters } from '#contract/kernel/storage-keys.ts';
import { isTrackerId } from '#contract/kernel/tracker-id.ts';
import { storage } from './storage.ts';

const TEXT_LIMIT = 128;

type Storage = Pick<typeof storage, 'get' | 'set'>;
type Parameter = keyof typeof landingParameters;

interface Landing {
  storage: Storage;
  search: string;
  country: string;
  userAgent: string;
  now: number;
}

/** A landing parameter of the page's address, by our name for it. */
export function given(query: URLSearchParams, parameter: Parameter): string | undefined {
  for (const name of landingParameters[parameter]) {
    const value = query.get(name)?.slice(0, TEXT_LIMIT);
    if (value) return value;
  }
  return undefined;
}

/** What a landing leaves to report or ask, once the page is up. */
export interface Arrival {
  /** The campaign whose advert was clicked. Once a landing: a reload is no second click. */
  click: string | undefined;
  /** Neither the address nor this landing has reported the visitor's network address. */
  addressUnknown: boolean;
}

/** Notes where a visitor came from, the first thing a page does. What an earlier landing noted stays. */
export function noteLanding({ storage: device, search, country, userAgent, now }: Landing): Arrival {
  const query = new URLSearchParams(search);
  const landed = device.get('landedTime');
  const isNew = landed === undefined || now - landed > LANDED_TIME_MAX_MS;
  const campaign = given(query, 'clickCampaign');
  const click = isNew || campaign !== device.get('clickCampaign') ? campaign : undefined;
  const addressUnknown = !given(query, 'ip') && (isNew || !device.get('ip'));
  const trackerId = [given(query, 'trackerId'), device.get('trackerId')].find((id) => id && isTrackerId(id));
  device.set('trackerId', trackerId ?? crypto.randomUUID());
  device.set('source', given(query, 'source') ?? device.get('source') ?? DEFAULT_SOURCE);
  device.set('country', country);
  device.set('userAgent', userAgent);
  for (const parameter of ['campaignId', 'ip', 'clickCampaign', 'remarketingId'] as const) {
    const value = given(query, parameter);
    if (value) device.set(parameter, value);
  }
  if (isNew) device.set('landedTime', now);
  return { click, addressUnknown };
}

/** Tells of an advert's click, and asks for the network address where the brand's partners are paid by it. */
export async function announceArrival(
  arrival: Arrival,
  { brand, consentId }: { brand: Pick<Boot['brand'], 'affiliation'>; consentId: string | undefined },
): Promise<void> {
  const asksAddress = brand.affiliation && arrival.addressUnknown;
  if (!arrival.click && !asksAddress) return;
  // A first visit does without the code that asks the server.
  const [{ call }, tracking] = await Promise.all([
    import('./api.ts'),
    import('#contract/insight/tracking.ts'),
  ]);
  const announceClick = async (campaign: string) => {
    // That a campaign was clicked says nothing about the person. Who clicked it is reported only with consent.
    const trackerId = storage.get('trackerId');
    const who = consentId !== undefined && trackerId !== undefined ? { trackerId, consentId } : {};
    const page = landingName(location.pathname);
    await call(tracking.importClick, { campaign, page, ...who }, { keepalive: true });
  };
  const noteAddress = async () => {
    const { ip, userAgent } = await call(tracking.readAddress, {});
    storage.set('ip', ip);
    storage.set('userAgent', userAgent);
  };
  await Promise.allSettled([arrival.click && announceClick(arrival.click), asksAddress && noteAddress()]);
}

/** What the tracker calls the page an advert led to. */
export function landingName(pathname: string): string {
  return pathname.split('/')[1]?.slice(0, 60) || 'home';
}

/** What follows from coming back to a tab: a new landing after some idle time, fresh data for a member. */
export function afterAbsence(hiddenFor: number): { newLanding: boolean; reload: boolean } {
  return { newLanding: hiddenFor > LANDED_TIME_IDLE_MS, reload: hiddenFor > HIDDEN_RELOAD_MS };
}
