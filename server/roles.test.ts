import { mkdtemp, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { authenticate } from '../contract/accounts.ts';
import { listRegions } from '../contract/places.ts';
import { ask } from './testing/ask.ts';
import { expect, test } from './testing/harness.ts';
import { callAt } from './testing/http.ts';
import { startNode } from './testing/node.ts';

test('probe', async ({ databaseUrl, world }) => {
  const node = await startNode({ DATABASE_URL: databaseUrl });
  const marco = await world.member();
  console.log(await callAt(node.port, authenticate, { email: marco.email, password: marco.password }));
  const socket = io(`http://127.0.0.1:${node.port}`, { transports: ['websocket'], auth: { token: marco.token }, extraHeaders: { host: 'localhost' } });
  await new Promise((resolve) => socket.once('connect', resolve as () => void));
  console.time('stop');
  await node.stop();
  console.timeEnd('stop');
  socket.disconnect();
});
