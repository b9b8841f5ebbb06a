import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { OfflineError } from '#client/call.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { readContactChallenge, sendContact, sendOwnTicket } from '#contract/support/contact.ts';
import type { ContactChallenge } from '#contract/support/contact.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { ContactForm } from './contact-form.tsx';

/** With a solution that is found at once. */
const challenge: ContactChallenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    data: { id: '01890000-0000-7000-8000-000000000001', at: 0 },
    keyLength: 32,
    keyPrefix: '00',
    keySignature: '00',
    nonce: '00'.repeat(16),
    salt: '00'.repeat(16),
  },
  signature: '00',
};

const server = { send: vi.fn<(input: object) => Promise<{ number: number }>>(), challenges: 0 };

vi.mock('#site/shell/api.ts', () => ({
  call: async (endpoint: unknown, input: object) => {
    if (endpoint === readContactChallenge) {
      server.challenges += 1;
      return { challenge };
    }
    if (endpoint === sendContact || endpoint === sendOwnTicket) return server.send(input);
    throw new Error('nobody else is asked here');
  },
}));

const texts = await createTexts('it', ['shell', 'pages', 'errors', 'account']);

beforeEach(() => {
  sessionStorage.clear();
  server.challenges = 0;
  server.send.mockReset().mockResolvedValue({ number: 10_042 });
});

const show = (writer?: { trackerId: string; email: string }) =>
  render(
    <I18nextProvider i18n={texts}>
      <Suspense>
        <ContactForm writer={writer} />
      </Suspense>
    </I18nextProvider>,
  );
const text = page.getByRole('textbox', { name: 'Il tuo messaggio' });
const email = page.getByRole('textbox', { name: 'E-mail' });
const submit = page.getByRole('button', { name: 'Invia' });

test('the browser proves by itself that a person writes, from when the form is used', async () => {
  await show();
  expect(server.challenges).toBe(0);
  await email.fill('anna@example.com');
  await text.fill('Buonasera.');
  await submit.click();
  await expect.element(page.getByRole('heading', { name: /^Grazie/ }), { timeout: 40_000 }).toHaveFocus();
  await expect.element(page.getByText(/numero 10042.*anna@example\.com/)).toBeVisible();
  expect(server.challenges).toBe(1);
  expect(server.send).toHaveBeenCalledWith(
    expect.objectContaining({
      email: 'anna@example.com',
      text: 'Buonasera.',
      website: '',
      challenge,
      solution: expect.objectContaining({ derivedKey: expect.stringMatching(/^00/) as string }) as object,
    }),
  );
  expect(sessionStorage.length).toBe(0);
});

test('a failure says so and keeps the words, also over a reload; another try is the same message', async () => {
  const writer = { trackerId: 'marco', email: 'marco@example.com' };
  server.send.mockRejectedValueOnce(new OfflineError());
  const before = await show(writer);
  await expect.element(email).toHaveValue('marco@example.com');
  await text.fill('Non riesco a pagare.');
  await submit.click();
  await expect.element(page.getByText('Il messaggio non è stato inviato. Il testo resta qui.')).toBeVisible();
  await expect.element(text).toHaveValue('Non riesco a pagare.');
  await before.unmount();

  server.send.mockRejectedValueOnce(new Failure('server.unavailable', { retryAfter: 1 }));
  await show(writer);
  await expect.element(text).toHaveValue('Non riesco a pagare.');
  await submit.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await submit.click();
  await expect.element(page.getByRole('heading', { name: /^Grazie/ })).toHaveFocus();
  const ids = server.send.mock.calls.map(([input]) => (input as { id: string }).id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  expect(server.challenges).toBe(0);

  await page.getByRole('button', { name: 'Scrivi un altro messaggio' }).click();
  await expect.element(text).toHaveValue('');
});

test('an empty message is not sent, and the field says why', async () => {
  await show({ trackerId: 'marco', email: 'marco@example.com' });
  await submit.click();
  await expect.element(page.getByText('Scrivi il tuo messaggio, poi invialo.')).toBeVisible();
  await expect.element(text).toHaveFocus();
  expect(server.send).not.toHaveBeenCalled();
});

test('an address that is missing is asked for, and one that is none is to be looked at again', async () => {
  await show();
  await text.fill('Buonasera.');
  await submit.click();
  await expect.element(page.getByText('Scrivi il tuo indirizzo e-mail.')).toBeVisible();
  await email.fill('anna@example');
  await submit.click();
  await expect.element(page.getByText(/^Controlla l’indirizzo/)).toBeVisible();
  expect(server.send).not.toHaveBeenCalled();
});
