import type { Language } from '../../../contract/kernel/constants.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };

interface Words {
  title: string;
  intro: string;
  format: string;
  question: string;
  topics: Record<string, string>;
}

export const words: Record<Language, Words> = { it, es, en, fr };
