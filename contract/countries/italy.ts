import type { CountryData, CountryFacts } from './country.ts';

export const italy: CountryFacts = {
  isoThree: 'ITA',
  language: 'it',
  timeZone: 'Europe/Rome',
  vatPercent: 22,
  noticeDays: 30,
};

export const italyData: CountryData = {
  words: {
    it: { whole: 'tutta l’Italia', within: 'in Italia' },
    es: { whole: 'toda Italia', within: 'en Italia' },
    en: { whole: 'all of Italy', within: 'in Italy' },
    fr: { whole: 'toute l’Italie', within: 'en Italie' },
  },
  dataProtectionAuthority: 'Garante per la protezione dei dati personali, www.garanteprivacy.it',
  digitalServicesCoordinator: 'AGCOM, www.agcom.it',
  consumerHelp: 'Centro europeo consumatori Italia, www.ecc-netitalia.it',
  sources: {
    buy_button: 'Codice del consumo, art. 51, c. 2',
    price_with_vat: 'Codice del consumo, art. 49, c. 1, lett. e)',
    price_true: 'Codice del consumo, art. 21',
    old_price: 'Codice del consumo, art. 17-bis',
    free_claim: 'Codice del consumo, art. 23',
    renewal_notice: 'Codice del consumo, art. 65-bis',
    leaving: 'Codice del consumo, art. 25',
    withdrawal: 'Codice del consumo, art. 52 ss.',
    kind_shown: 'Codice del consumo, art. 21 e 23',
  },
  helpLines: {
    self_harm: [
      { number: '02 2327 2327', name: 'Telefono Amico' },
      { number: '19696', name: 'Telefono Azzurro', purpose: 'under_18' },
    ],
    minor: [
      { number: '19696', name: 'Telefono Azzurro' },
      { number: '114', purpose: 'child_emergency' },
      { number: '112', purpose: 'emergency' },
    ],
    spending: [{ number: '02 2327 2327', name: 'Telefono Amico' }],
  },
  regions: {
    '01': 'Abruzzo',
    '02': 'Basilicata',
    '03': 'Calabria',
    '04': 'Campania',
    '05': 'Emilia-Romagna',
    '06': 'Friuli-Venezia Giulia',
    '07': 'Lazio',
    '08': 'Liguria',
    '09': 'Lombardia',
    '10': 'Marche',
    '11': 'Molise',
    '12': 'Piemonte',
    '13': 'Puglia',
    '14': 'Sardegna',
    '15': 'Sicilia',
    '16': 'Toscana',
    '17': 'Trentino-Alto Adige',
    '18': 'Umbria',
    '19': "Valle d'Aosta",
    '20': 'Veneto',
  },
};
