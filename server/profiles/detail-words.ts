import { join } from 'node:path';
import type { Language } from '#contract/kernel/constants.ts';
import { detailNames } from '#contract/profile/details.ts';
import en from '#contract/profile/locales/en.json' with { type: 'json' };
import { readTexts } from '#server/platform/texts.ts';

const words = readTexts(join(import.meta.dirname, '../../contract/profile/locales'), en);

/** What each detail is called within a sentence. */
export function nameDetails(language: Language): Record<string, string> {
  const names = detailNames.map((detail) => {
    const { name } = words[language][detail];
    return [detail, name.charAt(0).toLocaleLowerCase(language) + name.slice(1)] as const;
  });
  return Object.fromEntries(names);
}
