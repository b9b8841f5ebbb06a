import { importSealingKey, makeReplyKey, seal, unseal } from '#contract/kernel/sealing.ts';
import { expect, test } from '#testing/harness.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { StartupFault } from '../config/startup-fault.ts';
import { openSealingKeys } from './sealing-keys.ts';
import { secretsFrom } from './secrets.ts';

const secret = (letter: number) => secretsFrom(Buffer.alloc(32, letter).toString('base64url'));
const both = { api: secret(1), payment: secret(2) };

async function sealedTo(
  keys: Awaited<ReturnType<typeof openSealingKeys>>,
  purpose: 'api' | 'payment',
  content: unknown,
) {
  const key = keys.published()[purpose];
  return seal(content, await importSealingKey(key), key.kid);
}

test('nodes share keys, and a restart keeps them', async ({ db, app }) => {
  await db.deleteFrom('sealing_key').execute();
  const first = await openSealingKeys({ db, clock: app.clock, secrets: both });
  const second = await openSealingKeys({ db, clock: app.clock, secrets: both });
  expect(second.published()).toEqual(first.published());
  expect(await second.open('api', await sealedTo(first, 'api', { a: 1 }))).toEqual({ a: 1 });
});

test('a node without the payment role publishes the payment key but cannot open with it', async ({
  db,
  app,
}) => {
  const payment = await openSealingKeys({ db, clock: app.clock, secrets: both });
  const web = await openSealingKeys({ db, clock: app.clock, secrets: { api: both.api } });
  const card = await sealedTo(web, 'payment', { cardNumber: '4111111111111111' });
  await expect(web.open('payment', card)).rejects.toMatchObject({ code: 'request.not_sealed' });
  expect(await payment.open('payment', card)).toEqual({ cardNumber: '4111111111111111' });
});

test('a payload sealed to one purpose is not opened for the other', async ({ db, app }) => {
  const keys = await openSealingKeys({ db, clock: app.clock, secrets: both });
  await expect(keys.open('payment', await sealedTo(keys, 'api', {}))).rejects.toMatchObject({
    code: 'request.not_sealed',
  });
});

test('keys rotate, and the old one is accepted for one more day', async ({ db, app }) => {
  const keys = await openSealingKeys({ db, clock: app.clock, secrets: both });
  const early = await sealedTo(keys, 'api', { page: 'still open' });
  const { kid } = keys.published().api;
  app.clock.advance(31 * DAY);
  await keys.refresh();
  expect(keys.published().api.kid).not.toBe(kid);
  expect(await keys.open('api', early)).toEqual({ page: 'still open' });
  app.clock.advance(DAY + HOUR);
  await keys.refresh();
  await expect(keys.open('api', early)).rejects.toMatchObject({ code: 'request.not_sealed' });
});

test('a key that another node made since is known at its first use', async ({ db, app }) => {
  const running = await openSealingKeys({ db, clock: app.clock, secrets: both });
  app.clock.advance(31 * DAY);
  const restarted = await openSealingKeys({ db, clock: app.clock, secrets: both });
  const { kid } = restarted.published().api;
  expect(running.published().api.kid).not.toBe(kid);
  expect(await running.open('api', await sealedTo(restarted, 'api', { a: 1 }))).toEqual({ a: 1 });
  expect(running.published().api.kid).toBe(kid);
});

test('made-up keys do not make it read the database each time', async ({ db, app }) => {
  const keys = await openSealingKeys({ db, clock: app.clock, secrets: both });
  const strange = await seal({}, await importSealingKey(keys.published().api), 'made-up');
  const openStrange = () =>
    expect(keys.open('api', strange)).rejects.toMatchObject({ code: 'request.not_sealed' });
  await openStrange();
  const ahead = new MovableClock(new Date(app.clock.now().getTime() + 31 * DAY));
  const { kid } = (await openSealingKeys({ db, clock: ahead, secrets: both })).published().api;
  await openStrange();
  expect(keys.published().api.kid).not.toBe(kid);
  app.clock.advance(MINUTE);
  await openStrange();
  expect(keys.published().api.kid).toBe(kid);
});

test('a node with another secret gets a sentence that says so', async ({ db, app }) => {
  const other = { api: both.api, payment: secret(9) };
  await expect(openSealingKeys({ db, clock: app.clock, secrets: other })).rejects.toThrow(
    new StartupFault(
      'This database was used with another PAYMENT_SECRET_KEY; give every node the same one, or the same DATA_DIR.',
    ),
  );
});

test('an answer is sealed to the caller’s own key', async ({ app }) => {
  const { privateKey, header } = await makeReplyKey();
  expect(app.sealingKeys.acceptsReplyKey(header)).toBe(true);
  expect(await unseal(app.sealingKeys.sealReply(header, { ok: 1 }), () => privateKey)).toEqual({
    ok: 1,
  });
  expect(app.sealingKeys.acceptsReplyKey('nonsense')).toBe(false);
});

test('the private halves are not readable in the database', async ({ db }) => {
  const rows = await db.selectFrom('sealing_key').select(['public_jwk', 'wrapped_private_jwk']).execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect(row.public_jwk).not.toHaveProperty('d');
    expect(row.wrapped_private_jwk).not.toContain('"d"');
  }
});
