/** Advertising and measurement services that a brand reports to, from the visitor's own browser. */

import { z } from 'zod';
import { word } from '../kernel/text.ts';
import type { OptionalCategory } from './consent.ts';

/** What is reported: a visitor signed up, looked at the order, used the site for the first time, tried to pay. */
export const PIXEL_EVENTS = ['lead', 'checkout', 'engage', 'attempt'] as const;
export const pixelEvent = z.enum(PIXEL_EVENTS);
export type PixelEvent = z.output<typeof pixelEvent>;

/** What an address may say in braces. */
export const PIXEL_PLACEHOLDERS = ['event', 'clickid', 'campid', 'kcampaign', 'src', 'random'] as const;

/** An address with words in braces that are filled in when it is used. The host is always the same. */
export const addressTemplate = (placeholders: readonly string[]) =>
  z
    .string()
    .max(1000)
    .refine((text) => isTemplate(text, placeholders), {
      error: `must be an https address without a password; it may hold ${placeholders.map((name) => `{${name}}`).join(' ')}`,
    });

function isTemplate(text: string, placeholders: readonly string[]): boolean {
  const [, authority = ''] = /^https:\/\/([^/?#]+)/.exec(text) ?? [];
  if (authority === '' || /[{}@\s\\]/.test(authority)) return false;
  const used = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);
  const rest = text.replaceAll(/\{[^{}]*\}/g, '');
  return used.every((name) => placeholders.includes(name)) && !/[{}\s]/.test(rest) && URL.canParse(rest);
}

/** Fills in a template. Every value is escaped, so that none of them can change where the address leads. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

const template = addressTemplate(PIXEL_PLACEHOLDERS);

/**
 * No service's own script runs on our pages, where messages and card numbers are typed: each adapter asks for the same
 * picture, or sends the same report, that the script would.
 */
export const pixel = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('meta'), pixelId: word(20, /^\d{5,20}$/) }),
  z.strictObject({
    kind: z.literal('google_ads'),
    conversionId: word(15, /^\d{5,15}$/),
    /** The conversion's label for each event; those without one are not reported. */
    labels: z.partialRecord(pixelEvent, word(40, /^[\w-]{1,40}$/)),
  }),
  z.strictObject({ kind: z.literal('ga4'), measurementId: word(17, /^G-[A-Z0-9]{4,15}$/) }),
  z.strictObject({
    kind: z.literal('image'),
    category: z.enum(['measurement', 'advertising']),
    events: z.partialRecord(pixelEvent, template),
  }),
]);
export type Pixel = z.output<typeof pixel>;

export const pixels = z.array(pixel).max(10);

export function categoryOfPixel(one: Pixel): OptionalCategory {
  switch (one.kind) {
    case 'meta':
    case 'google_ads':
      return 'advertising';
    case 'ga4':
      return 'measurement';
    case 'image':
      return one.category;
  }
}

/** Where adapters send to. A template's own addresses tell where it leads. */
export const PIXEL_ADDRESSES = {
  meta: 'https://www.facebook.com/tr',
  google_ads: 'https://www.googleadservices.com/pagead/conversion',
  ga4: 'https://region1.google-analytics.com/g/collect',
} as const;

/** What a page's policy must let through for a brand's pixels, and nothing more. */
export function originsOfPixels(list: readonly Pixel[]): { images: string[]; connect: string[] } {
  const images = new Set<string>();
  const connect = new Set<string>();
  for (const one of list) {
    if (one.kind === 'image')
      for (const address of Object.values(one.events)) images.add(new URL(fillTemplate(address, {})).origin);
    else if (one.kind === 'ga4') connect.add(new URL(PIXEL_ADDRESSES.ga4).origin);
    else images.add(new URL(PIXEL_ADDRESSES[one.kind]).origin);
  }
  return { images: [...images], connect: [...connect] };
}
