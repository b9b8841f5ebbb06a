import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ToastProvider } from '#ui/toast.tsx';
import { createTexts } from './i18n.ts';
import { lazyOverlay, lazyPart } from './lazy-part.tsx';

const Menu = ({ title }: { title: string }) => <nav>{title}</nav>;

async function show(load: () => Promise<ComponentType<{ title: string }>>) {
  const Part = lazyPart(load);
  return showPart(<Part title="Il menu" waiting={<p>Un momento</p>} />);
}

async function showPart(part: ReactNode) {
  return render(
    <I18nextProvider i18n={await createTexts('it', ['shell'])}>
      <ToastProvider labels={{ region: 'Messaggi', close: 'Chiudi' }}>{part}</ToastProvider>
    </I18nextProvider>,
  );
}

test('what could not be fetched says so, and comes when it is tried again', async () => {
  const answers = [() => Promise.reject(new Error('no connection')), () => Promise.resolve(Menu)];
  const { getByText, getByRole } = await show(() => (answers.shift() ?? (() => Promise.resolve(Menu)))());
  await expect.element(getByText('Una parte della pagina non si è caricata.')).toBeVisible();
  await expect.element(getByText('Un momento')).toBeVisible();
  await getByRole('button', { name: 'Riprova' }).click();
  await expect.element(getByText('Il menu')).toBeVisible();
  expect(getByText('Un momento').elements()).toEqual([]);
});

test('it is tried again by itself once there is a connection', async () => {
  let online = false;
  const { getByText } = await show(() =>
    online ? Promise.resolve(Menu) : Promise.reject(new Error('offline')),
  );
  await expect.element(getByText('Una parte della pagina non si è caricata.')).toBeVisible();
  online = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(getByText('Il menu')).toBeVisible();
});

test('what opens over the page is fetched when it is first opened, and stays to close by itself', async () => {
  const Panel = ({ open }: { open: boolean }) => <p>{open ? 'Aperto' : 'Si chiude'}</p>;
  const load = vi.fn(() => Promise.resolve(Panel));
  const LaterPanel = lazyOverlay(load);
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => setOpen(!open)}>Il pannello</button>
        <LaterPanel open={open} />
      </>
    );
  }
  const { getByText, getByRole } = await showPart(<Page />);
  await expect.element(getByRole('button')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  await getByRole('button').click();
  await expect.element(getByText('Aperto')).toBeVisible();
  await getByRole('button').click();
  await expect.element(getByText('Si chiude')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});
