import { firstEntry, inLanguages } from './recipe.ts';
import type { Recipe } from './recipe.ts';

/** Which animals live with a member: one of three answers. */
export const profileField: Recipe = {
  heading: 'Add a profile field',
  atMost: 12,
  files: {},
  changes: {
    'contract/profile/details.ts': [
      {
        after: 'export const details = {\n',
        add: "  pets: { wire: 'animali', options: ['none', 'cat', 'dog'], searchable: true },\n",
      },
    ],
    ...inLanguages((language) => `contract/profile/locales/${language}.json`, {
      it: pets('Animali', 'Hai animali?', 'Nessuno', 'Un gatto', 'Un cane'),
      es: pets('Animales', '¿Tienes animales?', 'Ninguno', 'Un gato', 'Un perro'),
      en: pets('Pets', 'Do you have pets?', 'None', 'A cat', 'A dog'),
      fr: pets('Animaux', 'Avez-vous des animaux ?', 'Aucun', 'Un chat', 'Un chien'),
    }),
  },
};

function pets(name: string, question: string, none: string, cat: string, dog: string) {
  return firstEntry('pets', { name, question, options: { none, cat, dog } });
}
