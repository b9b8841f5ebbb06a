import type { CountryData } from './country.ts';
import { spainDropped, spainNames, spainPopulations } from './spain-places.ts';

export const spain: CountryData = {
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
  towns: { names: spainNames, dropped: spainDropped, populations: spainPopulations },
};
