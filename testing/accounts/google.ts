import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { startIdentityProvider } from '#sandbox/identity.ts';
import type { IdentitySandbox } from '#sandbox/identity.ts';
import { createIdentityProvider } from '#server/accounts/identity-provider.ts';
import { signInWithGoogle, startGoogle } from '#server/accounts/signup/google.ts';
import type { VisitorContext } from '#server/app.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { withServices } from '../world.ts';
import type { World } from '../world.ts';
import { IdentityVisitor } from './identity-page.ts';

type Person = Exclude<Parameters<IdentityVisitor['answer']>[1], 'cancel'>;

export const silentLog = createLogger({ logLevel: 'silent', logFormat: 'json' });

/** The sandbox that plays Google, for as long as its tests run. */
export async function openSandbox(
  {}: object,
  { onCleanup }: { onCleanup: (stop: () => Promise<void>) => void },
): Promise<IdentitySandbox> {
  const sandbox = await startIdentityProvider();
  onCleanup(() => sandbox.stop());
  return sandbox;
}

export function providerAt(
  access: { issuer: string; clientId: string; clientSecret: string },
  log = silentLog,
) {
  return createIdentityProvider({ find: () => access, log, plainOnThisMachine: true });
}

/** Visitors of a brand who may come in by the sandbox. */
export function visitorsAt({ world, sandbox }: { world: World; sandbox: IdentitySandbox }) {
  return (brand = world.brand()): VisitorContext =>
    withServices(world.visitor(brand), { identityProvider: providerAt(sandbox) });
}

/** What the browser makes and keeps to itself. */
export function makeSecret() {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
}

/** Goes to the provider and comes back with what the site's page will post. */
export async function comeBack(context: VisitorContext, person: Person) {
  const { codeVerifier, codeChallenge } = makeSecret();
  const { address, state } = await startGoogle(context, { codeChallenge });
  const back = await new IdentityVisitor().answer(address, person);
  expect(back.searchParams.get('state')).toBe(state);
  return { code: back.searchParams.get('code') ?? '', state, codeVerifier };
}

export async function enter(context: VisitorContext, person: Person, claims = {}) {
  return (await signInWithGoogle(context, { ...(await comeBack(context, person)), ...claims })).result;
}

export const newAddress = () => `google-${randomBytes(6).toString('hex')}@test.example`;
