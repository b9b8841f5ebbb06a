import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface LanguageModelSandboxOptions {
  port?: number;
  /** Asks for it as a bearer token. */
  key?: string;
  /** What it says: one answer after the other, and the last one for ever. */
  answers?: string[];
}

/** How an answer goes wrong: a status, no answer at all, a broken line, nonsense, or words without an end. */
type Trouble = 400 | 429 | 500 | 503 | 'silent' | 'hang up' | 'garbage' | 'cut off';

export interface ReceivedQuestion {
  model: string;
  stream: boolean;
  messages: { role: string; content: string }[];
  max_tokens?: number;
}

export interface LanguageModelSandbox {
  /** The base address: `/v1`. */
  url: string;
  key: string | undefined;
  questions: ReceivedQuestion[];
  answers: string[];
  /** Used one by one, each once. */
  troubles: Trouble[];
  /** Called before each answer; the answer waits for what it returns. */
  beforeAnswer: (() => Promise<void>) | undefined;
  stop(): Promise<void>;
}

const SAYS = 'Che bella domanda! Raccontami di più.';

/** A language model that speaks OpenAI's chat completions, whole or streamed, and says what the test wants. */
export async function startLanguageModelSandbox(
  options: LanguageModelSandboxOptions = {},
): Promise<LanguageModelSandbox> {
  const { port = 0, key, answers = [SAYS] } = options;
  const sandbox: Omit<LanguageModelSandbox, 'url' | 'stop'> = {
    key,
    questions: [],
    answers,
    troubles: [],
    beforeAnswer: undefined,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return refuse(response, 404, 'Not found');
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, 401, `Incorrect API key provided: ${request.headers.authorization ?? 'none'}`);
    const question = JSON.parse(body) as ReceivedQuestion;
    sandbox.questions.push(question);
    await sandbox.beforeAnswer?.();
    const trouble = sandbox.troubles.shift();
    if (typeof trouble === 'number') return refuse(response, trouble, 'Trouble was asked for');
    switch (trouble) {
      case 'silent':
        return;
      case 'hang up':
        request.socket.destroy();
        return;
      case 'garbage':
        response.writeHead(200, { 'Content-Type': question.stream ? 'text/event-stream' : 'text/html' });
        response.end('<html>It works!</html>');
        return;
      case 'cut off':
      case undefined:
        break;
    }
    const words = (sandbox.answers.length > 1 ? sandbox.answers.shift() : sandbox.answers[0]) ?? '';
    if (question.stream) stream(response, question, words, trouble === 'cut off');
    else say(response, question, words);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => refuse(response, 400, 'Not JSON'));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(sandbox, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'sandbox', param: null, code: null } }));
}

const head = (question: ReceivedQuestion) => ({
  id: 'chatcmpl-sandbox',
  created: 1_790_000_000,
  model: question.model,
});

/** About four letters a token, as for most models. */
function usageOf({ messages }: ReceivedQuestion, words: string) {
  const prompt_tokens = Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
  const completion_tokens = Math.ceil(words.length / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function say(response: ServerResponse, question: ReceivedQuestion, words: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const message = { role: 'assistant', content: words };
  response.end(
    JSON.stringify({
      ...head(question),
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: usageOf(question, words),
    }),
  );
}

/** Word by word; one that is cut off stops in the middle, and the connection with it. */
function stream(response: ServerResponse, question: ReceivedQuestion, words: string, cutOff: boolean): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (part: object) =>
    response.write(
      `data: ${JSON.stringify({ ...head(question), object: 'chat.completion.chunk', ...part })}\n\n`,
    );
  const sayPart = (delta: object, finish_reason: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason }] });
  const parts = words.split(/(?<= )/);
  sayPart({ role: 'assistant', content: '' });
  for (const content of cutOff ? parts.slice(0, parts.length / 2) : parts) sayPart({ content });
  if (cutOff) return void response.socket?.end();
  sayPart({}, 'stop');
  send({ choices: [], usage: usageOf(question, words) });
  response.end('data: [DONE]\n\n');
}
