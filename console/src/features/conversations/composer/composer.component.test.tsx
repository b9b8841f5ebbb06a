import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { createTexts } from '#client/texts.ts';
import composer from '#console/locales/it/composer.json';
import shell from '#console/locales/it/shell.json';
import type { ReplyWarning } from '#contract/staff/reply-warnings.ts';
import { CheckDialog } from './check-dialog.tsx';
import { Gaps } from './gaps.tsx';

const texts = await createTexts({
  language: 'it',
  namespaces: ['shell', 'composer'],
  defaultNamespace: 'shell',
  read: async (_, namespace) => (namespace === 'composer' ? composer : shell),
});
const confirmed = vi.fn();
beforeEach(() => confirmed.mockClear());

function Check({ found }: { found: ReplyWarning[] }) {
  const [warnings, setWarnings] = useState<ReplyWarning[] | null>(null);
  return (
    <I18nextProvider i18n={texts}>
      <button onClick={() => setWarnings(found)}>Invia</button>
      <CheckDialog
        warnings={warnings}
        action="send"
        onConfirm={confirmed}
        onClose={() => setWarnings(null)}
      />
    </I18nextProvider>
  );
}

const dialog = page.getByRole('dialog', { name: 'Rileggi prima di inviare' });

test('what was found is announced, the way back has the focus, and only its own button sends', async () => {
  await render(<Check found={['meeting', 'self_harm']} />);
  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  const found = dialog.getByRole('listitem');
  // Danger comes first, with what to do.
  await expect.element(found.nth(0).getByText('Scrive di volersi fare del male')).toBeVisible();
  await expect.element(found.nth(0).getByText(/avvisa subito la moderazione/)).toBeVisible();
  await expect.element(found.nth(1).getByText('Promessa di un incontro')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Torna al testo' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(confirmed).not.toHaveBeenCalled();

  await page.getByRole('button', { name: 'Invia', exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Torna al testo' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  expect(confirmed).toHaveBeenCalledOnce();
});

test('what has no value is named before anything is sent', async () => {
  const go = vi.fn();
  const shown = await render(
    <I18nextProvider i18n={texts}>
      <Gaps text="Ciao {{name}}, com’è {{city}}?" onGo={go} />
    </I18nextProvider>,
  );
  await expect.element(page.getByRole('status').getByText(/il nome e la città/)).toBeVisible();
  await page.getByRole('button', { name: 'Vai al punto da completare' }).click();
  expect(go).toHaveBeenCalledOnce();
  await shown.rerender(
    <I18nextProvider i18n={texts}>
      <Gaps text="Ciao Marco" onGo={go} />
    </I18nextProvider>,
  );
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});
