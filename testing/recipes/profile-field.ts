import { firstEntry, inLanguages } from './recipe.ts';
import type { Recipe } from './recipe.ts';

/** Whether a member smokes: one of three answers. */
export const profileField: Recipe = {
  heading: 'Add a profile field',
  atMost: 12,
  files: {},
  changes: {
    'contract/profile/details.ts': [
      {
        after: 'export const details = {\n',
        add: "  smoking: { wire: 'fumo', options: ['never', 'sometimes', 'daily'], searchable: true },\n",
      },
    ],
    ...inLanguages((language) => `contract/profile/locales/${language}.json`, {
      it: smoking('Fumo', 'Mai', 'Ogni tanto', 'Ogni giorno'),
      es: smoking('Tabaco', 'Nunca', 'A veces', 'A diario'),
      en: smoking('Smoking', 'Never', 'Sometimes', 'Every day'),
      fr: smoking('Tabac', 'Jamais', 'Parfois', 'Tous les jours'),
    }),
  },
};

function smoking(name: string, never: string, sometimes: string, daily: string) {
  return firstEntry('smoking', { name, options: { never, sometimes, daily } });
}
