import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { OfflineError } from '#client/call.ts';
import { sampleUser } from '#client/testing/sample-boot.ts';
import { PHOTO_MAX_BYTES } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import type { VerificationState } from '#contract/moderation/photo-verification.ts';
import {
  readVerification,
  sendVerification,
  startVerification,
} from '#contract/moderation/photo-verification.ts';
import words from '#site/locales/it/verification.json';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { sessionStore } from '#site/shell/session.ts';
import { VerificationScreen } from './verification-screen.tsx';

type Step = (input: { photo?: Blob }) => VerificationState | Promise<VerificationState>;
const server = { read: vi.fn<Step>(), start: vi.fn<Step>(), send: vi.fn<Step>() };

vi.mock('#site/shell/api.ts', () => ({
  call: async (endpoint: unknown, input: { photo?: Blob }) => {
    if (endpoint === readVerification) return server.read(input);
    if (endpoint === startVerification) return server.start(input);
    if (endpoint === sendVerification) return server.send(input);
    throw new Error('nobody else is asked here');
  },
}));

const texts = await createTexts('it', ['shell', 'verification', 'people', 'errors']);
sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId: 'anna' })) });

const none: VerificationState = {
  status: 'none',
  gesture: null,
  expiresAt: null,
  reason: null,
  hasPhoto: true,
};
const asked = (expiresAt = Date.now() + 600_000): VerificationState => ({
  ...none,
  status: 'asked',
  gesture: 'touch_ear',
  expiresAt,
});

beforeEach(() => {
  server.read.mockReset().mockReturnValue(none);
  server.start.mockReset().mockImplementation(() => {
    const state = asked();
    server.read.mockReturnValue(state);
    return state;
  });
  server.send.mockReset();
});

const show = () =>
  render(
    <MemoryRouter>
      <I18nextProvider i18n={texts}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <Suspense>
            <VerificationScreen />
          </Suspense>
        </QueryClientProvider>
      </I18nextProvider>
    </MemoryRouter>,
  );

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (said: string) => page.getByText(said);
const picture = (name = 'io.jpg') => new File(['a picture'], name, { type: 'image/jpeg' });

/** As the browser does when a file was chosen. */
async function choose(file: File): Promise<void> {
  const selector = 'input[type=file]:not([capture])';
  const input = await vi.waitUntil(() => document.querySelector<HTMLInputElement>(selector));
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('what it is for is said first; then a gesture is asked for, its picture sent, and it waits', async () => {
  server.send.mockReturnValue({ ...none, status: 'waiting' });
  await show();
  await expect.element(text(words.how.compare)).toBeVisible();
  await expect.element(text(words.privacy)).toBeVisible();
  await expect.element(text(words.meaning)).toBeVisible();
  await button(words.start).click();
  await expect.element(text(words.gestures.touch_ear)).toBeVisible();
  await expect.element(text('Hai ancora 10 minuti')).toBeVisible();

  await choose(picture());
  await expect.element(page.getByRole('img', { name: words.preview })).toBeVisible();
  expect(server.send).not.toHaveBeenCalled();
  await button(words.send).click();
  await expect.element(text(words.waiting.title)).toBeVisible();
  expect(server.send.mock.calls[0]?.[0].photo).toBeInstanceOf(File);
});

test('a picture that could not be sent stays, and is sent again as it is', async () => {
  server.read.mockReturnValue(asked());
  server.send
    .mockRejectedValueOnce(new OfflineError('no network'))
    .mockReturnValueOnce({ ...none, status: 'waiting' });
  await show();
  await choose(picture('prima.jpg'));
  await button(words.send).click();
  await expect.element(text(words.failed)).toBeVisible();
  await expect.element(page.getByRole('img', { name: words.preview })).toBeVisible();
  await button(words.retry).click();
  await expect.element(text(words.waiting.title)).toBeVisible();
  const names = server.send.mock.calls.map(([{ photo }]) => (photo as File).name);
  expect(names).toEqual(['prima.jpg', 'prima.jpg']);
});

test('an answer that was lost changes nothing: the page asks, and sees that the picture has arrived', async () => {
  server.read.mockReturnValue(asked());
  server.send.mockImplementation(() => {
    server.read.mockReturnValue({ ...none, status: 'waiting' });
    throw new OfflineError('cut short');
  });
  await show();
  await choose(picture());
  await button(words.send).click();
  await expect.element(text(words.waiting.title)).toBeVisible();
});

test('what is no picture, or too large, is refused before it is sent', async () => {
  server.read.mockReturnValue(asked());
  await show();
  await choose(new File(['%PDF'], 'carta.pdf', { type: 'application/pdf' }));
  await expect.element(text(texts.t('photo.not_image', { ns: 'errors' }))).toBeVisible();
  await expect.element(button(words.send)).not.toBeInTheDocument();
  await choose(new File([new Uint8Array(PHOTO_MAX_BYTES + 1)], 'io.jpg', { type: 'image/jpeg' }));
  await expect.element(text(texts.t('photo.too_large', { ns: 'errors' }))).toBeVisible();
  await choose(picture());
  await expect.element(button(words.send)).toBeVisible();
});

test('when the time is over the page says so and offers another gesture', async () => {
  server.read.mockReturnValue(asked());
  server.send.mockImplementation(() => {
    server.read.mockReturnValue(none);
    throw new Failure('verification.expired', undefined);
  });
  await show();
  await choose(picture());
  await button(words.send).click();
  await expect.element(text(words.expired)).toBeVisible();
  await button(words.again).click();
  await expect.element(text(words.gestures.touch_ear)).toBeVisible();
  await expect.element(page.getByRole('img', { name: words.preview })).not.toBeInTheDocument();
});

test('a refusal has its reason and the way to try again', async () => {
  server.read.mockReturnValue({ ...none, status: 'refused', reason: 'unclear' });
  await show();
  await expect.element(text(words.reasons.unclear)).toBeVisible();
  await button(words.retryAll).click();
  await expect.element(text(words.gestures.touch_ear)).toBeVisible();
});

test('who is verified reads what others read of it', async () => {
  server.read.mockReturnValue({ ...none, status: 'verified' });
  await show();
  await expect.element(text(words.verified.title)).toBeVisible();
  await expect.element(text(texts.t('people:photoVerifiedText'))).toBeVisible();
});

test('without an approved photo there is nothing to compare', async () => {
  server.read.mockReturnValue({ ...none, hasPhoto: false });
  await show();
  await expect.element(text(words.noPhoto.text)).toBeVisible();
  await expect.element(page.getByRole('link', { name: words.noPhoto.link })).toBeVisible();
  await expect.element(button(words.start)).not.toBeInTheDocument();
});

test('what could not be asked for is explained and can be asked again', async () => {
  server.read.mockRejectedValueOnce(new OfflineError('no network'));
  await show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await button(texts.t('shell:state.retry')).click();
  await expect.element(button(words.start)).toBeVisible();
});
