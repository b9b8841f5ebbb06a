/** The way out by Telegram: one message to the member's chat with the brand's bot, with a button that leads there. */

import { GrammyError, HttpError } from 'grammy';
import type { App } from '#server/app.ts';
import { SECOND } from '#server/platform/clock.ts';
import { NotTaken } from '../channel.ts';
import type { Channel, SendResult, NotificationContent } from '../channel.ts';
import { writePush } from '../push/words.ts';
import { disconnectChat, findChat } from './connections.ts';
import { messengerWordsOf } from './words.ts';

/** Telegram takes about thirty a second of a bot. A message sent twice would be read twice. */
export const messengerChannel: Channel = { name: 'messenger', concurrency: 8, repeatable: false, send };

async function send(app: App, content: NotificationContent, signal: AbortSignal): Promise<SendResult> {
  const { brand, accountId, origin, language } = content;
  const bot = app.messengerBots.of(brand.settings.key);
  const chat = await findChat(app.db, brand.id, accountId);
  if (!bot || !chat) return 'gone';
  const { title, body, path } = writePush(content);
  try {
    await bot.api.sendMessage(
      chat.chat_id,
      `${title}\n${body}`,
      {
        link_preview_options: { is_disabled: true },
        reply_markup: {
          inline_keyboard: [[{ text: messengerWordsOf(brand, language).open, url: `${origin}${path}` }]],
        },
      },
      // The library's type is older than the platform's, and is satisfied by it.
      signal as Parameters<typeof bot.api.sendMessage>[3],
    );
    return 'sent';
  } catch (error) {
    if (error instanceof GrammyError) return explainRefusal(app, brand.id, chat.chat_id, error);
    if (error instanceof HttpError && wasNeverSent(error.error))
      throw new NotTaken('Telegram cannot be reached');
    return 'unknown';
  }
}

/** Telegram has answered, so it is certain that nothing was sent. */
async function explainRefusal(
  { db }: App,
  brandId: string,
  chatId: number,
  { error_code: code, description, parameters }: GrammyError,
): Promise<SendResult> {
  // The member has blocked the bot, or there is no such chat any more.
  if (code === 403 || (code === 400 && description.includes('chat not found'))) {
    await disconnectChat(db, brandId, chatId);
    return 'gone';
  }
  const afterMilliseconds = (parameters.retry_after ?? 0) * SECOND;
  throw new NotTaken(`Telegram answered ${code}: ${description}`, { afterMilliseconds });
}

const beforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && beforeSending.has(String(error.code));
}
