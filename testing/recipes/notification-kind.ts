import { firstEntry, inLanguages } from './recipe.ts';
import type { Recipe } from './recipe.ts';

const words = {
  it: ['Anniversari', 'E-mail per gli anniversari', 'Un anno insieme', 'Sei su {title} da un anno.'],
  es: ['Aniversarios', 'Correos sobre aniversarios', 'Un año juntos', 'Llevas un año en {title}.'],
  en: ['Anniversaries', 'E-mails about anniversaries', 'A year together', 'You joined {title} a year ago.'],
  fr: ['Anniversaires', 'E-mails sur les anniversaires', 'Un an ensemble', 'Un an déjà sur {title}.'],
};

/** News of the member's own account, once a year. */
export const notificationKind: Recipe = {
  heading: 'Add a notification kind',
  atMost: 6,
  files: {},
  changes: {
    'contract/notification/kinds.ts': [
      {
        before: "  gift: { about: 'account'",
        add: "  anniversary: { about: 'account', pace: 'daily', urgency: 'low', page: '/profile' },\n",
      },
    ],
    ...inLanguages(
      (language) => `contract/notification/locales/${language}.json`,
      Object.fromEntries(
        Object.entries(words).map(([language, [name, mail, title, text]]) => [
          language,
          firstEntry('anniversary', { name, mail, title, text }),
        ]),
      ),
    ),
  },
};
