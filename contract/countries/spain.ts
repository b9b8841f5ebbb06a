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
    fr: { whole: 'toute l’Espagne', within: 'en Espagne' },
  },
  dataProtectionAuthority: 'Agencia Española de Protección de Datos, www.aepd.es',
  digitalServicesCoordinator: 'Comisión Nacional de los Mercados y la Competencia, www.cnmc.es',
  consumerHelp: 'Centro Europeo del Consumidor en España, cec.consumo.gob.es',
  sources: {
    buy_button: 'Real Decreto Legislativo 1/2007, art. 98.2',
    price_with_vat: 'Real Decreto Legislativo 1/2007, art. 97.1',
    price_true: 'Ley 3/1991, art. 5',
    old_price: 'Ley 7/1996, art. 20',
    free_claim: 'Ley 3/1991, art. 22',
    renewal_notice: 'Ley 10/2025',
    leaving: 'Real Decreto Legislativo 1/2007, art. 62.3',
    withdrawal: 'Real Decreto Legislativo 1/2007, art. 102 ss.',
    kind_shown: 'Ley 3/1991, art. 5 y 27',
  },
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
