/** What keeps words of a brand's own from being said. */

import { findTextFaults } from '#contract/brand/texts.ts';
import type { BrandTexts } from '#contract/brand/texts.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { findText } from './catalogue.ts';

interface WordFault {
  path: [key: string] | [key: string, language: string];
  what: string;
}

export function findWordFaults({ channel, words }: BrandTexts): WordFault[] {
  return Object.entries(words).flatMap(([key, texts]): WordFault[] => {
    const text = findText(channel, key);
    if (!text) return [{ path: [key], what: `there is no text ${key} in ${channel}` }];
    if (text.lock) return [{ path: [key], what: `this text stays as it is (${text.lock})` }];
    return Object.entries(texts).flatMap(([language, own]) => {
      const tokens = text.tokens[language as Language];
      if (!tokens) return [{ path: [key, language], what: `this language has no text ${key}` }];
      const faults = findTextFaults(own, { tokens, limit: text.limit });
      return faults ? [{ path: [key, language], what: inWords(faults, text.limit) }] : [];
    });
  });
}

function inWords(
  { missing, unknown, tooLong, empty }: NonNullable<ReturnType<typeof findTextFaults>>,
  limit: number,
): string {
  return [
    ...(empty ? ['is empty'] : []),
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`has ${unknown.join(', ')}, which stands for nothing here`] : []),
    ...(tooLong ? [`is longer than ${limit}`] : []),
  ].join('; ');
}
