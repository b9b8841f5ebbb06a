export type PlaceCountry = 'it' | 'es';

/** The package carries GeoNames' first-level codes; these are the regions they stand for. */
export const regionByCode: Record<PlaceCountry, Readonly<Record<string, string>>> = {
  it: {
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
  es: {
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

const sorted = (country: PlaceCountry) =>
  Object.values(regionByCode[country]).toSorted((a, b) => a.localeCompare(b, country));

export const regionsOf: Record<PlaceCountry, readonly string[]> = {
  it: sorted('it'),
  es: sorted('es'),
};
