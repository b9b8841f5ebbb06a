/** What members say to the bot. Telegram sends each update to our webhook, signed by a secret that we gave it. */

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Bot } from 'grammy';
import { z } from 'zod';
import { countries } from '#contract/countries/list.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { fill } from '#server/mails/templates.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { connectChat, disconnectChat } from './connections.ts';
import { messengerWordsOf } from './words.ts';

const path = '/telegram';
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';
const LONGEST_BODY = 64 * 1024;

const secretOf = ({ keyedHash }: Pick<App, 'keyedHash'>, { id }: Brand) =>
  keyedHash('telegram webhook', id).toString('hex');

/** As much of an update as we read. */
const update = z.object({
  update_id: z.int(),
  message: z
    .object({
      text: z.string().max(4096).optional(),
      chat: z.object({ id: z.int(), type: z.string() }),
      from: z.object({ language_code: z.string().max(20).optional() }).optional(),
    })
    .optional(),
});
type Update = z.output<typeof update>;

export async function addMessengerWebhook(app: App, server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    scope.post<{ Params: { brand: string } }>(
      `${path}/:brand`,
      { bodyLimit: LONGEST_BODY },
      async (request, reply) => {
        const brand = app.brands.byKey(request.params.brand);
        const bot = brand && app.messengerBots.of(brand.settings.key);
        if (!brand || !bot || !isSigned(app, brand, request.headers[SECRET_HEADER]))
          return reply.code(404).send();
        const read = update.safeParse(request.body);
        // What we do not understand would be sent again and again.
        if (read.success) await answer(app, brand, bot, read.data);
        return reply.send({ ok: true });
      },
    );
  });
}

function isSigned(app: App, brand: Brand, header: string | string[] | undefined): boolean {
  const expected = Buffer.from(secretOf(app, brand));
  const given = Buffer.from(typeof header === 'string' ? header : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function answer(app: App, brand: Brand, { api }: Bot, { message }: Update): Promise<void> {
  // A bot that was added to a group has nothing to say there.
  if (!message || message.chat.type !== 'private') return;
  const { chat, text = '' } = message;
  const outcome = await obey(app, brand, chat.id, text);
  const language = outcome.language ?? languageOf(brand, message.from?.language_code);
  const words = fill(messengerWordsOf(brand, language)[outcome.says], { title: brand.settings.title });
  // The word counts, whether or not it can be confirmed: Telegram would otherwise send the update again.
  await api
    .sendMessage(chat.id, words)
    .catch((error: unknown) => app.log.warn({ err: error }, 'the bot could not answer'));
}

interface Obeyed {
  says: 'connected' | 'expired' | 'stopped' | 'notConnected' | 'help';
  language?: Language;
}

async function obey(app: App, brand: Brand, chatId: number, text: string): Promise<Obeyed> {
  const [command = '', code] = text.trim().split(/\s+/);
  if (command === '/stop') {
    const accountId = await disconnectChat(app.db, brand.id, chatId);
    return accountId === undefined
      ? { says: 'notConnected' }
      : { says: 'stopped', language: await languageOfAccount(app, brand.id, accountId) };
  }
  if (command !== '/start' || code === undefined) return { says: 'help' };
  const accountId = await connectChat(app, { brandId: brand.id, code, chatId });
  return accountId === undefined
    ? { says: 'expired' }
    : { says: 'connected', language: await languageOfAccount(app, brand.id, accountId) };
}

async function languageOfAccount({ db }: App, brandId: string, accountId: string): Promise<Language> {
  const { language } = await db
    .selectFrom('account')
    .select('language')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return language;
}

function languageOf({ settings }: Brand, code = ''): Language {
  return LANGUAGES.find((language) => code.startsWith(language)) ?? countries[settings.country].language;
}

/**
 * Sets at Telegram where the updates of every bot go, of each once. On a first start the brands are made after the server has
 * begun, so one that is not there yet is as much a reason to try again as a Telegram that is away, and neither keeps the
 * other bots waiting.
 */
export function createWebhookRegistration(app: App): () => Promise<void> {
  const registered = new Set<string>();
  return async () => {
    const failures: unknown[] = [];
    for (const key of app.messengerBots.brandKeys) {
      if (registered.has(key)) continue;
      try {
        await registerWebhook(app, key);
        registered.add(key);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not every bot is registered');
  };
}

async function registerWebhook(app: App, key: string): Promise<void> {
  const brand = app.brands.byKey(key);
  const bot = app.messengerBots.of(key);
  if (!brand || !bot) throw new Error(`the brand ${key} of a bot is not known here yet`);
  await bot.api.setWebhook(`${siteOrigin(app, brand)}${path}/${key}`, {
    secret_token: secretOf(app, brand),
    allowed_updates: ['message'],
  });
}
