/**
 * What a brand begins as that begins from nothing: a look, one flow, a plan and a pack. What only its operator knows is
 * left empty, so that it cannot be published before it is written.
 */

import type { Content } from './parts.ts';

interface Naming {
  key: string;
  title: string;
  hostname: string;
  year: number;
}

/** Two speech bubbles, in the colour of the words around them. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" d="M4 3h11a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H9l-5 4v-4a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3Z"/><path fill="none" stroke="currentColor" stroke-width="1.6" d="M20 9.2a3 3 0 0 1 3 3v3.6a3 3 0 0 1-3 3v3l-4-3h-4"/></svg>';

export function starterParts({ key, title, hostname, year }: Naming): Map<string, Content> {
  return new Map<string, Content>([
    [
      'brand',
      {
        key,
        hostnames: [hostname],
        title,
        tagline: {},
        description: {},
        year,
        country: 'it',
        logo: LOGO,
        company: { name: '', address: '', vat: '' },
        legal: { processors: [] },
        support: { email: '', phone: '' },
        domain: hostname,
        theme: {
          primary: '#4f6d5d',
          accent: '#b65f46',
          ink: '#1d2a25',
          paper: '#fbfaf6',
          radius: 16,
          headingFont: 'Bricolage Grotesque',
          textFont: 'Instrument Sans',
          portraitShape: 'tile',
          hero: 'tiles',
        },
        defaultFlow: '7',
        payment: { descriptor: title.toUpperCase().slice(0, 22), company: '', rules: [] },
        cookieConsent: { policyVersion: '1' },
      },
    ],
    [
      'flow:7',
      {
        id: '7',
        name: 'Default',
        freeMessages: 3,
        icebreakerCredits: 2,
        likeCredits: 10,
        messageValue: 10,
        paymentMethods: ['card'],
        landings: {},
        quickLook: {},
        plans: { plain: [], standard: ['vip-month'], credits: ['credits-100'], verification: [] },
      },
    ],
    [
      'plan:vip-month',
      {
        productId: 'vip-month',
        name: { it: 'VIP un mese', es: 'VIP un mes', en: 'VIP one month', fr: 'VIP un mois' },
        priceCents: 1990,
        totalCents: 1990,
        priceNote: { it: 'al mese', es: 'al mes', en: 'a month', fr: 'par mois' },
        description: {
          it: 'Messaggi e Mi piace senza limiti. Si rinnova ogni mese allo stesso prezzo.',
          es: 'Mensajes y Me gusta sin límite. Se renueva cada mes al mismo precio.',
          en: 'Unlimited messages and likes. Renews every month at the same price.',
          fr: 'Messages et « j’aime » sans limite. Se renouvelle chaque mois au même prix.',
        },
        credits: 0,
        level: 2,
        period: 'month',
      },
    ],
    [
      'plan:credits-100',
      {
        productId: 'credits-100',
        name: { it: '100 crediti', es: '100 créditos', en: '100 credits', fr: '100 crédits' },
        priceCents: 990,
        totalCents: 990,
        priceNote: { it: 'una volta sola', es: 'una sola vez', en: 'one payment', fr: 'un seul paiement' },
        description: {
          it: 'Non si rinnova. I crediti non scadono.',
          es: 'No se renueva. Los créditos no caducan.',
          en: 'Never renews. Credits do not expire.',
          fr: 'Ne se renouvelle pas. Les crédits n’expirent pas.',
        },
        credits: 100,
        level: 1,
      },
    ],
  ]);
}
