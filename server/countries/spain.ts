import type { CountryData } from './country.ts';
import { spainDropped, spainNames, spainPopulations } from './spain-places.ts';

export const spain: CountryData = {
  dataProtectionAuthority: 'Agencia Española de Protección de Datos, www.aepd.es',
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
  towns: {
    names: spainNames,
    dropped: spainDropped,
    populations: spainPopulations,
    spell: (name) => name,
  },
};
