/** What advertising and measurement services are asked for. None of their scripts runs here. */

import { PIXEL_ADDRESSES, categoryOfPixel, fillTemplate } from '#contract/insight/pixels.ts';
import type { Pixel, PixelEvent } from '#contract/insight/pixels.ts';
import { storage } from '../storage.ts';
import { isAllowed, visitStorage } from './consent.ts';

/** What adapters may know of a visit. No address of a page is among it: on a site like this it says too much. */
export interface VisitFacts {
  site: string;
  clickId: string | undefined;
  campaignId: string | undefined;
  clickCampaign: string | undefined;
  source: string | undefined;
  /** Made up for the one service that counts browsers, and kept as long as measurement is allowed. */
  client: () => string;
  random: () => string;
}

export interface PixelRequest {
  by: 'image' | 'beacon';
  url: string;
}

const metaNames = {
  lead: 'Lead',
  checkout: 'InitiateCheckout',
  engage: 'Contact',
  attempt: 'AddPaymentInfo',
} as const satisfies Record<PixelEvent, string>;

const ga4Names = {
  lead: 'generate_lead',
  checkout: 'begin_checkout',
  engage: 'engage',
  attempt: 'add_payment_info',
} as const satisfies Record<PixelEvent, string>;

const withQuery = (address: string, query: Record<string, string>) =>
  `${address}?${new URLSearchParams(query)}`;

/** What a service is sent, or nothing where it is not to know of the event. */
export function requestOf(pixel: Pixel, event: PixelEvent, visit: VisitFacts): PixelRequest | undefined {
  switch (pixel.kind) {
    case 'meta': {
      const query = {
        id: pixel.pixelId,
        ev: metaNames[event],
        dl: visit.site,
        eid: visit.random(),
        noscript: '1',
      };
      return { by: 'image', url: withQuery(PIXEL_ADDRESSES.meta, query) };
    }
    case 'google_ads': {
      const label = pixel.labels[event];
      const address = `${PIXEL_ADDRESSES.google_ads}/${pixel.conversionId}/`;
      return label ? { by: 'image', url: withQuery(address, { label, guid: 'ON', script: '0' }) } : undefined;
    }
    case 'ga4': {
      const query = {
        v: '2',
        tid: pixel.measurementId,
        cid: visit.client(),
        en: ga4Names[event],
        dl: visit.site,
      };
      return { by: 'beacon', url: withQuery(PIXEL_ADDRESSES.ga4, query) };
    }
    case 'image': {
      const template = pixel.events[event];
      if (!template) return undefined;
      const { clickId: clickid, campaignId: campid, clickCampaign: kcampaign, source: src } = visit;
      const random = visit.random();
      return { by: 'image', url: fillTemplate(template, { event, clickid, campid, kcampaign, src, random }) };
    }
  }
}

const visitHere = (): VisitFacts => ({
  site: location.origin,
  clickId: storage.get('trackerId'),
  campaignId: storage.get('campaignId'),
  clickCampaign: visitStorage.get('clickCampaign'),
  source: storage.get('source'),
  client() {
    const kept = storage.get('analyticsClient') ?? crypto.randomUUID();
    storage.set('analyticsClient', kept);
    return kept;
  },
  random: () => crypto.randomUUID(),
});

export function sendPixels(pixels: readonly Pixel[], event: PixelEvent): void {
  for (const pixel of pixels.filter((one) => isAllowed(categoryOfPixel(one)))) {
    const request = requestOf(pixel, event, visitHere());
    if (request) send(request);
  }
}

function send({ by, url }: PixelRequest): void {
  if (by === 'beacon') {
    navigator.sendBeacon(url);
    return;
  }
  const image = new Image();
  image.referrerPolicy = 'origin';
  image.src = url;
}
