import { countryData } from '../../countries/country.ts';
import type { HelpLine } from '../../countries/country.ts';
import type { Language } from '../../../contract/kernel/constants.ts';
import type { Country } from '../../../contract/countries/list.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };

/** What a message can be about. The first one that fits is answered. */
export const intents = [
  'real',
  'meet',
  'money',
  'contact',
  'explicit',
  'insult',
  'askName',
  'name',
  'thanks',
  'goodbye',
  'howAreYou',
  'sad',
  'happy',
  'joke',
  'compliment',
  'love',
  'food',
  'music',
  'film',
  'travel',
  'work',
  'hobby',
  'sport',
  'animals',
  'weather',
  'photo',
  'greeting',
  'yes',
  'no',
  'question',
] as const;
export type Intent = (typeof intents)[number];

/** What must be said plainly, however often it is asked, in whatever language. */
export const boundaries: readonly Intent[] = ['real', 'meet', 'money', 'contact'];

export type StopReason = 'minor' | 'self_harm';

interface CompanionWords {
  /** How it introduces itself, before its first answer. */
  first: string[];
  /** Before a line of a boundary. */
  openers: string[];
  /** Words end in `*` where anything may follow. */
  intents: Record<Intent, { words: string[]; answers: string[] }>;
  general: string[];
  /** The model's budget is used up. */
  spent: string;
  /** What our people are told when it stops. */
  report: Record<StopReason, string>;
  help: Record<StopReason, string> & {
    /** A help line, by its number and by what it is. */
    line: string;
    purposes: Record<NonNullable<HelpLine['purpose']>, string>;
  };
}

export const words: Record<Language, CompanionWords> = { it, es, en, fr };

/** What somebody in need is told: whom he can call where he is, in his own language. */
export function helpText(reason: StopReason, language: Language, country: Country): string {
  const { help } = words[language];
  const lines = countryData[country].helpLines[reason].map(({ number, name, purpose }) => {
    const what = [name, purpose && help.purposes[purpose]].filter(Boolean).join(', ');
    return help.line.replace('{number}', number).replace('{what}', what);
  });
  return help[reason].replace('{lines}', lines.join('\n'));
}
