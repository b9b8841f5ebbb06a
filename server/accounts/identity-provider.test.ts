import { expect, onTestFinished, test } from 'vitest';
import { startIdentityProvider } from '#sandbox/identity.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Environment } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { chooseIdentityProvider } from './identity-provider.ts';

function choose(environment: Environment) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...environment });
  const chosen = chooseIdentityProvider({ config, log: createLogger(config) });
  onTestFinished(() => chosen.close());
  return chosen;
}

const question = {
  state: 's',
  nonce: 'n',
  codeChallenge: 'c'.repeat(43),
  redirectTo: 'http://localhost/loginWithGoogle',
  language: 'it',
};

test('production has no stand-in for Google', () => {
  expect(choose({ NODE_ENV: 'production' }).provider).toBeUndefined();
});

test('while developing a stand-in starts with the first who asks, and ends with the server', async () => {
  const { provider, close } = choose({});
  const addresses = await Promise.all([provider?.addressFor(question), provider?.addressFor(question)]);
  const [first, second] = addresses.map((address) => new URL(address ?? '').origin);
  expect(first).toBe(second);
  expect((await fetch(`${first}/.well-known/openid-configuration`)).status).toBe(200);
  await close();
  await expect(fetch(`${first}/.well-known/openid-configuration`)).rejects.toThrow('fetch failed');
});

test('a stand-in that cannot start is tried again', async () => {
  const other = await startIdentityProvider();
  const { provider } = choose({ IDENTITY_SANDBOX_PORT: new URL(other.issuer).port });
  await expect(provider?.addressFor(question)).rejects.toMatchObject({ code: 'server.unavailable' });
  await other.stop();
  expect(await provider?.addressFor(question)).toContain(other.issuer);
});

test('what is configured is asked, and in the words of the protocol', async () => {
  const google = await startIdentityProvider();
  onTestFinished(() => google.stop());
  const { provider } = choose({
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
  });
  const address = new URL((await provider?.addressFor(question)) ?? '');
  expect(address.origin).toBe(google.issuer);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: google.clientId,
    response_type: 'code',
    redirect_uri: question.redirectTo,
    scope: 'openid profile email',
    state: 's',
    nonce: 'n',
    code_challenge: question.codeChallenge,
    code_challenge_method: 'S256',
    ui_locales: 'it',
    prompt: 'select_account',
  });
});
