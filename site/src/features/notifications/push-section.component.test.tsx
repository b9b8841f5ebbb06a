import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { createStore } from '#client/store.ts';
import { sampleUser } from '#client/testing/sample-boot.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { firstMe } from '#site/shell/me.ts';
import { sessionStore } from '#site/shell/session.ts';
import * as device from './push-device.ts';
import { PushSection } from './push-section.tsx';

vi.mock(import('./push-device.ts'), { spy: true });

let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('it', ['shell', 'activeNotifications', 'errors', 'account']);
});
beforeEach(() => {
  const me = firstMe(sampleUser(), { unreadMessages: 0, unreadNotifications: 0 });
  sessionStore.set({ status: 'member', me: createStore(me) });
});
afterEach(() => vi.resetAllMocks());

async function show(state: device.PushState): Promise<void> {
  vi.mocked(device.readPushState).mockResolvedValue(state);
  await render(
    <I18nextProvider i18n={texts}>
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <PushSection />
        </Suspense>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}
const turnOn = page.getByRole('button', { name: 'Attiva le notifiche' });
const turnOff = page.getByRole('button', { name: 'Disattiva su questo dispositivo' });

test.each([
  ['unsupported', 'Questo browser non riceve notifiche'],
  ['install', 'Su iPhone e iPad serve un passo in più'],
  ['denied', 'Il browser blocca le notifiche'],
] as const)('where they are %s it says what to do, and nothing can be pressed', async (state, title) => {
  await show(state);
  await expect.element(page.getByText(title)).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('nothing is asked for before the button is pressed; then they are on, and can be turned off', async () => {
  vi.mocked(device.turnPushOn).mockResolvedValue('on');
  vi.mocked(device.turnPushOff).mockResolvedValue('off');
  await show('off');
  await expect.element(turnOn).toBeVisible();
  expect(device.turnPushOn).not.toHaveBeenCalled();
  await turnOn.click();
  await expect.element(page.getByText('Le notifiche sono attive qui')).toBeVisible();
  await turnOff.click();
  await expect.element(turnOn).toBeVisible();
  expect(device.turnPushOff).toHaveBeenCalledWith(sampleUser().trackerId);
});

test('a no to the browser’s question is shown, with how to take it back', async () => {
  vi.mocked(device.turnPushOn).mockResolvedValue('denied');
  await show('off');
  await turnOn.click();
  await expect.element(page.getByText('Il browser blocca le notifiche')).toBeVisible();
});

test('a browser without a push service and a refusal each say so, and one may try again', async () => {
  vi.mocked(device.turnPushOn)
    .mockRejectedValueOnce(new device.NoPushService('none'))
    .mockRejectedValueOnce(new Failure('push.invalid', undefined));
  await show('off');
  await turnOn.click();
  await expect.element(page.getByText('Le notifiche non si sono attivate')).toBeVisible();
  await turnOn.click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Il browser ha dato un indirizzo per le notifiche che non possiamo usare. Prova con un altro browser.',
    );
  await expect.element(turnOn).toBeEnabled();
});

test('without a connection nothing can be changed', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await show('on');
  await expect.element(page.getByText(/^Senza connessione non si può cambiare/)).toBeVisible();
  await expect.element(turnOff).toBeDisabled();
});
