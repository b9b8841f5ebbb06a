import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { testWithNode } from '#testing/endpoint-calls.ts';
import { expect, test } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { ARRIVAL_PATH, answerArrival, checkArrival } from './arrival.ts';
import { createOrigins } from './origins.ts';

const question = 'a-question-of-twenty-letters';

testWithNode('every hostname is answered, also one that no brand has', async ({ node, app }) => {
  const answer = await sendRequest(node.port, {
    path: `${ARRIVAL_PATH}${question}`,
    host: 'not-yet.example',
  });
  expect([answer.status, answer.text]).toEqual([200, answerArrival(app, question)]);
  const short = await sendRequest(node.port, { path: `${ARRIVAL_PATH}short`, host: 'not-yet.example' });
  expect(short.status).toBe(404);
});

test('a hostname arrives only where the right answer comes from, and private networks are asked only if that is wanted', async ({
  app,
}) => {
  const answers: ((asked: string) => string)[] = [];
  const server = createServer((request, response) => {
    response.end(answers.at(-1)?.(request.url?.slice(ARRIVAL_PATH.length) ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const config = { ...app.config, publicScheme: 'http' as const, publicPort: port };
  const asking = (privateHostnames: boolean) => ({
    ...app,
    config: { ...config, privateHostnames },
    origins: createOrigins(config),
  });
  answers.push((asked) => answerArrival(app, asked));
  expect(await checkArrival(asking(true), '127.0.0.2')).toBe('here');
  answers.push(() => 'Welcome to the other site');
  expect(await checkArrival(asking(true), '127.0.0.2')).toBe('elsewhere');
  expect(await checkArrival(asking(false), '127.0.0.2')).toBe('private');
  server.close();
  server.closeAllConnections();
  expect(await checkArrival(asking(true), '127.0.0.2')).toBe('unreachable');
  // By definition a name below localhost is this machine.
  expect(await checkArrival(asking(false), 'mybrand.localhost')).toBe('here');
});
