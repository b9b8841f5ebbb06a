import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IdentityVisitor } from '#testing/accounts/identity-page.ts';
import { renderQuestion } from './identity-pages.ts';
import { startIdentityProvider } from './identity.ts';
import type { IdentitySandbox } from './identity.ts';

let sandbox: IdentitySandbox;
beforeAll(async () => {
  sandbox = await startIdentityProvider();
});
afterAll(() => sandbox.stop());

const verifier = randomBytes(32).toString('base64url');
const HOME = 'http://it.localhost:3000/loginWithGoogle';

function addressFor(changes: Record<string, string | undefined> = {}): string {
  const question = {
    client_id: sandbox.clientId,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: HOME,
    state: 'my state',
    nonce: 'my nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  const given = Object.entries(question).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${sandbox.issuer}/auth?${new URLSearchParams(given).toString()}`;
}

async function redeem(code: string, codeVerifier = verifier, clientSecret = sandbox.clientSecret) {
  const answer = await fetch(`${sandbox.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: sandbox.clientId,
      client_secret: clientSecret,
      redirect_uri: HOME,
      code,
      code_verifier: codeVerifier,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

const codeOf = (address: URL) => address.searchParams.get('code') ?? '';

function claimsOf(idToken: string | undefined): Record<string, unknown> {
  const [, payload = ''] = idToken?.split('.') ?? [];
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

test('says what it is, asks who you are, and believes it', async () => {
  const visitor = new IdentityVisitor();
  const page = await visitor.open(addressFor());
  expect(page.html).toContain('Sandbox identity provider: nobody is checked here');
  expect(page.html).toContain('Who are you?');
  expect(page.html).not.toContain('<script');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");

  const back = await visitor.answer(addressFor(), { email: 'Marco@Test.example ', name: 'Marco' });
  expect(back.href.startsWith(`${HOME}?`)).toBe(true);
  expect(back.searchParams.get('state')).toBe('my state');
  const { body } = await redeem(codeOf(back));
  expect(claimsOf(body['id_token'])).toMatchObject({
    iss: sandbox.issuer,
    aud: sandbox.clientId,
    nonce: 'my nonce',
    email: 'marco@test.example',
    email_verified: true,
    name: 'Marco',
  });
});

test('the same address is the same person, another one is not, and it always asks', async () => {
  const visitor = new IdentityVisitor();
  const subjects: unknown[] = [];
  for (const email of ['anna@test.example', 'bruno@test.example', 'anna@test.example']) {
    const back = await visitor.answer(addressFor({ prompt: 'select_account' }), { email, verified: false });
    const { sub, email_verified: verified } = claimsOf((await redeem(codeOf(back))).body['id_token']);
    expect(verified).toBe(false);
    subjects.push(sub);
  }
  expect(subjects[0]).toBe(subjects[2]);
  expect(subjects[0]).not.toBe(subjects[1]);
});

test('cancelling says so to the site', async () => {
  const back = await new IdentityVisitor().answer(addressFor(), 'cancel');
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('state')).toBe('my state');
  expect(back.searchParams.has('code')).toBe(false);
});

test('what is no address is asked for again, and comes back harmless', async () => {
  const email = '"><script>alert(1)</script>';
  await expect(new IdentityVisitor().answer(addressFor(), { email })).rejects.toThrow(
    'it did not send me back',
  );
  const page = renderQuestion({ client: 'me', email, trouble: 'That is no e-mail address.' });
  expect(page).not.toContain('<script');
  expect(page).toContain('aria-invalid="true"');
});

test('a code is good once, with its own verifier, for its own client', async () => {
  const enter = async () =>
    codeOf(await new IdentityVisitor().answer(addressFor(), { email: 'marco@test.example' }));
  const code = await enter();
  expect((await redeem(code)).status).toBe(200);
  expect(await redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await redeem(await enter(), 'x'.repeat(43))).toMatchObject({ body: { error: 'invalid_grant' } });
  expect(await redeem(await enter(), verifier, 'a guess')).toMatchObject({
    body: { error: 'invalid_client' },
  });
});

test('without PKCE it does not even ask', async () => {
  const address = addressFor({ code_challenge: undefined, code_challenge_method: undefined });
  await expect(new IdentityVisitor().open(address)).rejects.toThrow('error=invalid_request');
});

test.each([
  'http://localhost:4321/loginWithGoogle',
  'http://es.localhost/loginWithGoogle',
  'http://127.0.0.1:8080/loginWithGoogle',
  'http://[::1]:8080/loginWithGoogle',
])('sends people back to %s', async (redirect) => {
  const page = await new IdentityVisitor().open(addressFor({ redirect_uri: redirect }));
  expect(page.status).toBe(200);
});

test.each([
  'https://localhost/loginWithGoogle',
  'http://localhost.evil.example/loginWithGoogle',
  'http://evil.example/loginWithGoogle',
  'http://localhost/elsewhere',
  'http://me@localhost/loginWithGoogle',
  'http://localhost/loginWithGoogle?next=1',
])('never sends people to %s', async (redirect) => {
  const page = await new IdentityVisitor().open(addressFor({ redirect_uri: redirect }));
  expect(page.status).toBe(400);
  expect(page.html).not.toContain('Who are you?');
});

test('a question without a request has no page', async () => {
  const page = await new IdentityVisitor().open(`${sandbox.issuer}/interaction/unknown`);
  expect(page).toMatchObject({ status: 400 });
  expect(page.html).toContain('expired');
});
