import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { fill, fillings } from '#testing/long-texts.ts';
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

test('a card number is hidden in whatever shape it comes, also in fields and as a number', () => {
  const { log, lines } = capture();
  const shapes = ['4111.1111.1111.1111', '4111%201111%201111%201111', '4111\u00a01111\u00a01111\u00a01111'];
  for (const shape of [...shapes, String.raw`\n4111111111111111\t`, 'card4111111111111111x']) {
    log.info({ why: shape, deeper: { one: [{ text: shape }] } }, shape);
  }
  const id = '01234567-8901-7123-9456-426614174000';
  log.info({ line: 4_111_111_111_111_111, at: 1_794_760_373_333, id }, `order ${id}`);
  const written = lines.join('');
  expect(written).not.toMatch(/4111.{0,3}1111/);
  expect(written).toContain(`"at":1794760373333,"id":"${id}","msg":"order ${id}"`);
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

test('a sealed token is hidden wherever it stands, and what only begins like one is not', () => {
  const token = 'eyJhbGciOiJkaXIifQ..a-b_c.ZGQ.ZWU';
  for (const around of ['https://x.example/console/invitation#', 'said "', '<'])
    expect(redact(`${around}${token} then`)).toBe(`${around}[token] then`);
  expect(redact('eyJ is how they begin')).toBe('eyJ is how they begin');
});

test('ordinary numbers stay readable', () => {
  expect(redact('took 1200 ms for 17 rows of 2026-11-15')).toBe('took 1200 ms for 17 rows of 2026-11-15');
});

test('whatever stands in a long text, taking secrets out of it is quick', () => {
  const before = process.cpuUsage();
  for (const filling of fillings) redact(fill(filling, 250_000));
  redact('a://a:'.repeat(40_000));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
