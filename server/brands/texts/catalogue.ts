/** Every text that a brand may say in words of its own: where it stands, what stands in it, and why some stay as they are. */

import { join } from 'node:path';
import { TEXT_LONGEST, textChannels, tokensOf } from '#contract/brand/texts.ts';
import type { TextChannel, TextLock } from '#contract/brand/texts.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import kindsEn from '#contract/notification/locales/en.json' with { type: 'json' };
import messengerEn from '#contract/notification/messenger/locales/en.json' with { type: 'json' };
import pushEn from '#contract/notification/push/locales/en.json' with { type: 'json' };
import { memberTemplates, words as mailWords } from '#server/mails/templates.ts';
import { readAppTexts, readTexts } from '#server/platform/texts.ts';
import { lockOf } from './locks.ts';

export interface CatalogueText {
  channel: TextChannel;
  key: string;
  lock: TextLock | null;
  limit: number;
  /** Our words in each language that has this text: not every language has a form for millions. */
  ours: Partial<Record<Language, string>>;
  tokens: Partial<Record<Language, readonly string[]>>;
}

const contract = join(import.meta.dirname, '../../../contract');
const pushWords = readTexts(join(contract, 'notification/push/locales'), pushEn);
const kindWords = readTexts(join(contract, 'notification/locales'), kindsEn);
const messengerWords = readTexts(join(contract, 'notification/messenger/locales'), messengerEn);
const popupWords = readAppTexts(join(contract, 'brand/popups/locales'));

const wordsOf: Record<TextChannel, (language: Language) => object> = {
  mail: (language) => ({ ...pick(mailWords[language], memberTemplates), layout: mailWords[language].layout }),
  push: (language) => ({ ...pushWords[language], news: newsOf(language) }),
  telegram: (language) => messengerWords[language],
  popup: (language) => popupWords[language],
};

function pick<T extends object>(value: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as Partial<T>;
}

/** What a kind is called in the settings of notifications stays. */
function newsOf(language: Language): object {
  const announced = Object.entries(kindWords[language]).filter(([, said]) => 'title' in said);
  return Object.fromEntries(
    announced.map(([kind, said]) => [kind, pick(said, ['title', 'text'] as never[])]),
  );
}

function flatten(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): [string, string][] =>
    typeof inner === 'object' && inner !== null
      ? flatten(inner, `${path}${name}.`)
      : [[`${path}${name}`, String(inner)]],
  );
}

function readChannel(channel: TextChannel): CatalogueText[] {
  const said = LANGUAGES.map((language) => [language, new Map(flatten(wordsOf[channel](language)))] as const);
  const keys = new Set(said.flatMap(([, texts]) => [...texts.keys()]));
  return [...keys].map((key) => {
    const found = said.flatMap(([language, texts]) => {
      const text = texts.get(key);
      return text === undefined ? [] : [[language, text] as const];
    });
    return {
      channel,
      key,
      lock: lockOf(channel, key),
      limit: limitFor(Math.max(...found.map(([, text]) => text.length))),
      ours: Object.fromEntries(found),
      tokens: Object.fromEntries(found.map(([language, text]) => [language, tokensOf(text)])),
    };
  });
}

/** So much fits where ours stands: on a button, in a heading, or in a paragraph. */
function limitFor(longest: number): number {
  if (longest <= 30) return 60;
  return longest <= 90 ? 200 : TEXT_LONGEST;
}

export const catalogue: Record<TextChannel, readonly CatalogueText[]> = {
  mail: readChannel('mail'),
  push: readChannel('push'),
  telegram: readChannel('telegram'),
  popup: readChannel('popup'),
};

const byKey = new Map(
  textChannels.flatMap((channel) => catalogue[channel].map((text) => [nameOf(text), text])),
);

function nameOf({ channel, key }: Pick<CatalogueText, 'channel' | 'key'>): string {
  return `${channel} ${key}`;
}

export function findText(channel: TextChannel, key: string): CatalogueText | undefined {
  return byKey.get(nameOf({ channel, key }));
}
