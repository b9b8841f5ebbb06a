import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { ShellContext, shellOf, shellStore } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { storage } from '#site/shell/storage.ts';
import { chooseCookies, everything, isAllowed } from '#site/shell/tracking/consent.ts';
import { CookieBanner } from './banners.tsx';

let texts: i18n;
beforeAll(async () => {
  texts = await createTexts('it', ['shell']);
});
beforeEach(() => {
  storage.remove('cookieChoice');
  const { brand, ...boot } = sampleBoot(location.origin);
  shellStore.set(shellOf({ ...boot, brand: { ...brand, cookieConsent: { policyVersion: '2026-11' } } }));
});

/** The browser says by itself what its owner wants. */
function browserSays(signal: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(signal)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}

const question = page.getByRole('button', { name: 'Rifiuta' });
const show = () =>
  render(
    <I18nextProvider i18n={texts}>
      <ShellContext value={shellStore.get() ?? null}>
        <CookieBanner aboveBottomMenu={false} />
      </ShellContext>
    </I18nextProvider>,
  );

test('a visitor who has said nothing is asked, and nothing is allowed meanwhile', async () => {
  await show();
  await expect.element(question).toBeVisible();
  expect(isAllowed('measurement')).toBe(false);
});

test.each([
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['Do Not Track', { doNotTrack: '1' }],
])('a browser that says no by %s is not asked, and a click can still say yes', async (_, signal) => {
  browserSays(signal);
  await show();
  await expect.element(question).not.toBeInTheDocument();
  expect([isAllowed('measurement'), isAllowed('advertising')]).toEqual([false, false]);
  chooseCookies(everything, 'sheet');
  expect([isAllowed('measurement'), isAllowed('advertising')]).toEqual([true, true]);
});
