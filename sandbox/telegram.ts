import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How a call goes wrong: an answer of Telegram's, no answer at all, or a connection that ends before there is one. */
type Trouble =
  | { code: number; description: string; retryAfter?: number }
  | 'hang'
  /** It is done, and no answer comes. */
  | 'lost answer';

export interface SentMessage {
  chatId: number;
  text: string;
  /** The labels and addresses of the buttons below it. */
  buttons: { text: string; url: string }[];
}

export interface TelegramSandbox {
  /** What takes the place of https://api.telegram.org. */
  url: string;
  token: string;
  username: string;
  /** What has arrived in chats. */
  messages: SentMessage[];
  /** Used one by one, each once, for messages alone. */
  troubles: Trouble[];
  /** Users who blocked the bot get nothing any more. */
  blockedBy: Set<number>;
  webhook: { url: string; secret: string } | undefined;
  /** A user writes to the bot: the update goes to the webhook, as Telegram sends it. Answers with the status. */
  write(chatId: number, text: string, options?: { languageCode?: string; secret?: string }): Promise<number>;
  stop(): Promise<void>;
}

interface SendMessage {
  chat_id: number;
  text: string;
  reply_markup?: { inline_keyboard: { text: string; url: string }[][] };
}

/** A Bot API server with one bot, that does what ours calls: getMe, setWebhook and sendMessage. */
export async function startTelegramSandbox(): Promise<TelegramSandbox> {
  const token = '4242:sandbox-token';
  const username = 'sandbox_bot';
  let lastId = 0;

  const results: Record<string, (body: unknown) => unknown> = {
    getMe: () => ({
      id: 4242,
      is_bot: true,
      first_name: 'Sandbox',
      username,
      can_join_groups: false,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
    }),
    setWebhook(body) {
      const { url, secret_token: secret = '' } = body as { url: string; secret_token?: string };
      sandbox.webhook = { url, secret };
      return true;
    },
    sendMessage(body) {
      const { chat_id: chatId, text: words, reply_markup: markup } = body as SendMessage;
      sandbox.messages.push({ chatId, text: words, buttons: markup?.inline_keyboard.flat() ?? [] });
      lastId += 1;
      return {
        message_id: lastId,
        date: Math.floor(Date.now() / 1000),
        chat: { id: chatId, type: 'private' },
      };
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse((await text(request)) || '{}');
    const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (given !== token) return refuse(response, { code: 401, description: 'Unauthorized' });
    const result = results[method];
    if (!result) return refuse(response, { code: 404, description: 'Not Found' });
    const trouble = method === 'sendMessage' ? sandbox.troubles.shift() : undefined;
    if (trouble === 'hang') return;
    if (trouble === 'lost answer') {
      result(body);
      request.socket.destroy();
      return;
    }
    if (trouble) return refuse(response, trouble);
    if (method === 'sendMessage' && sandbox.blockedBy.has((body as SendMessage).chat_id))
      return refuse(response, { code: 403, description: 'Forbidden: bot was blocked by the user' });
    say(response, 200, { ok: true, result: result(body) });
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sandbox: TelegramSandbox = {
    url: `http://127.0.0.1:${port}`,
    token,
    username,
    messages: [],
    troubles: [],
    blockedBy: new Set(),
    webhook: undefined,
    async write(chatId, words, { languageCode, secret } = {}) {
      if (!sandbox.webhook) throw new Error('nobody has set a webhook');
      lastId += 1;
      const from = { id: chatId, is_bot: false, first_name: 'Somebody', language_code: languageCode };
      const message = {
        message_id: lastId,
        date: 0,
        chat: { id: chatId, type: 'private' },
        from,
        text: words,
      };
      const response = await fetch(sandbox.webhook.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Telegram-Bot-Api-Secret-Token': secret ?? sandbox.webhook.secret,
        },
        body: JSON.stringify({ update_id: lastId, message }),
      });
      return response.status;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return sandbox;
}

function refuse(response: ServerResponse, trouble: Exclude<Trouble, string>): void {
  const { code, description, retryAfter } = trouble;
  const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } };
  say(response, code, { ok: false, error_code: code, description, ...parameters });
}

function say(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
