/** The boot object: what a browser needs before anything else. */

import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Boot } from '#contract/brand/boot.ts';
import { boot } from '#contract/brand/boot.ts';
import type { PublicBrand } from '#contract/brand/brand.ts';
import { countryData } from '#contract/countries/list.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { SOCKET } from '#contract/kernel/constants.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { VisitorContext } from '#server/app.ts';
import type { Brand } from '../directory.ts';
import { pictureAddress, publicFlow, resolveFlow } from '../flows.ts';
import type { Arrival } from '../flows.ts';
import { photoBase } from '../photo-address.ts';

const KEPT = 500;

/** What a boot object is made from; equal keys give equal objects. */
export function bootKey(
  { app: { sealingKeys }, brand, origin, language }: VisitorContext,
  arrival: Arrival,
): string {
  const { api, payment } = sealingKeys.published();
  return [
    brand.id,
    brand.version,
    resolveFlow(brand, arrival).id,
    language,
    origin,
    api.kid,
    payment.kid,
  ].join(' ');
}

/** Makes the boot object as JSON, in bytes as it is sent, and keeps what it made until something of it changes. */
export function createBootCache() {
  const kept = new LRUCache<string, Buffer>({ max: KEPT });
  return (context: VisitorContext, arrival: Arrival): Buffer => {
    const key = bootKey(context, arrival);
    const known = kept.get(key);
    if (known) return known;
    const json = Buffer.from(JSON.stringify(z.encode(boot, makeBoot(context, arrival))));
    kept.set(key, json);
    return json;
  };
}

export function makeBoot(context: VisitorContext, arrival: Arrival): Boot {
  const { brand, language } = context;
  return {
    version: brand.version,
    brand: publicBrand(brand, {
      photoHost: photoBase(context),
      language,
      google: context.app.identityProvider !== undefined,
    }),
    ...(brand.words.popup?.[language] && { words: brand.words.popup[language] }),
    flow: publicFlow(brand, resolveFlow(brand, arrival), language),
    hosts: hostsOf(context),
    keys: context.app.sealingKeys.published(),
    language,
  };
}

/** Each host of the specification is on the brand's own origin unless it was moved by configuration. */
function hostsOf({ app: { config }, origin }: VisitorContext): Boot['hosts'] {
  const { host } = new URL(origin);
  const at = (moved: string | undefined, path: string) => moved?.replaceAll('{host}', host) ?? origin + path;
  const { hosts } = config;
  return {
    api: at(hosts.api, hostPrefixes.api),
    payment: at(hosts.payment, hostPrefixes.payment),
    dispenser: at(hosts.dispenser, hostPrefixes.dispenser),
    tracker: at(hosts.tracker, hostPrefixes.tracker),
    cron: at(hosts.cron, hostPrefixes.cron),
    socket: at(hosts.socket, SOCKET.path),
  };
}

function publicBrand(
  { settings }: Brand,
  { photoHost, language, google }: { photoHost: string; language: Language; google: boolean },
): PublicBrand {
  const { theme, payment, tagline, description } = settings;
  return {
    key: settings.key,
    title: settings.title,
    tagline: tagline[language],
    description: description[language],
    year: settings.year,
    country: settings.country,
    countryWords: countryData[settings.country].words[language],
    logo: settings.logo,
    company: settings.company,
    support: settings.support,
    domain: settings.domain,
    theme: { color: theme.primary, portraitShape: theme.portraitShape, hero: theme.hero },
    heroPictures: settings.heroPictures.map(pictureAddress),
    defaultFlow: settings.defaultFlow,
    descriptor: payment.descriptor,
    paymentCompany: payment.company,
    photoHost,
    cookieConsent: settings.cookieConsent ?? null,
    pixels: settings.pixels,
    wallet: settings.wallet ?? null,
    payPal: settings.payPal ?? null,
    affiliation: settings.affiliation,
    redirectHosts: settings.redirectHosts,
    google,
    demo: settings.demo,
  };
}
