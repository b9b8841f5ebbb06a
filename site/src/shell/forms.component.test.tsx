import type { i18n } from 'i18next';
import { Suspense, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { OfflineError } from '#client/call.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { passwordText, typedEmail } from '#contract/kernel/fields.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useSubmitForm } from './forms.ts';
import { createTexts } from './i18n.ts';
import { SubmitError } from './submit-error.tsx';

const schema = z.object({
  seeks: z.enum(['female', 'male']),
  email: typedEmail,
  password: passwordText,
  news: z.boolean(),
});
const mounted = vi.fn();
const submit = vi.fn<(sent: z.output<typeof schema>) => Promise<void>>();
/** The page begins without the words for failures, as every page does. */
let texts: i18n;
let allTexts: i18n;

beforeAll(async () => {
  [texts, allTexts] = await Promise.all([
    createTexts('en', ['shell']),
    createTexts('en', ['shell', 'account', 'errors']),
  ]);
});
beforeEach(() => {
  mounted.mockReset();
  submit.mockReset();
});

function Page() {
  useEffect(() => mounted(), []);
  const form = useSubmitForm({
    defaults: { seeks: null as 'female' | 'male' | null, email: '', password: '', news: false },
    schema: async () => schema,
    submit,
    fieldOf: { 'email.taken': 'email' },
    words: { password: () => 'Choose a password.' },
  });
  const genders = (['female', 'male'] as const).map((value) => ({ value, label: value }));
  return (
    <form {...form.formProps}>
      <RadioCards {...form.control('seeks')} label="Seeks" options={genders} />
      <TextField {...form.field('email')} label="Email" />
      <TextField {...form.field('password')} label="Password" />
      <Checkbox {...form.field('news')} label="News" />
      <SubmitError refusal={form.refusal} />
      <Button type="submit" loading={form.busy}>
        Send
      </Button>
    </form>
  );
}

function App() {
  return (
    <I18nextProvider i18n={texts}>
      <Suspense>
        <Page />
      </Suspense>
    </I18nextProvider>
  );
}

const show = () => render(<App />);
const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password');
const send = page.getByRole('button', { name: 'Send' });
const complaint = page.getByRole('alert');

async function fillIn(): Promise<void> {
  await page.getByLabelText('female', { exact: true }).click();
  await email.fill(' anna@posta.example ');
  await password.fill(' a secret ');
  await page.getByLabelText('News').click();
}

/** Neither the page nor what was typed into it has gone. */
async function expectAllTyped(): Promise<void> {
  await expect.element(page.getByLabelText('female', { exact: true })).toBeChecked();
  await expect.element(email).toHaveValue(' anna@posta.example ');
  await expect.element(password).toHaveValue(' a secret ');
  await expect.element(page.getByLabelText('News')).toBeChecked();
}

test('what is wrong is shown at each field, and the first of them has the focus', async () => {
  await show();
  await email.fill('anna');
  await send.click();
  await expect.element(email).toHaveAccessibleDescription(allTexts.t('field.email', { ns: 'errors' }));
  await expect.element(password).toHaveAccessibleDescription('Choose a password.');
  await expect.element(page.getByLabelText('female', { exact: true })).toHaveFocus();
  expect(submit).not.toHaveBeenCalled();
  await page.getByLabelText('female', { exact: true }).click();
  await send.click();
  await expect.element(email).toHaveFocus();
  await userEvent.keyboard('x');
  await expect.element(email).toHaveAccessibleDescription('');
});

test('what was typed before the page came to life counts', async () => {
  submit.mockResolvedValue();
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<App />);
  await email.fill('anna@posta.example');
  await password.fill('a secret');
  await page.getByLabelText('News').click();
  const typed = email.element();
  const root = hydrateRoot(place, <App />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await page.getByLabelText('female', { exact: true }).click();
  await send.click();
  await expect
    .poll(() => submit.mock.lastCall?.[0])
    .toMatchObject({
      email: 'anna@posta.example',
      password: 'a secret',
      news: true,
    });
  expect(typed.isConnected).toBe(true);
});

test('what passes is sent as the schema gives it', async () => {
  submit.mockResolvedValue();
  await show();
  await fillIn();
  await send.click();
  await expect
    .poll(() => submit.mock.lastCall?.[0])
    .toEqual({
      seeks: 'female',
      email: 'anna@posta.example',
      password: ' a secret ',
      news: true,
    });
});

test.each(['field.email', 'email.taken'] as const)('the refusal %s stands at its field', async (code) => {
  submit.mockRejectedValueOnce(new Failure(code, undefined));
  await show();
  await fillIn();
  await send.click();
  await expect.element(email).toHaveAccessibleDescription(allTexts.t(code, { ns: 'errors' }));
  await expect.element(email).toHaveFocus();
  await expect.element(complaint).not.toBeInTheDocument();
  await expectAllTyped();
  expect(submit).toHaveBeenCalledOnce();
});

test('without a connection it is said, and what was typed can be sent again', async () => {
  submit.mockRejectedValueOnce(new OfflineError('no network')).mockResolvedValue();
  await show();
  await fillIn();
  await send.click();
  await expect.element(complaint.getByText(allTexts.t('entry.offline'))).toBeVisible();
  await expectAllTyped();
  await send.click();
  await expect.element(complaint).not.toBeInTheDocument();
  await expect.poll(() => submit.mock.calls.length).toBe(2);
});

test('too many tries come with the time to wait, a fault of ours with its number', async () => {
  submit.mockRejectedValueOnce(new Failure('request.too_many', { retryAfter: 300 }));
  submit.mockRejectedValueOnce(new Failure('server.fault', { id: 'f-77' }));
  await show();
  await fillIn();
  await send.click();
  await expect.element(complaint.getByText(allTexts.t('account:wait', { count: 5 }))).toBeVisible();
  await send.click();
  await expect.element(complaint.getByText(/f-77/)).toBeVisible();
  await expectAllTyped();
});

test('however often the button is pressed, it is sent once', async () => {
  let finish = () => {};
  submit.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  await show();
  await fillIn();
  await send.dblClick();
  await expect.element(send).toHaveAttribute('aria-busy', 'true');
  await email.click();
  await userEvent.keyboard('{Enter}');
  finish();
  await expect.element(send).not.toHaveAttribute('aria-busy');
  expect(submit).toHaveBeenCalledOnce();
});
