import type { IdentitySandbox } from '../sandbox/identity.ts';
import type { App } from './app.ts';
import { createIdentityProvider } from './accounts/identity-provider.ts';
import type { IdentityProvider } from './accounts/identity-provider.ts';

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
  const { startIdentityProvider } = await import('../sandbox/identity.ts');
  return startIdentityProvider({ port });
}
