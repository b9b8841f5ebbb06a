import { scenarios } from '../sandbox/processor/scenarios.ts';
import { findIn, findInFiles, shapesOf } from '../testing/billing/card-number-leaks.ts';
import { runServer } from './run-server.ts';
import { hire, openOwner } from './staff.ts';

/** Every card that journeys pay with. */
const cards = Object.values(scenarios).flatMap(({ card }) => shapesOf(card));

/** Starts the real server on a folder of its own, and tells the tests where it is and how to get in. */
async function startServer(): Promise<() => Promise<void>> {
  const server = await runServer();
  Object.assign(process.env, server.environment);
  const ownerToken = await openOwner(server.owner);
  const support = await hire(ownerToken, 'support', 'Sara');
  Object.assign(process.env, {
    E2E_OWNER_TOKEN: ownerToken,
    E2E_SUPPORT_EMAIL: support.email,
    E2E_SUPPORT_PASSWORD: support.password,
  });
  return () =>
    server.stop(async (folder, said) => {
      const found = [
        ...(await findInFiles(folder, cards)),
        ...findIn('the log', Buffer.from(said.join('\n')), cards),
      ];
      if (found.length > 0) throw new Error(`card numbers were kept:\n${found.slice(0, 10).join('\n')}`);
    });
}

export default startServer;
