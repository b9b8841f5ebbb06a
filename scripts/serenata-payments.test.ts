import { randomUUID } from 'node:crypto';
import { startProcessor } from '#sandbox/processor/processor.ts';
import { newId } from '#server/platform/ids.ts';
import { TEST_SECRET } from '#testing/app.ts';
import { blockPayer } from '#testing/billing/blocks.ts';
import { paid } from '#testing/billing/refunds.ts';
import { expect, test as base } from '#testing/harness.ts';
import { runCommand } from '#testing/operator-command.ts';

const test = base
  .extend('sandbox', async ({}, { onCleanup }) => {
    const processor = await startProcessor();
    onCleanup(() => processor.stop());
    return processor.origin;
  })
  .extend('serenata', async ({ databaseUrl, folder, sandbox }) => {
    const place = { DATABASE_URL: databaseUrl, DATA_DIR: folder, SECRET_KEY: TEST_SECRET };
    const environment = { ...place, PAYMENT_SANDBOX_URL: sandbox };
    return async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand(environment, 'payments', ...args);
      return { code, said: `${stdout}${stderr}` };
    };
  });

const read = (said: string) => JSON.parse(said) as { refundId: string; amountCents: number };

test('an operator gives money back, tries a failed refund again, and it is audited', async ({
  db,
  serenata,
  world,
}) => {
  const marco = await world.member();
  const { attemptId, purchaseId } = await paid(marco);
  expect(await serenata('refund', attemptId, '500')).toMatchObject({
    code: 1,
    said: expect.stringContaining('--reason is missing'),
  });
  const first = await serenata('refund', attemptId, '500', '--reason', 'A fault', '--json');
  expect(first.code).toBe(0);
  const { refundId, amountCents } = read(first.said);
  expect(amountCents).toBe(500);
  const acts = await db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'details'])
    .where('subject', '=', purchaseId)
    .execute();
  expect(acts).toMatchObject([
    { action: 'payment.refunded', actor_kind: 'system', details: { refundId, reason: 'A fault' } },
  ]);
  // The provider refuses it.
  await db.updateTable('refund').set({ state: 'failed', work_at: null }).where('id', '=', refundId).execute();
  const again = await serenata('retry', refundId, '--json');
  expect(read(again.said)).toMatchObject({ what: 'refund', amountCents: 500 });
  const refunds = await db
    .selectFrom('refund')
    .select(['amount_cents', 'state'])
    .where('attempt_id', '=', attemptId)
    .orderBy('id')
    .execute();
  expect(refunds).toEqual([
    { amount_cents: 500, state: 'failed' },
    { amount_cents: 500, state: 'created' },
  ]);
  expect(await serenata('refund', attemptId, '--reason', 'The rest')).toMatchObject({
    code: 0,
    said: expect.stringContaining('1490 cents go back'),
  });
  expect(await serenata('refund', attemptId, '--reason', 'More')).toEqual({
    code: 1,
    said: 'Nothing is left of that charge to give back.',
  });
});

test('an operator asks about a charge, handles a parked event and drains what is due', async ({
  app,
  db,
  serenata,
  world,
}) => {
  const marco = await world.member();
  const { brandId, accountId } = marco;
  const { purchaseId } = await paid(marco);
  const attemptId = newId();
  await db
    .insertInto('payment_attempt')
    .values({
      brand_id: brandId,
      id: attemptId,
      purchase_id: purchaseId,
      account_id: accountId,
      provider: 'adyen',
      method: 'card',
      initiated_by: 'member',
      amount_cents: 100,
      state: 'unknown',
      created_at: app.clock.now(),
    })
    .execute();
  const { code, said } = await serenata('ask', attemptId, '--json');
  expect(code).toBe(0);
  expect(read(said)).toMatchObject({ attemptId, provider: 'adyen', before: 'unknown' });
  const asked = await db
    .selectFrom('payment_event')
    .select(['kind', 'details'])
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'asked')
    .execute();
  expect(asked).toMatchObject([{ kind: 'asked', details: { source: 'operator' } }]);

  const dedupeKey = `of-nothing:${randomUUID()}`;
  const about = { attemptId: randomUUID(), reference: null };
  await db
    .insertInto('provider_event')
    .values({
      provider: 'adyen',
      dedupe_key: dedupeKey,
      event: JSON.stringify({ kind: 'other', dedupeKey, ...about, name: 'REPORT' }),
      state: 'parked',
    })
    .execute();
  expect(await serenata('retry', `adyen:${dedupeKey}`)).toEqual({ code: 0, said: 'The event is ignored.' });

  const drained = await serenata('drain', '--seconds', '60', '--json');
  expect(drained.code, drained.said).toBe(0);
  expect(read(drained.said)).toMatchObject({ timedOut: false, after: { parkedEvents: 0 } });
});

test('an operator sees what is blocked and lifts it, which is audited', async ({ db, serenata, world }) => {
  const marco = await world.member();
  await blockPayer(marco, 'account', marco.accountId, 'sales');
  const listed = await serenata('blocks', marco.brand.key, '--json');
  const [block] = JSON.parse(listed.said) as { id: string; stops: string }[];
  expect(block).toMatchObject({ stops: 'sales' });
  const id = block?.id ?? '';
  expect((await serenata('unblock', id)).said).toContain('--reason is missing');
  expect(await serenata('unblock', id, '--reason', 'A mistake')).toEqual({
    code: 0,
    said: 'The block is lifted.',
  });
  expect(await serenata('blocks', marco.brand.key)).toEqual({ code: 0, said: 'Nothing is blocked.' });
  const acts = await db.selectFrom('audit').select(['action', 'details']).where('subject', '=', id).execute();
  expect(acts).toMatchObject([
    { action: 'payer.unblocked', details: { stops: 'sales', reason: 'A mistake' } },
  ]);
  expect(await serenata('unblock', id, '--reason', 'Again')).toMatchObject({ code: 1 });
});

test('a wrong argument is reported, and ends with 1', async ({ databaseUrl, folder, serenata }) => {
  for (const [args, words] of [
    [['ask'], 'The id is missing'],
    [['ask', randomUUID()], 'There is nothing of that name.'],
    [['retry', '9999'], 'There is no dead job of that number.'],
    [['refund', randomUUID(), '1.5', '--reason', 'x'], 'whole number of cents'],
    [['drain', '--seconds', '0'], '--seconds is a number'],
    [['pay'], 'there are ask, retry, refund, drain, blocks and unblock'],
  ] as const)
    expect(await serenata(...args), args.join(' ')).toEqual({
      code: 1,
      said: expect.stringContaining(words),
    });
  const alone = await runCommand({ DATABASE_URL: databaseUrl, DATA_DIR: folder }, 'payments', 'drain');
  expect(alone).toMatchObject({ code: 1, stderr: expect.stringContaining('PAYMENT_SANDBOX_URL') });
});
