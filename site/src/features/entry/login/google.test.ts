import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { startServer } from '#client/testing/http-server.ts';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { shellOf, shellStore } from '#site/shell/boot.ts';
import { leaveForGoogle, makeChallenge, takeGoogleReturn } from './google.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

/** A visitor presses the button; returns the address they are sent to. */
async function leave(from: string, goOn = from) {
  const { origin, asked } = await startServer(() => ({
    body: { address: 'https://accounts.example/auth?x=1', state: 'sealed-state' },
  }));
  shellStore.set(shellOf(sampleBoot(origin)));
  const left = new Promise<string>((resolve) => vi.stubGlobal('location', { assign: resolve }));
  void leaveForGoogle(from, goOn);
  return { address: await left, asked };
}

test('the challenge is the hash of a secret that is long enough', async () => {
  const { codeVerifier, codeChallenge } = await makeChallenge();
  expect(codeVerifier).toMatch(/^[A-Za-z0-9_-]{43,128}$/);
  expect(codeChallenge).toBe(createHash('sha256').update(codeVerifier).digest('base64url'));
  expect((await makeChallenge()).codeVerifier).not.toBe(codeVerifier);
});

test('who comes back with the right answer goes on with their secret', async () => {
  const { address, asked } = await leave('/login', '/chats');
  expect(address).toBe('https://accounts.example/auth?x=1');
  const found = takeGoogleReturn('?code=abc&state=sealed-state');
  expect(found).toMatchObject({ status: 'code', code: 'abc', journey: { from: '/login', goOn: '/chats' } });
  const { codeVerifier } = (found as Extract<typeof found, { status: 'code' }>).journey;
  const { codeChallenge } = asked[0]!.body as { codeChallenge: string };
  expect(codeChallenge).toBe(createHash('sha256').update(codeVerifier).digest('base64url'));
});

test('an answer counts once', async () => {
  await leave('/');
  takeGoogleReturn('?code=abc&state=sealed-state');
  expect(takeGoogleReturn('?code=abc&state=sealed-state')).toEqual({ status: 'refused', goOn: undefined });
});

test.each([
  ['that somebody said no', '?error=access_denied&state=sealed-state'],
  ['to another question', '?code=abc&state=forged'],
  ['without a state', '?code=abc'],
  ['with both', '?code=abc&state=sealed-state&error=server_error'],
])('an answer %s is refused, and where the visitor wanted to go is not forgotten', async (_, search) => {
  await leave('/login', '/chats');
  expect(takeGoogleReturn(search)).toEqual({ status: 'refused', goOn: '/chats' });
  expect(kept.size).toBe(0);
});

test('an answer to a question this tab never asked is refused', () => {
  expect(takeGoogleReturn('?code=abc&state=sealed-state')).toEqual({ status: 'refused', goOn: undefined });
});

test('a page that Google has not led to has nothing to do', async () => {
  await leave('/');
  expect(takeGoogleReturn('?tid=1')).toEqual({ status: 'none' });
  expect(kept.size).toBe(1);
});
