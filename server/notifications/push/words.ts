/** What a push message says, in the member's language. */

import { join } from 'node:path';
import type { Language } from '#contract/kernel/constants.ts';
import { isAbout, notificationKinds } from '#contract/notification/kinds.ts';
import type { ReactionKind } from '#contract/notification/kinds.ts';
import type { PushMessage } from '#contract/notification/push-message.ts';
import en from '#contract/notification/push/locales/en.json' with { type: 'json' };
import { fill } from '#server/mails/templates.ts';
import { inOwnWords, pluralOf, readTexts } from '#server/platform/texts.ts';
import type { PluralForms } from '#server/platform/texts.ts';
import { writeAccountNews } from '../account-news.ts';
import type { Sender, NotificationContent } from '../channel.ts';

export const pushWords = readTexts(
  join(import.meta.dirname, '../../../contract/notification/push/locales'),
  en,
);

function pushWordsOf({ words: own }: NotificationContent['brand'], language: Language) {
  return inOwnWords(pushWords[language], own.push?.[language]);
}

/** So much of a message fits on a locked screen, and far below what a push service takes. */
const MOST_LETTERS = 160;
const MOST_NAMED = 3;

type Said = Pick<PushMessage, 'title' | 'body' | 'tag' | 'path'>;

export function writePush(content: NotificationContent): Said {
  const { kind } = content;
  const { page: path } = notificationKinds[kind];
  if (isAbout(kind, 'reaction')) return { ...writeMany(content, kind), tag: `${kind}s`, path };
  if (!isAbout(kind, 'account')) return writeMessage(content);
  const { title, text: body } = writeAccountNews(content, kind);
  return { title, body, tag: kind, path };
}

function writeMessage({ brand, language, senders }: NotificationContent): Said {
  const [sender] = senders;
  if (!sender) throw new Error('a message without a sender');
  const { message } = pushWordsOf(brand, language);
  const unnamed = sender.unread > 1 ? inWords(language, message.count, sender.unread) : message.single;
  return {
    title: nameOf(sender, language),
    body: sender.words === null ? unnamed : shorten(sender.words),
    tag: `chat:${sender.profileId}`,
    path: `/chats/${sender.profileId}`,
  };
}

function writeMany({ brand, language, senders, total }: NotificationContent, kind: ReactionKind) {
  const said = pushWordsOf(brand, language);
  const words = said[kind];
  const names = senders.slice(0, MOST_NAMED).map((sender) => nameOf(sender, language));
  const [first = ''] = names;
  if (total <= 1) return { title: first, body: words.single };
  const others = total - names.length;
  if (others > 0) names.push(inWords(language, said.others, others));
  return {
    title: inWords(language, words.count, total),
    body: new Intl.ListFormat(language, { type: 'conjunction' }).format(names),
  };
}

function inWords(language: Language, forms: PluralForms, number: number): string {
  const { text, count } = pluralOf(language, forms, number);
  return fill(text, { count });
}

/** No reader takes a profile of ours for a private person. */
function nameOf({ screenName, kind }: Sender, language: Language): string {
  if (kind === 'member') return screenName;
  return fill(pushWords[language].kind[kind], { name: screenName });
}

function shorten(words: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(words), ({ segment }) => segment);
  const short = letters.slice(0, MOST_LETTERS).join('');
  return letters.length > MOST_LETTERS ? `${short.trimEnd()}…` : short;
}
