import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { scenarios } from '#sandbox/processor/scenarios.ts';
import { findIn, findInFiles, shapesOf } from '#testing/billing/card-number-leaks.ts';
import { keepFilesInMemory } from '#testing/memory-folder.ts';
import { prepareDemo, runServer } from './run-server.ts';
import { openStaff } from './staff.ts';

/** Every card that journeys pay with. */
const cards = Object.values(scenarios).flatMap(({ card }) => shapesOf(card));

/** Starts the real server on a folder of its own, and tells the tests where it is and how to get in. */
async function startServer(): Promise<() => Promise<void>> {
  keepFilesInMemory();
  // A journey stands in for the push service there.
  const pushPort = await findFreePort();
  const removeDemo = await prepareDemo();
  const server = await runServer({ PUSH_SERVICE_URL: `http://127.0.0.1:${pushPort}` });
  Object.assign(process.env, server.environment);
  process.env['E2E_OWNER_TOKEN'] = await openStaff(server.owner);
  process.env['E2E_PUSH_PORT'] = String(pushPort);
  return async () => {
    await removeDemo();
    await server.stop(async (folder, said) => {
      const found = [
        ...(await findInFiles(folder, cards)),
        ...findIn('the log', Buffer.from(said.join('\n')), cards),
      ];
      if (found.length > 0) throw new Error(`card numbers were kept:\n${found.slice(0, 10).join('\n')}`);
    });
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export default startServer;
