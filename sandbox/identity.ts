import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import type { AdapterFactory, AdapterPayload, Configuration } from 'oidc-provider';
import { renderQuestion, renderTrouble, pageHeaders } from './identity-pages.ts';

interface SandboxClient {
  clientId: string;
  clientSecret: string;
}

export interface IdentitySandboxOptions {
  port?: number;
  /** Who may ask. One with a secret of its own by default. */
  clients?: [SandboxClient, ...SandboxClient[]];
}

export interface IdentitySandbox extends SandboxClient {
  issuer: string;
  stop(): Promise<void>;
}

interface Person {
  email: string;
  name: string;
  verified: boolean;
}

const MINUTE = 60;
const CALLBACK = '/loginWithGoogle';
const MOST_KEPT = 1_000;
const LONGEST_FORM = 4_096;

/**
 * An identity provider that speaks OpenID Connect and believes every answer. It listens on this machine alone,
 * so that no other machine can answer it.
 */
export async function startIdentityProvider(options: IdentitySandboxOptions = {}): Promise<IdentitySandbox> {
  const {
    port = 0,
    clients = [{ clientId: 'sandbox', clientSecret: randomBytes(24).toString('base64url') }],
  } = options;
  const { Provider, interactionPolicy } = await importQuietly();
  const people = new Map<string, Person>();
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);

  const provider = new Provider(issuer, {
    ...(await settings()),
    clients: clients.map(({ clientId, clientSecret }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [`http://localhost${CALLBACK}`],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => {
      const person = people.get(sub);
      if (!person) return undefined;
      const { email, name, verified } = person;
      const claims = { sub, email, email_verified: verified, ...(name && { name }) };
      return { accountId: sub, claims: () => claims };
    },
  });
  // The site may stand on any port and under any name of this machine.
  provider.Client.prototype.redirectUriAllowed = isOnThisMachine;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const client = String(params['client_id']);
    if (request.method !== 'POST') return send(response, 200, renderQuestion({ client }));
    const form = await readForm(request);
    if (form.get('answer') === 'cancel') {
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    }
    const email = form.get('email')?.trim().toLowerCase() ?? '';
    const name = form.get('name')?.trim().slice(0, 100) ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
      return send(
        response,
        422,
        renderQuestion({ client, email, name, trouble: 'That is no e-mail address.' }),
      );
    }
    const accountId = subjectOf(email);
    remember(people, accountId, { email, name, verified: form.has('verified') });
    return provider.interactionFinished(request, response, {
      select_account: {},
      login: { accountId, remember: false },
    });
  }

  const speakProtocol = provider.callback();
  server.on('request', (request, response) => {
    // A visitor who comes back may want to be another person this time, so no session is kept here.
    request.headers.cookie = request.headers.cookie?.replaceAll(/_session[^;]*;?/g, '');
    if (!request.url?.startsWith('/interaction/')) return void speakProtocol(request, response);
    answer(request, response).catch(() =>
      send(response, 400, renderTrouble('This sign-in has expired. Go back and start again.')),
    );
  });

  return {
    issuer,
    ...clients[0],
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** It warns about every Node that has not reached long-term support yet, which says nothing to a user who starts a demo. */
async function importQuietly() {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

async function settings(): Promise<Configuration> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(8).toString('hex'),
    alg: 'RS256',
    use: 'sig',
  };
  const scopes = ['openid', 'profile', 'email'];
  return {
    adapter: createMemory(),
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    scopes,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // As Google does: the claims stand in the ID token, without another question.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: 5 * MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: 5 * MINUTE,
      Interaction: 30 * MINUTE,
      Session: 30 * MINUTE,
      Grant: 30 * MINUTE,
    },
    // There is no question about what the site may know: the page says it.
    async loadExistingGrant({ oidc }) {
      const clientId = oidc.client?.clientId;
      const accountId = oidc.session?.accountId;
      if (!clientId || !accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope(scopes.join(' '));
      await grant.save();
      return grant;
    },
    renderError(context, { error, error_description: description }) {
      context.set(pageHeaders);
      context.body = renderTrouble(description ?? error);
    },
  };
}

/** What the provider remembers, for as long as it runs. */
function createMemory(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`;
    const findBy = async (fits: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([key, payload]) => key.startsWith(`${model} `) && fits(payload))?.[1];
    return {
      upsert: async (id, payload) => remember(kept, keyOf(id), payload),
      find: async (id) => kept.get(keyOf(id)),
      findByUid: (uid) => findBy((payload) => payload.uid === uid),
      findByUserCode: (userCode) => findBy((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const payload = kept.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}

/** Keeps something, and forgets the oldest where there is too much. */
function remember<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** The same address is the same person, also after a restart. */
function subjectOf(email: string): string {
  return createHash('sha256').update(`sandbox ${email}`).digest('base64url');
}

function isOnThisMachine(redirect: string): boolean {
  const address = URL.parse(redirect);
  if (address?.protocol !== 'http:' || address.pathname !== CALLBACK) return false;
  if (address.search || address.hash || address.username || address.password) return false;
  return /^(localhost|[a-z0-9-.]+\.localhost|127(\.\d+){3}|\[::1\])$/.test(address.hostname);
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_FORM) throw new Error('the form is too long');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, pageHeaders).end(html);
}
