/** What is said of news about the member's own account: the words that stand beside the table of kinds. */

import { join } from 'node:path';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { AccountKind } from '#contract/notification/kinds.ts';
import en from '#contract/notification/locales/en.json' with { type: 'json' };
import { fill } from '#server/mails/templates.ts';
import { inOwnWords, pluralOf, readTexts } from '#server/platform/texts.ts';
import type { PluralForms } from '#server/platform/texts.ts';
import type { NotificationContent } from './channel.ts';

export const kindWords = readTexts(join(import.meta.dirname, '../../contract/notification/locales'), en);

/** As a brand says them in words of its own: those stand below `news`. */
const newsWords = Object.fromEntries(
  LANGUAGES.map((language) => [language, { news: kindWords[language] }]),
) as Record<Language, { news: (typeof kindWords)[Language] }>;

/** A title, in the form that the number asks for where there is one, and a sentence. */
export function writeAccountNews({ language, brand, count: number }: NotificationContent, kind: AccountKind) {
  const said: { title: string | PluralForms; text: string } = inOwnWords(
    newsWords[language],
    brand.words.push?.[language],
  ).news[kind];
  const forms = typeof said.title === 'string' ? { other: said.title } : said.title;
  const { text, count } = pluralOf(language, forms, number);
  const fields = { count, title: brand.settings.title };
  return { title: fill(text, fields), text: fill(said.text, fields) };
}
