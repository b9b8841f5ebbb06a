import {
  HIDDEN_RELOAD_MS,
  LANDED_TIME_IDLE_MS,
  LANDED_TIME_MAX_MS,
} from '../../../contract/kernel/constants.ts';
import { DEFAULT_SOURCE, landingParameters } from '../../../contract/kernel/storage-keys.ts';
import { isTrackerId } from '../../../contract/kernel/tracker-id.ts';
import type { storage as pageStorage } from './storage.ts';

const TEXT_LIMIT = 128;

type Storage = Pick<typeof pageStorage, 'get' | 'set'>;
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

/** What a landing leaves to be told or asked, once the page is up (lib/announce-arrival.ts). */
export interface Arrival {
  /** The campaign whose advert was clicked. Once a landing: a reload is no second click. */
  click: string | undefined;
  /** Neither the address nor this landing has told the visitor's network address. */
  addressUnknown: boolean;
}

/** Notes where a visitor came from, the first thing a page does. What an earlier landing noted stays. */
export function noteLanding({ storage, search, country, userAgent, now }: Landing): Arrival {
  const query = new URLSearchParams(search);
  const landed = storage.get('landedTime');
  const isNew = landed === undefined || now - landed > LANDED_TIME_MAX_MS;
  const campaign = given(query, 'clickCampaign');
  const click = isNew || campaign !== storage.get('clickCampaign') ? campaign : undefined;
  const addressUnknown = !given(query, 'ip') && (isNew || !storage.get('ip'));
  const trackerId = [given(query, 'trackerId'), storage.get('trackerId')].find((id) => id && isTrackerId(id));
  storage.set('trackerId', trackerId ?? crypto.randomUUID());
  storage.set('source', given(query, 'source') ?? storage.get('source') ?? DEFAULT_SOURCE);
  storage.set('country', country);
  storage.set('userAgent', userAgent);
  for (const parameter of ['campaignId', 'ip', 'clickCampaign', 'remarketingId'] as const) {
    const value = given(query, parameter);
    if (value) storage.set(parameter, value);
  }
  if (isNew) storage.set('landedTime', now);
  return { click, addressUnknown };
}

/** What the tracker calls the page an advert led to. */
export function landingName(pathname: string): string {
  return pathname.split('/')[1]?.slice(0, 60) || 'home';
}

/** What coming back to a tab brings: a new landing after some idle time, fresh data for a member. */
export function afterAbsence(hiddenFor: number): { newLanding: boolean; reload: boolean } {
  return { newLanding: hiddenFor > LANDED_TIME_IDLE_MS, reload: hiddenFor > HIDDEN_RELOAD_MS };
}
