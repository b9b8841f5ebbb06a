import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { ShellContext, shellOf } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { changeDraft, forgetDraft } from './draft.ts';
import { signUp } from './send-sign-up.ts';
import { SignUpForm } from './sign-up-form.tsx';

vi.mock('./send-sign-up.ts', () => ({ signUp: vi.fn(), signUpByItself: vi.fn() }));
vi.mock('#site/shell/fingerprint.ts', () => ({ beginFingerprint: vi.fn(), awaitFingerprint: vi.fn() }));

const shell = shellOf(sampleBoot(location.origin));
let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('en', ['shell', 'signup', 'errors', 'account']);
});

beforeEach(() => {
  vi.mocked(signUp).mockReset();
  forgetDraft();
  history.pushState(null, '', '/signup');
});

const show = (shown = shell) =>
  render(
    <BrowserRouter>
      <I18nextProvider i18n={texts}>
        <ShellContext value={shown}>
          <SignUpForm note="" otherWay={null} onSignIn={() => undefined} />
        </ShellContext>
      </I18nextProvider>
    </BrowserRouter>,
  );
const question = (name: string) => page.getByRole('heading', { name, exact: true });
const next = () => page.getByRole('button', { name: 'Continue', exact: true });
const submit = () => page.getByRole('button', { name: 'Create my account', exact: true });
const age = page.getByLabelText('Your age');
const radio = (group: number) => page.getByRole('radiogroup').nth(group).getByRole('radio').first();

/** To the last step, with a town that was chosen before. */
async function answerUntilAccount(): Promise<void> {
  changeDraft({ place: { city: 'Roma', region: 'Lazio' } });
  await show();
  await radio(0).click();
  await radio(1).click();
  await next().click();
  await expect.element(question('Where do you live, and how old are you?')).toHaveFocus();
  await age.fill('45');
  await next().click();
  await expect.element(question('Almost there')).toHaveFocus();
}

async function answerAccount(): Promise<void> {
  await page.getByLabelText(texts.t('entry.email'), { exact: true }).fill('anna@posta.example');
  await page.getByLabelText(texts.t('entry.password'), { exact: true }).fill('una frase');
  await page.getByLabelText(/terms and conditions/).click();
  await page.getByLabelText(/at least 18/).click();
}

test('an answer that is missing stops at its step and has the focus', async () => {
  await show();
  await next().click();
  await expect.element(radio(0)).toHaveFocus();
  await radio(0).click();
  await radio(1).click();
  await next().click();
  await next().click();
  await expect.element(page.getByText(texts.t('field.place', { ns: 'errors' }))).toBeVisible();
  await expect.element(page.getByText(texts.t('field.age', { ns: 'errors' }))).toBeVisible();
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await age.fill('4');
  await expect.element(page.getByText(texts.t('field.age', { ns: 'errors' }))).not.toBeInTheDocument();
});

test('all answers are sent together', async () => {
  await answerUntilAccount();
  await answerAccount();
  await submit().click();
  await expect
    .poll(() => vi.mocked(signUp).mock.lastCall)
    .toMatchObject([
      {
        gender: 'female',
        seeks: 'female',
        place: { city: 'Roma', region: 'Lazio' },
        age: 45,
        email: 'anna@posta.example',
        password: 'una frase',
        terms: true,
        adult: true,
      },
      { anotherPerson: false },
    ]);
  expect(vi.mocked(signUp).mock.lastCall?.[0]).not.toHaveProperty('newsletter');
});

test('an answer that the server refuses leads back to its step, and the others stay', async () => {
  vi.mocked(signUp).mockRejectedValueOnce(new Failure('field.age', undefined));
  await answerUntilAccount();
  await answerAccount();
  await submit().click();
  await expect.element(age).toHaveAccessibleDescription(/18/);
  await expect.element(age).toHaveFocus();
  await userEvent.keyboard('{End}{Backspace}4');
  await next().click();
  await expect
    .element(page.getByLabelText(texts.t('entry.email'), { exact: true }))
    .toHaveValue('anna@posta.example');
  await expect
    .element(page.getByLabelText(texts.t('entry.password'), { exact: true }))
    .toHaveValue('una frase');
  await submit().click();
  await expect.poll(() => vi.mocked(signUp).mock.lastCall?.[0].age).toBe(44);
});

test('the member who signed up from this device is named, and another person goes on', async () => {
  vi.mocked(signUp).mockRejectedValueOnce(new Failure('signup.known_device', { email: 'a•••@p•••.example' }));
  await answerUntilAccount();
  await answerAccount();
  await submit().click();
  await expect.element(page.getByText(/a•••@p•••\.example/)).toBeVisible();
  await page.getByRole('button', { name: texts.t('signup:refused.notMe') }).click();
  await expect.poll(() => vi.mocked(signUp).mock.lastCall?.[1]).toEqual({ anotherPerson: true });
});

test('a landing may ask for the place first', async () => {
  const steps = ['place' as const, 'who' as const, 'account' as const];
  const home = { headline: '', lead: '', pictures: [], steps, blocks: [] };
  changeDraft({ place: { city: 'Roma', region: 'Lazio' } });
  await show(shellOf(sampleBoot(location.origin, { landings: { home } })));
  await expect.element(question('Where do you live, and how old are you?')).toBeVisible();
  await age.fill('45');
  await next().click();
  await expect.element(question(texts.t('signUp.title'))).toHaveFocus();
  await next().click();
  await expect.element(radio(0)).toHaveFocus();
  await radio(0).click();
  await radio(1).click();
  await next().click();
  await expect.element(question('Almost there')).toHaveFocus();
  await answerAccount();
  await submit().click();
  await vi.waitFor(() => expect(signUp).toHaveBeenCalledOnce());
});
