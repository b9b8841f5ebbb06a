import type { Language } from './constants.ts';

/** How an address names the language of its page. It wins over what was chosen before, or a link in a language would not lead there. */
export const LANGUAGE_PARAMETER = 'lang';

interface LanguageFacts {
  /** In itself: a reader who is lost in the wrong language must find their own. */
  name: string;
  /** With a country, as payment providers want it. */
  locale: string;
  money: {
    /** Where the sign stands; `#` is the amount. No space of it breaks a line. */
    pattern: string;
    decimal: string;
    group: string;
    /** The smallest whole amount whose thousands are set apart. */
    groupsFrom: number;
  };
}

/** What browser and server both know of a language. After an addition to `LANGUAGES` the compiler names each missing text. */
export const languages: Record<Language, LanguageFacts> = {
  it: {
    name: 'Italiano',
    locale: 'it-IT',
    money: { pattern: '#\u00a0€', decimal: ',', group: '.', groupsFrom: 1_000 },
  },
  es: {
    name: 'Español',
    locale: 'es-ES',
    money: { pattern: '#\u00a0€', decimal: ',', group: '.', groupsFrom: 10_000 },
  },
  en: {
    name: 'English',
    locale: 'en-GB',
    money: { pattern: '€#', decimal: '.', group: ',', groupsFrom: 1_000 },
  },
  fr: {
    name: 'Français',
    locale: 'fr-FR',
    money: { pattern: '#\u00a0€', decimal: ',', group: '\u00a0', groupsFrom: 1_000 },
  },
};
