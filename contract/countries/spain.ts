import type { CountryData, CountryFacts } from './country.ts';

export const spain: CountryFacts = {
  isoThree: 'ESP',
  language: 'es',
  timeZone: 'Europe/Madrid',
  regionTimeZones: { Canarias: 'Atlantic/Canary' },
  vatPercent: 21,
  noticeDays: 15,
};

export const spainData: CountryData = {
  words: {
    it: { whole: 'tutta la Spagna', within: 'in Spagna' },
    es: { whole: 'toda España', within: 'en España' },
    en: { whole: 'all of Spain', within: 'in Spain' },
    fr: { whole: "toute l'Espagne", within: 'en Espagne' },
  },
  dataProtectionAuthority: 'Agencia Española de Protección de Datos, www.aepd.es',
  helpLines: {
    self_harm: [
      { number: '024', purpose: 'suicide' },
      { number: '717 003 717', name: 'Teléfono de la Esperanza' },
      { number: '116 111', name: 'ANAR', purpose: 'under_18' },
    ],
    minor: [
      { number: '116 111', name: 'ANAR', purpose: 'young_people' },
      { number: '112', purpose: 'emergency' },
    ],
    spending: [{ number: '717 003 717', name: 'Teléfono de la Esperanza' }],
  },
  regions: {
    '51': 'Andalucía',
    '52': 'Aragón',
    '34': 'Asturias',
    '53': 'Canarias',
    '39': 'Cantabria',
    '54': 'Castilla-La Mancha',
    '55': 'Castilla y León',
    '56': 'Cataluña',
    CE: 'Ceuta',
    '29': 'Comunidad de Madrid',
    '60': 'Comunidad Valenciana',
    '57': 'Extremadura',
    '58': 'Galicia',
    '07': 'Islas Baleares',
    '27': 'La Rioja',
    ML: 'Melilla',
    '32': 'Navarra',
    '59': 'País Vasco',
    '31': 'Región de Murcia',
  },
};
