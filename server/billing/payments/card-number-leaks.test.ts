import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import {
  AMEX,
  REFUSED,
  VISA,
  codeShapes,
  findIn,
  findInFiles,
  findInTables,
  hashesOf,
  nextNumber,
  shapesOf,
} from '#testing/billing/card-number-leaks.ts';
import { makeShopper, openSender, payAs, runSandbox } from '#testing/billing/processor-process.ts';
import {
  asWallets,
  inBrokenRequests,
  inReports,
  notRight,
  notSealed,
  whereTheyBelong,
} from '#testing/billing/unknown-payments.ts';
import { seedBrands } from '#testing/database-fixtures.ts';
import { sendRequest } from '#testing/http-request.ts';
import type { TestResponse } from '#testing/http-request.ts';
import { makeUsedDataFolder, ownDatabaseUrl, runServer } from '#testing/real-server.ts';

/** Written down on purpose, so that finding nothing else means something. */
const CONTROL = '46550812';
const faults = [
  { http: 500 },
  { http: 429 },
  { http: 422 },
  { timeout: 'before' },
  { timeout: 'after' },
  { slowBodyMs: 3_000 },
  { pendingMs: 1 },
] as const;

test('whatever is done with a card, nothing that was written holds its number or its code', async () => {
  const DATA_DIR = await makeUsedDataFolder();
  const sandbox = await runSandbox();
  const server = await runServer({
    DATA_DIR,
    PAYMENT_SANDBOX_URL: sandbox.origin,
    PROVIDER_TIMEOUT_SECONDS: '1',
    LIMIT_CHARGE_ACCOUNT: '1000000',
    LIMIT_CHARGE_ADDRESS: '1000000',
    LOG_LEVEL: 'trace',
  });
  const { port } = server;
  const { db, world } = await seedBrands(await ownDatabaseUrl(DATA_DIR));
  const marco = await makeShopper(world, { number: '' });
  const ana = await makeShopper(world, { number: '', brand: 'verbena' });
  const luca = await makeShopper(world, { number: '', flowId: '12' });
  const isKnown = async () => (await sendRequest(port, { path: '/boot.json', host: ana.hostname })).status;
  await expect.poll(isKnown).toBe(200);
  const senders = {
    adyen: await openSender(port, marco),
    trustpay: await openSender(port, ana),
    maxpay: await openSender(port, luca),
  };

  const { adyen } = senders;
  const known = nextNumber();
  const paid = await payAs(adyen, known);
  expect(paid.json()).toMatchObject({ status: 'ok', message: 'success' });
  // Waiting for time-outs takes a while, so the rest is done meanwhile.
  const broken = faults.flatMap((fault) =>
    Object.values(senders).map(async (sender) => {
      const number = nextNumber(AMEX);
      await sandbox.fail({ ...fault, card: number.slice(-4), times: 5 });
      return payAs(sender, number);
    }),
  );
  const answers: TestResponse[] = [];
  for (const send of [whereTheyBelong, notRight, notSealed, asWallets, inBrokenRequests, inReports]) {
    answers.push(...(await Promise.all(send(senders))));
  }
  answers.push(...(await Promise.all(broken)));

  // A message to support, when it is too late to withdraw.
  await db.transaction().execute(async (tx) => {
    await sql`alter table purchase disable trigger user`.execute(tx);
    await sql`update purchase set fulfilled_at = fulfilled_at - interval '30 days' where state = 'fulfilled'`.execute(
      tx,
    );
    await sql`alter table purchase enable trigger user`.execute(tx);
  });
  const { order: orderId } = paid.json() as { order: string };
  const messaggio = `Rimborsate ${nextNumber()}, grazie`;
  const asked = await adyen.post('/pay/orders/withdraw', {
    clickid: adyen.clickid,
    orderId,
    conferma: true,
    messaggio,
  });
  expect(asked.status).toBe(200);
  expect(answers.filter(({ status }) => status === 500)).toEqual([]);
  await sandbox.deliverWebhooks();
  await expect.poll(() => countWaitingJobs(db), { timeout: 20_000 }).toBe(0);

  const wanted = [...[VISA, AMEX, REFUSED].flatMap(shapesOf), ...codeShapes];
  await writeDown(db, world.brand().id);
  expect((await findInTables(db, [CONTROL])).length).toBeGreaterThan(0);
  const inTables = await findInTables(db, [...wanted, ...hashesOf(known)]);
  const metrics = await sendRequest(port, { path: '/metrics' });
  expect(metrics.status).toBe(200);
  const inMetrics = findIn('metrics', Buffer.from(metrics.text), wanted);

  server.kill('SIGTERM');
  const { stdout, stderr } = await server.ended;
  expect(stdout).toContain('a browser reports a fault');
  expect(stdout).not.toContain('unexpected failure');
  const lines = [...stdout.split('\n'), ...stderr.split('\n')];
  const inLog = lines.flatMap((line) => findIn('log', Buffer.from(line), wanted));
  expect((await findInFiles(DATA_DIR, [CONTROL])).length).toBeGreaterThan(0);
  const inFiles = await findInFiles(DATA_DIR, wanted);
  expect({ inTables, inMetrics, inLog, inFiles }).toEqual({
    inTables: [],
    inMetrics: [],
    inLog: [],
    inFiles: [],
  });
}, 120_000);

async function countWaitingJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from job where work_at <= now()`.execute(db);
  return rows[0]?.count ?? 0;
}

async function writeDown(db: Database, brandId: string): Promise<void> {
  await db
    .insertInto('event')
    .values({ brand_id: brandId, id: newId(), type: 'control', details: JSON.stringify({ number: CONTROL }) })
    .execute();
}
