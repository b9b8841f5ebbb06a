import { expect, test, vi } from 'vitest';
import { Failure } from '#contract/kernel/errors.ts';
import { OfflineError } from './call.ts';
import { refusalOf, reportedRefusalOf } from './refusal.ts';

test.each([
  ['a refusal', new Failure('login.wrong', undefined), { code: 'login.wrong' }],
  [
    'too many tries, with the time to wait',
    new Failure('request.too_many', { retryAfter: 61 }),
    { code: 'request.too_many', retryAfter: 61 },
  ],
  ['a fault of ours', new Failure('server.fault', { id: 'f-1' }), { code: 'server.fault', faultId: 'f-1' }],
  ['no network', new OfflineError('x'), { code: 'offline' }],
])('%s is shown', (_, error, refusal) => {
  expect(refusalOf(error)).toEqual(refusal);
});

test('code that can not be fetched is explained by whether there is a network', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: /x.js');
  vi.stubGlobal('navigator', { onLine: false });
  expect(refusalOf(error)).toEqual({ code: 'offline' });
  vi.stubGlobal('navigator', { onLine: true });
  expect(refusalOf(error)).toEqual({ code: 'server.unavailable' });
  vi.unstubAllGlobals();
});

test('an unexpected failure is shown as a fault, and reported', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const error = new Error('a bug');
  expect(reportedRefusalOf(error)).toEqual({ code: 'server.fault', unexpected: true });
  expect(reported).toHaveBeenCalledWith(error);
  vi.unstubAllGlobals();
});
