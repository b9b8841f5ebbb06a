import { expect, test } from 'vitest';
import { linkTokenOf } from './link-token.ts';

test.each([
  ['in the address', '?token=abc&red=x', null, 'abc'],
  ['in the entry of the history', '?red=x', { linkToken: 'abc' }, 'abc'],
  ['in both: the newer link counts', '?token=new', { linkToken: 'old' }, 'new'],
  ['nowhere', '', null, undefined],
  ['nowhere, beside another state', '', { from: '/chats' }, undefined],
  ['in a state that is not ours', '', { linkToken: 7 }, undefined],
])('a token %s', (_, search, state, token) => {
  expect(linkTokenOf({ search, state })).toBe(token);
});
