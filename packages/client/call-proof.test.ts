import { expect, test, vi } from 'vitest';
import { closeAccount } from '#contract/account/own-account.ts';
import { createCall } from './call.ts';
import { startServer } from './testing/http-server.ts';
import { sampleBoot } from './testing/sample-boot.ts';

test('what asks who is there is asked again once that is shown, and not otherwise', async () => {
  const prove = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  const refused = { status: 403, body: { error: { code: 'password.needed', message: '' } } };
  const done = { body: { result: 'OK', chiusura: 1 } };
  const answers = [refused, done];
  const { origin, asked } = await startServer(() => answers.shift() ?? refused);
  const call = createCall({
    hosts: () => sampleBoot(origin).hosts,
    token: () => 'token-1',
    sessionEnded: vi.fn(),
    prove,
  });
  expect(await call(closeAccount, { trackerId: 'click-1' })).toMatchObject({ closesAt: 1 });
  expect(asked).toHaveLength(2);
  // Let be, it is refused as before.
  await expect(call(closeAccount, { trackerId: 'click-1' })).rejects.toMatchObject({
    code: 'password.needed',
  });
  expect(asked).toHaveLength(3);
  expect(prove).toHaveBeenCalledTimes(2);
});
