/** Sign-in by a third party that knows who people are, with OpenID Connect. */

import * as openid from 'openid-client';
import { z } from 'zod';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { emailText } from '#contract/kernel/fields.ts';
import type { IdentitySandbox } from '#sandbox/identity.ts';
import type { App } from '#server/app.ts';
import { SECOND } from '#server/platform/clock.ts';
import type { Logger } from '#server/platform/telemetry/log.ts';
import { withTimeout } from '#server/platform/timeout.ts';

/** A third party that knows who people are, asked with OpenID Connect. */
export interface IdentityProvider {
  /** Where the browser goes to sign in. */
  addressFor(question: {
    state: string;
    nonce: string;
    codeChallenge: string;
    redirectTo: string;
    language: string;
  }): Promise<string>;
  /** Turns what came back into a person. Fails with `google.refused` where it is not right. */
  redeem(answer: {
    code: string;
    state: string;
    nonce: string;
    codeVerifier: string;
    redirectTo: string;
  }): Promise<Identity>;
}

export interface Identity {
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string | undefined;
}

/** Where the provider is, and who we are to it. */
interface ProviderAccess {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface ProviderOptions {
  /** Called at each sign-in, and not before. */
  find: () => ProviderAccess | Promise<ProviderAccess>;
  log: Logger;
  /** Whether a provider on this very machine may do without TLS. */
  plainOnThisMachine: boolean;
  /** Milliseconds for everything that the provider has to answer at once. */
  patience?: number;
}

const RETRY_SECONDS = 10;

/** The provider did not answer, or nothing that could be read. */
const awayCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
]);

/** Whether an answer came and says no, or does not fit the question. */
function isWrong(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError)
    return true;
  return error instanceof openid.ClientError && error.code !== undefined && !awayCodes.has(error.code);
}

/** For the log: what kind of trouble, and no more, since messages and bodies may hold codes and tokens. */
function kindOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError) return error.error;
  const { name, code } = error as { name?: string; code?: string };
  return code ?? name ?? 'unknown';
}

const idClaims = z.object({
  sub: z.string().min(1).max(255),
  email: emailText.min(3),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
});

export function createIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { find, log, plainOnThisMachine, patience = 5 * SECOND } = options;
  let known: Promise<openid.Configuration> | undefined;

  /** Reads once what the provider says of itself. What has failed is tried again by the next caller. */
  function discover(access: ProviderAccess): Promise<openid.Configuration> {
    known ??= readProvider(access).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  async function readProvider(access: ProviderAccess): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = access;
    const address = new URL(issuer);
    const plain = plainOnThisMachine && isThisMachine(address.hostname);
    return openid.discovery(address, clientId, clientSecret, undefined, {
      timeout: patience / SECOND,
      execute: [openid.enableNonRepudiationChecks, ...(plain ? [openid.allowInsecureRequests] : [])],
    });
  }

  /** A provider that cannot be asked is away for now, whatever the reason. */
  async function request<T>(question: (provider: openid.Configuration) => T | Promise<T>): Promise<T> {
    try {
      const access = await find();
      return await withTimeout(discover(access).then(question), patience, noAnswer);
    } catch (error) {
      if (error instanceof Failure) throw error;
      log.warn({ kind: kindOf(error) }, 'the identity provider is away');
      return fail('server.unavailable', { retryAfter: RETRY_SECONDS });
    }
  }

  function refuse(error: unknown): never {
    if (!isWrong(error)) throw error;
    // A code that is used, old or made up happens every day.
    const kind = kindOf(error);
    if (kind !== 'invalid_grant') log.warn({ kind }, 'the identity provider or its answer is wrong');
    return fail('google.refused');
  }

  return {
    addressFor: ({ state, nonce, codeChallenge, redirectTo, language }) =>
      request((provider) => {
        const address = openid.buildAuthorizationUrl(provider, {
          redirect_uri: redirectTo,
          scope: 'openid profile email',
          state,
          nonce,
          code_challenge: codeChallenge,
          code_challenge_method: 'S256',
          ui_locales: language,
          // Devices are shared: at each sign-in the user says as whom.
          prompt: 'select_account',
        });
        return address.href;
      }),
    redeem: ({ code, state, nonce, codeVerifier, redirectTo }) =>
      request(async (provider) => {
        const { issuer, authorization_response_iss_parameter_supported: saysIssuer } =
          provider.serverMetadata();
        const back = new URL(redirectTo);
        // The site passes on no issuer: with a single provider there is none to be mixed up with.
        back.search = new URLSearchParams({ code, state, ...(saysIssuer && { iss: issuer }) }).toString();
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
        const tokens = await openid.authorizationCodeGrant(provider, back, checks).catch(refuse);
        const claims = idClaims.safeParse(tokens.claims());
        if (!claims.success) return fail('google.refused');
        const { sub, email, email_verified: emailVerified, name } = claims.data;
        return { subject: sub, email, emailVerified, name };
      }),
  };
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function noAnswer(): never {
  throw new Error('the identity provider does not answer');
}

interface ChosenProvider {
  provider: IdentityProvider | undefined;
  close(): Promise<void>;
}

/** Google where it is configured. Elsewhere a stand-in, which starts with the first who needs it, but never in production. */
export function chooseIdentityProvider({ config, log }: Pick<App, 'config' | 'log'>): ChosenProvider {
  const { google, environment, identitySandboxPort } = config;
  const developing = environment !== 'production';
  const provide = (find: Parameters<typeof createIdentityProvider>[0]['find']) =>
    createIdentityProvider({ find, log, plainOnThisMachine: developing });
  if (google) return { provider: provide(() => google), close: async () => {} };
  if (!developing) return { provider: undefined, close: async () => {} };

  let sandbox: Promise<IdentitySandbox> | undefined;
  const start = () =>
    (sandbox ??= startSandbox(identitySandboxPort).catch((error: unknown) => {
      sandbox = undefined;
      throw error;
    }));
  return { provider: provide(start), close: async () => (await sandbox)?.stop() };
}

async function startSandbox(port: number): Promise<IdentitySandbox> {
  const { startIdentityProvider } = await import('#sandbox/identity.ts');
  return startIdentityProvider({ port });
}
