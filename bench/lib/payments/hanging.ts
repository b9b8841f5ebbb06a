import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import type pg from 'pg';
import { median } from '../processes.ts';
import type { Row } from '../report.ts';
import { startPaymentsDatabase } from './database.ts';
import { subscribersOf } from './people.ts';
import { startProduct, startSandbox } from './servers.ts';
import { HOST, RENEWALS, ROUNDS, SUBSCRIPTIONS } from './shape.ts';

const MAILS = 400;
const AT_ONCE = 8;

/** With a provider that hangs, sign-in mails go out at least at this share of their usual pace. */
const GOAL = { atLeast: 0.8 };

/**
 * Mails with a link for a new password, from the click to the outbox: while all is well, and while the provider of very many
 * renewals that are due answers nothing.
 */
export async function measureHanging(folder: string, report: (what: string) => void): Promise<Row> {
  await using undo = new AsyncDisposableStack();
  report(`${RENEWALS} renewals of a provider that hangs`);
  const database = await startPaymentsDatabase(join(folder, 'hanging'), (home) => [
    ...subscribersOf(home, { subscriptions: SUBSCRIPTIONS, due: 0 }),
  ]);
  undo.defer(() => database.stop());
  const sandbox = await startSandbox();
  undo.defer(() => sandbox.stop());
  const where = { databaseUrl: database.url, sandboxUrl: sandbox.url, dataDir: join(folder, 'files') };
  const product = await startProduct(where);
  undo.defer(() => product.stop());
  const { pool } = database;
  let from = 1;
  const mailsPerSecond = async () => {
    const perSecond = await sendMails(product.port, pool, from);
    from += MAILS;
    return perSecond;
  };
  await mailsPerSecond();
  const well: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) well.push(await mailsPerSecond());
  report('the provider hangs');
  await fetch(`${sandbox.url}/control/hang`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'adyen' }),
  });
  await makeDue(pool);
  await pool.query(`select add_job('billing.renewDue', '{}', 'providers')`);
  const begun = await waitForAttempts(pool);
  const hanging: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) hanging.push(await mailsPerSecond());
  return {
    what: 'sign-in mails while a provider hangs',
    figures: {
      'mails/s': median(hanging),
      'mails/s while all is well': median(well),
      'renewals that hang': begun,
    },
    value: median(hanging) / median(well),
    goal: GOAL,
  };
}

/** From the first click until every mail has left the queue. */
async function sendMails(port: number, pool: pg.Pool, from: number): Promise<number> {
  const begun = performance.now();
  const limit = pLimit(AT_ONCE);
  const people = Array.from({ length: MAILS }, (_, index) => from + index);
  await limit.map(people, (member) => askForReset(port, `member-${member}@people.example`));
  for (;;) {
    const { rows } = await pool.query<{ left: boolean }>(
      `select exists (select from mail where status = 'queued' and priority = 0) as left`,
    );
    if (!rows[0]?.left) return MAILS / ((performance.now() - begun) / 1_000);
    await pause(10);
  }
}

async function askForReset(port: number, email: string): Promise<void> {
  const body = JSON.stringify({ email });
  const headers = {
    host: `${HOST}:${port}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request(
    { host: '127.0.0.1', port, path: '/api/users/getTokenForReset', method: 'POST', headers },
    (answer) => {
      text(answer).then((said) => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${answer.statusCode} ${said}`));
      }, reject);
    },
  )
    .on('error', reject)
    .end(body);
  await promise;
}

/** As if their periods had ended, and the notices of it had been sent in time. */
async function makeDue(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with due as (
      update subscription set period_start = now() - interval '1 month 1 minute', period_end = now() - interval '1 minute',
        next_charge_at = now() - interval '1 minute'
      where id in (select id from subscription order by period_end limit ${RENEWALS})
      returning brand_id, id)
    update renewal_notice n set charge_at = now() - interval '1 minute', sent_at = now() - interval '3 days'
    from due where n.brand_id = due.brand_id and n.subscription_id = due.id`,
  );
}

/** Until charges are on their way. */
async function waitForAttempts(pool: pg.Pool): Promise<number> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from payment_attempt where state = 'created' and sent_at is not null`,
    );
    if ((rows[0]?.count ?? 0) > 0) return rows[0]?.count ?? 0;
    await pause(100);
  }
  throw new Error('nobody renews anything');
}
