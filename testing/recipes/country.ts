import type { Recipe } from './recipe.ts';

const france = `import type { CountryData, CountryFacts } from './country.ts';

export const france: CountryFacts = {
  isoThree: 'FRA',
  language: 'fr',
  timeZone: 'Europe/Paris',
  vatPercent: 20,
  noticeDays: 30,
};

export const franceData: CountryData = {
  words: {
    it: { whole: 'tutta la Francia', within: 'in Francia' },
    es: { whole: 'toda Francia', within: 'en Francia' },
    en: { whole: 'all of France', within: 'in France' },
    fr: { whole: 'toute la France', within: 'en France' },
  },
  dataProtectionAuthority: 'CNIL, www.cnil.fr',
  digitalServicesCoordinator: 'Arcom, www.arcom.fr',
  consumerHelp: 'Centre Européen des Consommateurs France, www.europe-consommateurs.eu',
  sources: { buy_button: 'Code de la consommation, art. L221-14' },
  helpLines: {
    self_harm: [{ number: '3114', name: 'Numéro national de prévention du suicide' }],
    minor: [{ number: '119', purpose: 'young_people' }],
    spending: [{ number: '09 74 75 13 13', name: 'Joueurs Info Service' }],
  },
  regions: {
    '11': 'Île-de-France',
    '24': 'Centre-Val de Loire',
    '27': 'Bourgogne-Franche-Comté',
    '28': 'Normandie',
    '32': 'Hauts-de-France',
    '44': 'Grand Est',
    '52': 'Pays de la Loire',
    '53': 'Bretagne',
    '75': 'Nouvelle-Aquitaine',
    '76': 'Occitanie',
    '84': 'Auvergne-Rhône-Alpes',
    '93': 'Provence-Alpes-Côte d’Azur',
    '94': 'Corse',
  },
};
`;

export const country: Recipe = {
  heading: 'Add a country',
  atMost: 6,
  files: {
    'contract/countries/france.ts': france,
    'server/countries/places/fr.json': '{ "names": [], "dropped": [], "populations": [] }\n',
  },
  changes: {
    'contract/countries/list.ts': [
      {
        before: "import { italy, italyData } from './italy.ts';\n",
        add: "import { france, franceData } from './france.ts';\n",
      },
      { before: ' } as const satisfies', add: ', fr: france' },
      { after: '  pt: portugalData,\n', add: '  fr: franceData,\n' },
    ],
    'server/countries/seed-places.ts': [
      {
        before: "import it from './places/it.json' with { type: 'json' };\n",
        add: "import fr from './places/fr.json' with { type: 'json' };\n",
      },
      { after: 'const files: Record<Country, unknown> = { it, es, pt', add: ', fr' },
    ],
  },
};
