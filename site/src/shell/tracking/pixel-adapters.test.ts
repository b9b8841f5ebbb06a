import { expect, test } from 'vitest';
import { type Pixel, originsOfPixels, pixels } from '#contract/insight/pixels.ts';
import { type VisitFacts, requestOf } from './pixel-adapters.ts';

const visit: VisitFacts = {
  site: 'https://lunaria.example',
  clickId: 'click 1&x',
  campaignId: undefined,
  clickCampaign: 'banner-7',
  source: 'orion',
  client: () => 'client-1',
  random: () => 'random-1',
};
const meta: Pixel = { kind: 'meta', pixelId: '1234567890' };
const ads: Pixel = { kind: 'google_ads', conversionId: '987654321', labels: { lead: 'AbC-1' } };
const ga4: Pixel = { kind: 'ga4', measurementId: 'G-ABCD1234' };
const image: Pixel = {
  kind: 'image',
  category: 'advertising',
  events: {
    attempt: 'https://pixel.example/{event}?c={clickid}&k={kcampaign}&camp={campid}&s={src}&r={random}',
  },
};

test.for([
  [
    meta,
    'lead',
    'https://www.facebook.com/tr?id=1234567890&ev=Lead&dl=https%3A%2F%2Flunaria.example&eid=random-1&noscript=1',
  ],
  [
    meta,
    'checkout',
    'https://www.facebook.com/tr?id=1234567890&ev=InitiateCheckout&dl=https%3A%2F%2Flunaria.example&eid=random-1&noscript=1',
  ],
  [ads, 'lead', 'https://www.googleadservices.com/pagead/conversion/987654321/?label=AbC-1&guid=ON&script=0'],
  [ads, 'checkout', undefined],
  [
    ga4,
    'engage',
    'https://region1.google-analytics.com/g/collect?v=2&tid=G-ABCD1234&cid=client-1&en=engage&dl=https%3A%2F%2Flunaria.example',
  ],
  [image, 'attempt', 'https://pixel.example/attempt?c=click%201%26x&k=banner-7&camp=&s=orion&r=random-1'],
  [image, 'lead', undefined],
] as const)('what a service is sent: %o', ([pixel, event, url]) => {
  expect(requestOf(pixel, event, visit)?.url).toBe(url);
});

test('what is sent is what the page’s policy lets through', () => {
  const list = [meta, ads, ga4, image];
  const { images, connect } = originsOfPixels(list);
  const sent = list.flatMap((one) =>
    (['lead', 'checkout', 'engage', 'attempt'] as const).flatMap(
      (event) => requestOf(one, event, visit) ?? [],
    ),
  );
  const originsOf = (by: string) =>
    new Set(sent.flatMap((request) => (request.by === by ? [new URL(request.url).origin] : [])));
  expect(originsOf('image')).toEqual(new Set(images));
  expect(originsOf('beacon')).toEqual(new Set(connect));
});

test.for([
  'http://pixel.example/',
  'https://{clickid}.example/',
  'https://pixel.example/?c={token}',
  'https://user@pixel.example/',
  'https://pixel.example\\@evil.example/',
  'javascript:alert(1)',
  'https://pixel.example/ x',
])('an operator cannot configure %s', (address) => {
  const given = [{ kind: 'image', category: 'advertising', events: { lead: address } }];
  expect(pixels.safeParse(given).success).toBe(false);
});
