import type { i18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { APPEAL_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { AppealForm } from './appeal-form.tsx';
import { AppealOutcome } from './appeals.tsx';

let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('it', ['shell', 'decisions', 'errors', 'account']);
});
const send = vi.fn<(text: string) => Promise<void>>();
beforeEach(() => {
  send.mockReset().mockResolvedValue();
});

const show = () =>
  render(
    <I18nextProvider i18n={texts}>
      <Suspense>
        <AppealForm formId="appeal" onSend={send} />
        <button type="submit" form="appeal">
          Invia
        </button>
      </Suspense>
    </I18nextProvider>,
  );
const words = page.getByRole('textbox', { name: 'Perché è un errore?' });
const submit = page.getByRole('button', { name: 'Invia' });

test('an appeal needs words, says how many are left, and is sent as it was typed', async () => {
  await show();
  await submit.click();
  await expect.element(page.getByText('Scrivi perché secondo te è un errore.')).toBeVisible();
  await expect.element(words).toHaveFocus();
  expect(send).not.toHaveBeenCalled();

  await words.fill('È la mia foto.');
  await expect.element(page.getByText(`Ancora ${APPEAL_MAX_LETTERS - 14} caratteri`)).toBeVisible();
  await expect.element(words).toHaveAttribute('maxlength', String(APPEAL_MAX_LETTERS));
  await submit.click();
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith('È la mia foto.'));
});

test('a refusal of the server stands beside the words, which stay', async () => {
  send.mockRejectedValue(new Failure('appeal.closed', undefined));
  await show();
  await words.fill('Troppo tardi');
  await submit.click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Non si può più contestare questa decisione.');
  await expect.element(words).toHaveValue('Troppo tardi');
});

test('an answered appeal says what was decided and in which words', async () => {
  await render(
    <I18nextProvider i18n={texts}>
      <AppealOutcome appeal={{ status: 'upheld', text: 'No', answer: 'Non sei tu.', at: 0 }} />
    </I18nextProvider>,
  );
  await expect.element(page.getByText('Abbiamo riguardato la decisione: resta com’è.')).toBeVisible();
  await expect.element(page.getByText('La nostra risposta: Non sei tu.')).toBeVisible();
});
