import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { transact } from '../database/database.ts';
import { createWakeUps, wakeQueue } from './wake.ts';

test('work wakes its worker when its transaction commits, on this node and on others, and never before', async ({
  app,
  db,
}) => {
  const wakeUps = createWakeUps(db, app.log);
  const woken: string[] = [];
  wakeUps.worker = (name) => woken.push(name) > 0;
  wakeQueue(db, 'outside');
  await transact(db, async (tx) => {
    wakeQueue(tx, 'inside');
    await sql`select 1`.execute(tx);
    expect(woken).toEqual(['outside']);
  });
  const failing = transact(db, async (tx) => {
    wakeQueue(tx, 'never');
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow();
  expect(woken).toEqual(['outside', 'inside']);
  await wakeUps.stop();
});
