import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { createStore } from '#client/store.ts';
import { sampleUser } from '#client/testing/sample-boot.ts';
import type { MessengerState } from '#contract/notification/messenger.ts';
import * as api from '#site/shell/api.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { firstMe } from '#site/shell/me.ts';
import { sessionStore } from '#site/shell/session.ts';
import { MessengerSection } from './messenger-section.tsx';

vi.mock(import('#site/shell/api.ts'), { spy: true });

let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('it', ['shell', 'activeNotifications', 'errors', 'account']);
});
beforeEach(() => {
  const me = firstMe(sampleUser(), { unreadMessages: 0, unreadNotifications: 0 });
  sessionStore.set({ status: 'member', me: createStore(me) });
});
afterEach(() => vi.resetAllMocks());

const link = 'https://t.me/sandbox_bot?start=abc';

/** The server, as far as the section talks to it. */
async function show(first: MessengerState): Promise<{ state: MessengerState }> {
  const server = { state: first };
  vi.mocked(api.call).mockImplementation(({ method }: { method: string }) => {
    if (method === 'POST') return Promise.resolve({ link, expiresAt: 0 });
    if (method === 'DELETE') server.state = { ...server.state, connectedAt: null };
    return Promise.resolve(server.state);
  });
  await render(
    <MemoryRouter>
      <I18nextProvider i18n={texts}>
        <QueryClientProvider client={new QueryClient()}>
          <Suspense>
            <MessengerSection />
          </Suspense>
        </QueryClientProvider>
      </I18nextProvider>
    </MemoryRouter>,
  );
  return server;
}

test('a chat is connected by a link, which the page notices by itself, and disconnected', async () => {
  const server = await show({ available: true, connectedAt: null });
  await page.getByRole('button', { name: 'Collega Telegram' }).click();
  await expect.element(page.getByRole('link', { name: /Apri Telegram/ })).toHaveAttribute('href', link);
  server.state = { available: true, connectedAt: 1 };
  await expect.element(page.getByText('Telegram è collegato'), { timeout: 10_000 }).toBeVisible();
  await page.getByRole('button', { name: 'Scollega Telegram' }).click();
  await expect.element(page.getByRole('button', { name: 'Collega Telegram' })).toBeVisible();
});

test('where the brand has no bot there is nothing to see', async () => {
  await show({ available: false, connectedAt: null });
  await expect.poll(() => vi.mocked(api.call).mock.calls.length).toBeGreaterThan(0);
  await expect.element(page.getByText('Telegram')).not.toBeInTheDocument();
});
