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
import type { ProofMethods } from '#contract/account/proof.ts';
import { Failure } from '#contract/kernel/errors.ts';
import * as api from '#site/shell/api.ts';
import { ShellContext, shellOf } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { firstMe } from '#site/shell/me.ts';
import { sessionStore } from '#site/shell/session.ts';
import { ProofDialog } from './proof-dialog.tsx';

vi.mock(import('#site/shell/api.ts'), { spy: true });

let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('it', ['shell', 'errors', 'account']);
});
beforeEach(() => {
  const me = firstMe(sampleUser(), { unreadMessages: 0, unreadNotifications: 0 });
  sessionStore.set({ status: 'member', me: createStore(me) });
});
afterEach(() => vi.resetAllMocks());

/** The server knows one password, and sends a mail on request. */
async function show(methods: ProofMethods) {
  const onProven = vi.fn<() => void>();
  const paths: string[] = [];
  vi.mocked(api.call).mockImplementation(({ path, method }, input: object) => {
    paths.push(`${method} ${path}`);
    if (method === 'GET') return Promise.resolve(methods);
    if ('password' in input && input.password !== 'giusta')
      return Promise.reject(new Failure('password.wrong', undefined));
    return Promise.resolve({ result: 'OK' });
  });
  await render(
    <MemoryRouter>
      <I18nextProvider i18n={texts}>
        <ShellContext value={shellOf(sampleBoot('http://localhost'))}>
          <QueryClientProvider client={new QueryClient()}>
            <Suspense>
              <ProofDialog open onClose={() => undefined} onClosed={() => undefined} onProven={onProven} />
            </Suspense>
          </QueryClientProvider>
        </ShellContext>
      </I18nextProvider>
    </MemoryRouter>,
  );
  return { onProven, paths };
}

/** Without the stylesheet the backdrop covers the dialog, so nothing is clicked by its place. */
async function press(name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect.element(button).toBeEnabled();
  (button.element() as HTMLElement).click();
}

test('the password proves it; a wrong one is said at the field and what was typed stays', async () => {
  const { onProven } = await show({ password: true, passkey: false, google: false });
  const field = page.getByLabelText('La tua password', { exact: true });
  await field.fill('sbagliata');
  await press('Conferma');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveValue('sbagliata');
  expect(onProven).not.toHaveBeenCalled();
  await field.fill('giusta');
  await press('Conferma');
  await vi.waitFor(() => expect(onProven).toHaveBeenCalledOnce());
  await expect.element(page.getByRole('button', { name: 'Usa una passkey' })).not.toBeInTheDocument();
});

test('a member who has no password, passkey or Google chooses a password by mail, and goes on from here', async () => {
  const { onProven, paths } = await show({ password: false, passkey: false, google: false });
  await expect.element(page.getByText(/Il tuo account non ha ancora una password/)).toBeVisible();
  await press('Mandami il link per la password');
  await expect.element(page.getByText('E-mail inviata')).toBeVisible();
  expect(paths).toContain('POST /users/getTokenForReset');
  await press('Ho scelto la password');
  expect(onProven).toHaveBeenCalledOnce();
});

test('what the account has is offered', async () => {
  await show({ password: false, passkey: true, google: false });
  await expect.element(page.getByRole('button', { name: 'Usa una passkey' })).toBeVisible();
  await expect.element(page.getByLabelText('La tua password', { exact: true })).not.toBeInTheDocument();
});
