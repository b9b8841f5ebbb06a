import type { CountryData } from './country.ts';
import { italyDropped } from './italy-dropped.ts';
import { italyNames, italyPopulations } from './italy-places.ts';

export const italy: CountryData = {
  dataProtectionAuthority: 'Garante per la protezione dei dati personali, www.garanteprivacy.it',
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
  towns: {
    names: italyNames,
    dropped: italyDropped,
    populations: italyPopulations,
    spell,
    firstCensusId: 8_900_000,
  },
};

/** The package begins particles with a capital letter, and adds a second language after a dash. */
function spell(name: string): string {
  return name
    .replace(/ - .*$/, '')
    .replace(/ Dè /g, " de' ")
    .replace(/ De' ?/g, " de' ")
    .replace(/ (A|Allo|Con|In|Il|Nei|Presso|Sopra|Su|Sullo) /g, (particle) => particle.toLowerCase())
    .replace(/ (All|Dall|Dell|D|Ne)'/g, (particle) => particle.toLowerCase());
}
