import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { createStore } from '#client/store.ts';
import { sampleBoot, sampleUser } from '#client/testing/sample-boot.ts';
import { Failure } from '#contract/kernel/errors.ts';
import * as api from '#site/shell/api.ts';
import { ShellContext, shellOf } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { firstMe } from '#site/shell/me.ts';
import { sessionStore } from '#site/shell/session.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { ConnectionsPanel } from './connections-panel.tsx';

vi.mock(import('#site/shell/api.ts'), { spy: true });

let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('it', ['shell', 'errors', 'profile']);
});
beforeEach(() => {
  const me = firstMe(sampleUser(), { unreadMessages: 0, unreadNotifications: 0 });
  sessionStore.set({ status: 'member', me: createStore(me) });
});
afterEach(() => vi.resetAllMocks());

const google = { provider: 'google', email: 'm•••o@g•••.com', createdAt: 0, lastUsedAt: 0 };
const device = { id: 'a'.repeat(64), current: true, device: 'Chrome, Android', createdAt: 0 };

/** The server, as far as the panel talks to it; what is refused stays. */
async function show(state: { identities: object[]; connectedAt: number | null; devices: object[] }) {
  const server = { ...state, refuses: false };
  vi.mocked(api.call).mockImplementation(({ path, method }) => {
    const isGoogle = path.includes('identities');
    const isPush = path.includes('pushDevices');
    if (method === 'DELETE') {
      if (server.refuses) return Promise.reject(new Failure('identity.last', undefined));
      if (isGoogle) server.identities = [];
      else if (isPush) server.devices = [];
      else server.connectedAt = null;
    }
    if (isGoogle) return Promise.resolve({ identities: server.identities });
    if (isPush) return Promise.resolve({ devices: server.devices });
    return Promise.resolve({ available: true, connectedAt: server.connectedAt });
  });
  await render(
    <MemoryRouter>
      <I18nextProvider i18n={texts}>
        <ShellContext value={shellOf(sampleBoot('http://localhost'))}>
          <QueryClientProvider client={new QueryClient()}>
            <ToastProvider labels={{ region: 'Messaggi', close: 'Chiudi' }}>
              <Suspense>
                <ConnectionsPanel open onClose={() => undefined} onClosed={() => undefined} />
              </Suspense>
            </ToastProvider>
          </QueryClientProvider>
        </ShellContext>
      </I18nextProvider>
    </MemoryRouter>,
  );
  return server;
}

/** Without the stylesheet the backdrop covers the dialog, so nothing is clicked by its place. */
async function press(name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect.element(button).toBeEnabled();
  (button.element() as HTMLElement).click();
}

test('what opens the account or hears from it is listed, and removed after a second thought', async () => {
  await show({ identities: [google], connectedAt: 1, devices: [device] });
  await expect.element(page.getByRole('listitem')).toHaveLength(3);
  await expect.element(page.getByText(/m•••o@g•••\.com/)).toBeVisible();
  await expect.element(page.getByText(/Chrome, Android/)).toBeVisible();
  for (const name of ['Google', 'Telegram', 'Notifiche push']) {
    await press(new RegExp(`^Scollega ${name}`));
    await press('Sì, scollega');
    await expect
      .element(page.getByRole('button', { name: new RegExp(`^Scollega ${name}`) }))
      .not.toBeInTheDocument();
  }
  await expect.element(page.getByText('Non c’è niente di collegato.')).toBeVisible();
});

test('the last way in is refused, in words, and stays', async () => {
  const server = await show({ identities: [google], connectedAt: null, devices: [] });
  server.refuses = true;
  await press(/^Scollega Google/);
  await press('Sì, scollega');
  await expect.element(page.getByText(/Questo è l’unico modo in cui puoi accedere/)).toBeVisible();
  await expect.element(page.getByText(/m•••o@g•••\.com/)).toBeVisible();
});
