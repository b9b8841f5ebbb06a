import { expect, test } from 'vitest';
import { Failure, decodeFailure, encodeFailure, errors, fail } from './errors.ts';
import type { ErrorCode } from './errors.ts';

test('a login failure keeps the specification’s shape', () => {
  const failure = new Failure('login.wrong', undefined);
  expect(encodeFailure(failure, 'No')).toEqual({
    message: 'No-1001',
    error: { code: 'mail_password_errati', message: 'No-1001' },
  });
});

test('details travel beside code and message, and cannot overwrite them', () => {
  const failure = new Failure('request.too_many', { retryAfter: 7 });
  expect(encodeFailure(failure, 'Slow down')).toEqual({
    error: { retryAfter: 7, code: 'request.too_many', message: 'Slow down' },
  });
});

test('the browser reads back what the server said', () => {
  for (const code of Object.keys(errors) as ErrorCode[]) {
    const entry = errors[code];
    const details =
      'details' in entry ? { retryAfter: 1, id: 'x', issues: [], email: 'm', url: '/' } : undefined;
    const failure = new Failure(code, details as never);
    const back = decodeFailure(failure.status, JSON.parse(JSON.stringify(encodeFailure(failure, 'text'))));
    expect(back.code).toBe(code);
  }
});

test('an answer that is no JSON is a fault of the server, or a dead session', () => {
  expect(decodeFailure(502, '<html>').code).toBe('server.fault');
  expect(decodeFailure(401, {}).code).toBe('session.dead');
});

test('fail throws the failure with its details', () => {
  expect(() => fail('server.fault', { id: 'abc' })).toThrow(
    expect.objectContaining({ code: 'server.fault', details: { id: 'abc' } }),
  );
});
