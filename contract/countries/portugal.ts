import type { CountryData, CountryFacts } from './country.ts';

export const portugal: CountryFacts = {
  isoThree: 'PRT',
  // Until the product speaks Portuguese.
  language: 'en',
  timeZone: 'Europe/Lisbon',
  regionTimeZones: { Açores: 'Atlantic/Azores' },
  vatPercent: 23,
  // The longest of all countries, as no law there is known to us that asks for less.
  noticeDays: 30,
};

export const portugalData: CountryData = {
  words: {
    it: { whole: 'tutto il Portogallo', within: 'in Portogallo' },
    es: { whole: 'todo Portugal', within: 'en Portugal' },
    en: { whole: 'all of Portugal', within: 'in Portugal' },
    fr: { whole: 'tout le Portugal', within: 'au Portugal' },
  },
  dataProtectionAuthority: 'Comissão Nacional de Proteção de Dados, www.cnpd.pt',
  digitalServicesCoordinator: 'ANACOM, www.anacom.pt',
  consumerHelp: 'Centro Europeu do Consumidor, cec.consumidor.pt',
  sources: {
    buy_button: 'Decreto-Lei 24/2014, art. 5.º',
    price_with_vat: 'Decreto-Lei 24/2014, art. 4.º, n.º 1',
    price_true: 'Decreto-Lei 57/2008, art. 7.º',
    old_price: 'Decreto-Lei 70/2007, art. 5.º',
    free_claim: 'Decreto-Lei 57/2008, art. 8.º',
    leaving: 'Decreto-Lei 57/2008, art. 11.º',
    withdrawal: 'Decreto-Lei 24/2014, art. 10.º',
    kind_shown: 'Decreto-Lei 57/2008, art. 7.º e 8.º',
  },
  helpLines: {
    self_harm: [
      { number: '213 544 545', name: 'SOS Voz Amiga' },
      { number: '116 111', name: 'SOS Criança', purpose: 'under_18' },
    ],
    minor: [
      { number: '116 111', name: 'SOS Criança', purpose: 'young_people' },
      { number: '116 006', name: 'APAV' },
      { number: '112', purpose: 'emergency' },
    ],
    spending: [{ number: '213 544 545', name: 'SOS Voz Amiga' }],
  },
  regions: {
    '02': 'Aveiro',
    '03': 'Beja',
    '04': 'Braga',
    '05': 'Bragança',
    '06': 'Castelo Branco',
    '07': 'Coimbra',
    '08': 'Évora',
    '09': 'Faro',
    '10': 'Madeira',
    '11': 'Guarda',
    '13': 'Leiria',
    '14': 'Lisboa',
    '16': 'Portalegre',
    '17': 'Porto',
    '18': 'Santarém',
    '19': 'Setúbal',
    '20': 'Viana do Castelo',
    '21': 'Vila Real',
    '22': 'Viseu',
    '23': 'Açores',
  },
};
