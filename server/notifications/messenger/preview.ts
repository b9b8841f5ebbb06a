/** What push messages and the Telegram bot would say, in words that need not be published. */

import type { Language } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { previewNotifications as endpoint } from '#contract/staff/brand-texts.ts';
import type { StaffContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { findShownBrand, requireSound, wordsOfTry } from '#server/brands/editing/brand-texts.ts';
import { fill } from '#server/mails/templates.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import type { NotificationContent, Sender } from '../channel.ts';
import { writePush } from '../push/words.ts';
import { messengerWordsOf } from './words.ts';

export async function previewNotifications(
  context: StaffContext,
  { brand: key, language, ...input }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const published = await findShownBrand(context, key);
  const [push, telegram] = [wordsOfTry(input.push), wordsOfTry(input.telegram)];
  requireSound(published, 'push', language, push);
  requireSound(published, 'telegram', language, telegram);
  const words = { push: { [language]: push }, telegram: { [language]: telegram } };
  const brand: Brand = { ...published, words };
  const said = madeUpNews(brand, language, siteOrigin(context.app, published)).map((news) => writePush(news));
  const [first] = said;
  const { open, ...answers } = messengerWordsOf(brand, language);
  return {
    push: said.map(({ title, body }) => ({ title, body })),
    telegram: {
      news: first ? `${first.title}\n${first.body}` : '',
      button: open,
      answers: Object.values(answers).map((text) => fill(text, { title: brand.settings.title })),
    },
  };
}

/** One of everything that can happen while a member is away. */
function madeUpNews(brand: Brand, language: Language, origin: string): NotificationContent[] {
  const sender = (screenName: string, given: Partial<Sender> = {}): Sender => ({
    profileId: screenName,
    screenName,
    kind: 'member',
    unread: 1,
    words: null,
    ...given,
  });
  const [giulia, nora, stella] = [
    sender('Giulia'),
    sender('Nora', { kind: 'staff' }),
    sender('Stella', { kind: 'ai' }),
  ];
  const news = (given: Partial<NotificationContent>): NotificationContent => ({
    id: '',
    kind: 'message',
    brand,
    accountId: '',
    origin,
    language,
    email: '',
    screenName: '',
    senders: [giulia],
    total: 1,
    count: 0,
    ...given,
  });
  return [
    news({}),
    news({ senders: [{ ...nora, unread: 3 }] }),
    news({ kind: 'like' }),
    news({ kind: 'like', senders: [giulia, stella], total: 5 }),
    news({ kind: 'visit' }),
    news({ kind: 'visit', senders: [giulia, nora], total: 2 }),
    news({ kind: 'gift', senders: [], count: 1 }),
    news({ kind: 'gift', senders: [], count: 5 }),
  ];
}
