import { expect, onTestFinished, test } from 'vitest';
import { startLanguageModelSandbox } from './language-model.ts';
import type { LanguageModelSandbox, LanguageModelSandboxOptions } from './language-model.ts';

async function start(options: LanguageModelSandboxOptions = {}) {
  const sandbox = await startLanguageModelSandbox(options);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

function ask(
  { url, key }: Pick<LanguageModelSandbox, 'url' | 'key'>,
  fields: object = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(`${url}/chat/completions`, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Ciao' }], ...fields }),
  });
}

test('answers whole, with what it has cost', async () => {
  const sandbox = await start({ answers: ['Uno due.', 'Tre.'] });
  expect(await (await ask(sandbox)).json()).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: 'Uno due.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  });
  for (let count = 0; count < 2; count += 1)
    expect(await (await ask(sandbox)).json()).toMatchObject({ choices: [{ message: { content: 'Tre.' } }] });
  expect(sandbox.questions).toHaveLength(3);
});

test('answers word by word', async () => {
  const sandbox = await start({ answers: ['Uno due tre.'] });
  const answer = await ask(sandbox, { stream: true });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const events = (await answer.text()).split('\n\n').filter((line) => line !== '');
  expect(events.at(-1)).toBe('data: [DONE]');
  const parts = events.slice(0, -1).map(
    (line) =>
      JSON.parse(line.slice('data: '.length)) as {
        choices: { delta: { content?: string } }[];
        usage?: object;
      },
  );
  const words = parts.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.content ?? []));
  expect(words).toEqual(['', 'Uno ', 'due ', 'tre.']);
  expect(parts.at(-1)?.usage).toEqual({ prompt_tokens: 1, completion_tokens: 3, total_tokens: 4 });
});

test('refuses a wrong key, other addresses and what is not JSON', async () => {
  const sandbox = await start({ key: 'right' });
  expect((await ask(sandbox)).status).toBe(200);
  expect((await ask({ url: sandbox.url, key: 'wrong' })).status).toBe(401);
  expect((await fetch(`${sandbox.url}/models`)).status).toBe(404);
  const headers = { authorization: 'Bearer right' };
  const garbled = fetch(`${sandbox.url}/chat/completions`, { method: 'POST', headers, body: '{' });
  expect((await garbled).status).toBe(400);
  expect(sandbox.questions).toHaveLength(1);
});

test('goes wrong when asked to, once for each time', async () => {
  const sandbox = await start();
  sandbox.troubles.push(429, 'hang up', 'garbage', 'cut off', 'silent');
  expect((await ask(sandbox)).status).toBe(429);
  await expect(ask(sandbox)).rejects.toThrow('fetch failed');
  await expect((await ask(sandbox)).json()).rejects.toThrow('not valid JSON');
  await expect(ask(sandbox, { stream: true }).then((answer) => answer.text())).rejects.toThrow(
    /terminated|fetch failed/,
  );
  const impatient = AbortSignal.timeout(20);
  await expect(ask(sandbox, {}, impatient)).rejects.toThrow('timeout');
  expect((await ask(sandbox)).status).toBe(200);
});
