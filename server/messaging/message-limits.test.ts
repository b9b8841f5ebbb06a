import { DAY, SECOND } from '#server/platform/clock.ts';
import { createBatches } from '#server/platform/database/batches.ts';
import { databaseLimits } from '#server/platform/security/rate-limits.ts';
import type { Limits } from '#server/platform/security/rate-limits.ts';
import { expect, test } from '#testing/harness.ts';
import { memoryLimits } from '#testing/platform/memory-limits.ts';
import { recordStatements } from '#testing/record-statements.ts';
import { withServices } from '#testing/world.ts';
import { sendMessage } from './sending.ts';

test('a member who writes too fast has to wait a little', async ({ world }) => {
  const marco = await world.member({ level: 2 });
  const anna = await world.profile();
  const send = () => sendMessage(marco, { profileId: anna, text: 'Ciao' });
  const { messagesPerAccount } = world.app.config.limits;
  for (let count = 0; count < messagesPerAccount; count += 1) await send();
  await expect(send()).rejects.toMatchObject({ code: 'request.too_many', details: { retryAfter: 10 } });
  world.app.clock.advance(10 * SECOND);
  await send();
});

test('the messages of a day are counted over all nodes, and no message costs a question for that', async ({
  app,
  db,
  world,
}) => {
  const { clock, log } = app;
  const config = { limits: { ...app.config.limits, messagesPerDay: 6 }, secretKey: 'a secret', clock, log };
  const [here, there] = [
    databaseLimits(config, createBatches(db)),
    databaseLimits(config, createBatches(db)),
  ];
  const marco = await world.member({ level: 2 });
  const anna = await world.profile();
  const send = (limits: Limits) =>
    sendMessage(withServices(marco, { limits }), { profileId: anna, text: 'Ciao' });
  await send(here);
  const statements = await recordStatements(async () => {
    for (let count = 0; count < 4; count += 1) await send(here);
  });
  expect(statements.filter(({ text }) => text.includes('limit(') || text.includes('rate_limit'))).toEqual([]);
  await send(there);
  for (const node of [here, there]) await node.stop();
  await expect(send(there)).rejects.toMatchObject({ code: 'request.too_many' });
  clock.advance(DAY);
  await send(there);
});

test('a member who has used up the day’s messages is stopped at once, by their own node alone, and no other member is', async ({
  app,
  world,
}) => {
  const { clock, log } = app;
  const config = { limits: { ...app.config.limits, messagesPerDay: 3 }, secretKey: 'a secret', clock, log };
  const limits = memoryLimits(config);
  const [marco, paolo] = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  const anna = await world.profile();
  const send = (from: typeof marco) =>
    sendMessage(withServices(from, { limits }), { profileId: anna, text: 'Ciao' });
  for (let count = 0; count < 3; count += 1) await send(marco);
  await expect(send(marco)).rejects.toMatchObject({ code: 'request.too_many' });
  await send(paolo);
  expect(app.config.limits.messagesPerDay).toBeLessThan(Infinity);
});
