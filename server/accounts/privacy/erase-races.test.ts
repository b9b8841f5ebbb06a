import { runJob } from '../../../testing/accounts/run-job.ts';
import { paid } from '../../../testing/billing/refunds.ts';
import { someoneWaitsForLock } from '../../../testing/database-fixtures.ts';
import { expect, test } from '../../../testing/harness.ts';
import { DAY } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import { closeAccount } from './close-and-erase.ts';

test('of a purchase the books stay, and where its buyer sat does not', async ({ app, db, world }) => {
  const marco = await world.member();
  const { purchaseId } = await paid(marco);
  await db
    .insertInto('purchase_consent')
    .values({
      brand_id: marco.brandId,
      account_id: marco.accountId,
      purchase_id: purchaseId,
      amount_cents: 1990,
      button: 'Compra',
      terms: 'Paghi adesso.',
      text_hash: Buffer.alloc(32),
      language: 'it',
      immediate: true,
      ip: '203.0.113.7',
      user_agent: 'a browser of his own',
    })
    .execute();
  await closeAccount(marco, {});
  app.clock.advance(30 * DAY);
  await runJob(app, 'privacy.erase');
  const kept = await db
    .selectFrom('purchase_consent')
    .select(['ip', 'user_agent'])
    .where('purchase_id', '=', purchaseId)
    .execute();
  expect(kept).toEqual([{ ip: null, user_agent: null }]);
});

test('who comes back after his account was found, and before it is locked, keeps it', async ({
  app,
  db,
  world,
}) => {
  const marco = await world.member();
  await closeAccount(marco, {});
  app.clock.advance(30 * DAY);
  const erasure = await transact(db, async (tx) => {
    await tx
      .updateTable('account')
      .set({ status: 'active', closes_at: null })
      .where('id', '=', marco.accountId)
      .execute();
    // It finds the account as it was, and waits for this transaction to let go of it.
    const erasing = runJob(app, 'privacy.erase');
    await someoneWaitsForLock(db);
    return { erasing };
  });
  await erasure.erasing;
  const account = db.selectFrom('account').select('status').where('id', '=', marco.accountId);
  expect(await account.execute()).toEqual([{ status: 'active' }]);
});
