import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { QueryProvider } from '#client/query-provider.tsx';
import { sampleUser } from '#client/testing/sample-boot.ts';
import { listOwnDecisions } from '#contract/moderation/appeals.ts';
import type { OwnDecisions, OwnRefusal } from '#contract/moderation/appeals.ts';
import decisions from '#site/locales/it/decisions.json';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { sessionStore } from '#site/shell/session.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { PhotoMessage } from './photo-message.tsx';

const server = { list: vi.fn<() => OwnDecisions>() };
vi.mock('#site/shell/api.ts', () => ({
  call: async (endpoint: unknown) => {
    if (endpoint === listOwnDecisions) return server.list();
    throw new Error('nobody else is asked here');
  },
}));

const texts = await createTexts('it', ['shell', 'chat', 'profile', 'decisions', 'errors']);
const photo = {
  id: '0198c0de-0000-7000-8000-00000000000b',
  status: 'rejected',
  width: 40,
  height: 30,
  thumbhash: null,
} as const;
const refusal: OwnRefusal = {
  decisionId: '0198c0de-0000-7000-8000-00000000000c',
  what: 'chat_photo',
  subjectId: photo.id,
  reason: 'contact_details',
  at: Date.now(),
  appealUntil: Date.now() + 86_400_000,
  appeal: null,
};

let shown = 0;
beforeEach(() => {
  server.list.mockReset().mockReturnValue({ refusals: [refusal], sanctions: [] });
  // Nothing that was asked for in another test is known here.
  sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId: `anna-${(shown += 1)}` })) });
});

const show = (own: boolean) =>
  render(
    <BrowserRouter>
      <I18nextProvider i18n={texts}>
        <QueryProvider>
          <ToastProvider labels={{ region: 'Messaggi', close: 'Chiudi' }}>
            <PhotoMessage photo={photo} own={own} name="Marco" />
          </ToastProvider>
        </QueryProvider>
      </I18nextProvider>
    </BrowserRouter>,
  );

const appeal = page.getByRole('button', { name: decisions.appeal.open });

test('who sent a photo that was refused reads why and can appeal', async () => {
  await show(true);
  await expect.element(page.getByText(/non ha passato il controllo: contiene recapiti/)).toBeVisible();
  await expect.element(appeal).toBeVisible();
});

test('an appeal that was made says what became of it', async () => {
  const upheld = { status: 'upheld', text: 'No', answer: 'C’è un numero.', at: Date.now() } as const;
  server.list.mockReturnValue({ refusals: [{ ...refusal, appeal: upheld }], sanctions: [] });
  await show(true);
  await expect.element(page.getByText('La nostra risposta: C’è un numero.')).toBeVisible();
  await expect.element(appeal).not.toBeInTheDocument();
});

test('the other one reads neither the reason nor the appeal', async () => {
  await show(false);
  await expect.element(page.getByText(texts.t('chat:photo.rejected'))).toBeVisible();
  expect(server.list).not.toHaveBeenCalled();
});
