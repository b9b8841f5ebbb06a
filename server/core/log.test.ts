import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger, redact } from './log.ts';

function capture() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: createLogger({ logLevel: 'trace', logFormat: 'json' }, stream), lines };
}

test('a card number, a bearer token and a password in an address never reach a log line', () => {
  const { log, lines } = capture();
  log.info('charged 4111 1111 1111 1111 with Bearer abc.def-123 at postgres://app:s3cret@db/x?token=JWE');
  log.error({ err: new Error('card 5555-5555-5555-4444 declined') }, 'payment');
  const written = lines.join('');
  for (const secret of ['4111', '5555-5555', 'abc.def-123', 's3cret', 'JWE'])
    expect(written).not.toContain(secret);
  expect(written).toContain('charged [digits]');
});

test('named secrets are hidden at any of three depths', () => {
  const { log, lines } = capture();
  log.info(
    { password: 'p1', body: { cardNumber: 'c1', user: { token: 't1' } }, headers: { authorization: 'a1' } },
    'x',
  );
  const written = lines.join('');
  for (const secret of ['p1', 'c1', 't1', 'a1']) expect(written).not.toContain(`"${secret}"`);
});

test('ordinary numbers stay readable', () => {
  expect(redact('took 1200 ms for 17 rows of 2026-11-15')).toBe('took 1200 ms for 17 rows of 2026-11-15');
});
