/**
 * What stands for a brand's settings as long as there is no brand: the console is reached then at whatever hostname leads
 * here, so that its owner can make the first one. No page of a site is made of them.
 */

import { brandSettings } from '#contract/brand/brand.ts';

const text = { en: 'Serenata' };

/** No row of the database belongs to a brand of this id. */
export const BEFORE_FIRST_ID = '00000000-0000-0000-0000-000000000000';

export const settingsBeforeFirst = brandSettings.parse({
  key: 'console',
  hostnames: ['localhost'],
  title: 'Serenata',
  tagline: text,
  description: text,
  year: 2026,
  country: 'it',
  logo: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  company: { name: 'Serenata', address: '-', vat: '-' },
  support: { email: 'nobody@serenata.invalid', phone: '-' },
  domain: 'localhost',
  theme: {
    primary: '#4f6d5d',
    accent: '#b65f46',
    ink: '#1d2a25',
    paper: '#fbfaf6',
    radius: 16,
    headingFont: 'Figtree',
    textFont: 'Figtree',
    portraitShape: 'tile',
    hero: 'tiles',
  },
  payment: { descriptor: 'SERENATA', company: '-' },
});
