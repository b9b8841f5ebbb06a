import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { adyenPayment, askAdyen } from '#testing/sandbox/processor.ts';
import { processorKeys } from './keys.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

test('runs by itself, says where, and ends on request', async () => {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const origin = line.toString().trim();
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const { body } = await askAdyen({ origin, keys: processorKeys }, 'payments', adyenPayment('alone'));
  expect(body['resultCode']).toBe('Authorised');
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});
