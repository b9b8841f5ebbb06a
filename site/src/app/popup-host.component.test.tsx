import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter, Link, useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { SteadyHistory } from '#client/steady-history.tsx';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { ShellContext, shellOf } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { endPopup, openPopup, quietStore } from '#site/shell/popups.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { PopupHost } from './popup-host.tsx';

let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('it', ['shell', 'popups']);
});
beforeEach(() => {
  quietStore.set(false);
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/here');
});

function Page() {
  const { pathname } = useLocation();
  return (
    <>
      <h1>{pathname}</h1>
      <Link to="/vip_plan/cred">{pathname}</Link>
      <PopupHost />
    </>
  );
}

const show = () =>
  render(
    <I18nextProvider i18n={texts}>
      <ShellContext value={shellOf(sampleBoot(location.origin))}>
        <ToastProvider labels={{ region: 'Messaggi', close: 'Chiudi' }}>
          <BrowserRouter>
            <SteadyHistory>
              <Page />
            </SteadyHistory>
          </BrowserRouter>
        </ToastProvider>
      </ShellContext>
    </I18nextProvider>,
  );

const dialog = (name: string) => page.getByRole('dialog', { name });
const place = page.getByRole('heading', { level: 1, includeHidden: true });
const openNotice = (title: string, onClosed?: () => void) =>
  openPopup({ name: 'notice', title, text: 'Un testo.', ...(onClosed && { onClosed }) });

/** Acts as soon as words are in the page, before anything else happens. */
function onceThere(words: string, act: () => void): Promise<void> {
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.body.textContent.includes(words)) return;
      watch.disconnect();
      act();
      resolve();
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}

/** What was set in a store has been rendered. */
const rendered = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

test('Back closes a popup as soon as it is seen, also while another one is being left', async () => {
  await show();
  openNotice('Primo');
  await expect.element(dialog('Primo')).toBeVisible();
  const seen = onceThere('Secondo', () => history.back());
  endPopup();
  await rendered();
  openNotice('Secondo');
  await seen;
  await expect.element(dialog('Secondo')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/here');
});

test('what follows the popup that Back has closed is closed by Back too', async () => {
  await show();
  openNotice('Primo', () => openNotice('Secondo'));
  await expect.element(dialog('Primo')).toBeVisible();
  history.back();
  await expect.element(dialog('Secondo')).toBeVisible();
  history.back();
  await expect.element(dialog('Secondo')).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('/here');
});

test('a link that is pressed as soon as a popup is closed leads there, and Back from there to the page without it', async () => {
  await show();
  openNotice('Primo');
  await expect.element(dialog('Primo')).toBeVisible();
  const link = page.getByRole('link', { includeHidden: true }).element() as HTMLElement;
  (dialog('Primo').getByRole('button', { name: 'Chiudi' }).element() as HTMLElement).click();
  await rendered();
  link.click();
  await expect.element(place).toHaveTextContent('/vip_plan/cred');
  history.back();
  await expect.element(place).toHaveTextContent('/here');
  await expect.element(dialog('Primo')).not.toBeInTheDocument();
});
