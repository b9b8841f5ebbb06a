import { join } from 'node:path';
import type { HelpLine } from '#contract/countries/country.ts';
import { countryData } from '#contract/countries/list.ts';
import type { Country } from '#contract/countries/list.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { Concern } from '#contract/staff/reply-warnings.ts';
import { readTexts } from '#server/platform/texts.ts';
import en from './locales/en.json' with { type: 'json' };

interface SafetyWords {
  /** What members say who ask whether a person answers. Words end in `*` where anything may follow. */
  asksIfReal: string[];
  /** A help line, by its number and by what it is. */
  helpLine: string;
  purposes: Record<NonNullable<HelpLine['purpose']>, string>;
}

export const safetyWords = readTexts<SafetyWords>(join(import.meta.dirname, 'locales'), en);

/** The numbers of a country, a line for each. */
export function helpLines(concern: Concern, language: Language, country: Country): string {
  const { helpLine, purposes } = safetyWords[language];
  return countryData[country].helpLines[concern]
    .map(({ number, name, purpose }) => {
      const what = [name, purpose && purposes[purpose]].filter(Boolean).join(', ');
      return helpLine.replace('{number}', number).replace('{what}', what);
    })
    .join('\n');
}
