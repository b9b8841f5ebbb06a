import { join } from 'node:path';
import type { Language } from '#contract/kernel/constants.ts';
import en from '#contract/notification/messenger/locales/en.json' with { type: 'json' };
import type { Brand } from '#server/platform/platform.ts';
import { inOwnWords, readTexts } from '#server/platform/texts.ts';

const messengerWords = readTexts(
  join(import.meta.dirname, '../../../contract/notification/messenger/locales'),
  en,
);

/** What a brand's bot says. */
export function messengerWordsOf({ words: own }: Pick<Brand, 'words'>, language: Language) {
  return inOwnWords(messengerWords[language], own.telegram?.[language]);
}
