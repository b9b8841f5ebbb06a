import type { Language } from '../../../contract/kernel/constants.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };

export type Words = typeof en;
export const words: Record<Language, Words> = { it, es, en, fr };

/** Puts the fields where their names stand in braces. A name without a field is a mistake of ours. */
export function fill(text: string, fields: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name];
    if (value === undefined) throw new Error(`no field ${name} for a mail`);
    return value;
  });
}
