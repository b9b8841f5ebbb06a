import type { Language } from './constants.ts';

interface LanguageFacts {
  /** With a country, as payment providers want it. */
  locale: string;
  money: {
    /** Where the sign stands; `#` is the amount. */
    pattern: string;
    decimal: string;
    group: string;
    /** The smallest whole amount whose thousands are set apart. */
    groupsFrom: number;
  };
}

/** What browser and server both know of a language. */
export const languages: Record<Language, LanguageFacts> = {
  it: { locale: 'it-IT', money: { pattern: '# €', decimal: ',', group: '.', groupsFrom: 1_000 } },
  es: { locale: 'es-ES', money: { pattern: '# €', decimal: ',', group: '.', groupsFrom: 10_000 } },
  en: { locale: 'en-GB', money: { pattern: '€#', decimal: '.', group: ',', groupsFrom: 1_000 } },
  fr: { locale: 'fr-FR', money: { pattern: '# €', decimal: ',', group: ' ', groupsFrom: 1_000 } },
};
