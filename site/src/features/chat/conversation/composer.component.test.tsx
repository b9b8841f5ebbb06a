import { createRef } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { OfflineError } from '#client/call.ts';
import { QueryProvider } from '#client/query-provider.tsx';
import { sampleBoot, sampleUser } from '#client/testing/sample-boot.ts';
import type { OwnDecisions } from '#contract/moderation/appeals.ts';
import { appealDecision, listOwnDecisions } from '#contract/moderation/appeals.ts';
import { AppealsHere } from '#site/features/account/appeals-here.tsx';
import decisions from '#site/locales/it/decisions.json';
import { ShellContext, shellOf } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { withUser } from '#site/shell/me.ts';
import { openMember } from '#site/shell/member-query.ts';
import { sessionStore, updateMember } from '#site/shell/session.ts';
import { sampleConversation } from '#site/testing/sample-chat.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { Composer } from './composer.tsx';
import type { ComposerState } from './use-composer.ts';

const HOUR = 3_600_000;
const DECISION = '0198c0de-0000-7000-8000-00000000000a';
const server = { list: vi.fn<() => OwnDecisions>(), appeal: vi.fn<(input: unknown) => void>() };

vi.mock('#site/shell/api.ts', () => ({
  call: async (endpoint: unknown, input: unknown) => {
    if (endpoint === listOwnDecisions) return server.list();
    if (endpoint === appealDecision) return server.appeal(input);
    throw new Error('nobody else is asked here');
  },
}));

const texts = await createTexts('it', ['shell', 'chat', 'decisions', 'errors']);
const shell = shellOf(sampleBoot());

const muted = (until: number): OwnDecisions => ({
  refusals: [],
  sanctions: [
    {
      decisionId: DECISION,
      kind: 'mute',
      reason: 'harassment',
      from: Date.now(),
      until,
      endedAt: null,
      at: Date.now(),
      appealUntil: Date.now() + 30 * 24 * HOUR,
      appeal: null,
    },
  ],
});

const send = vi.fn();
const composer: ComposerState = {
  text: 'Quello che volevo dirti',
  input: createRef<HTMLTextAreaElement>(),
  attachment: null,
  photo: { pick: vi.fn(), retry: vi.fn(), remove: vi.fn(), bringBack: vi.fn() },
  ready: true,
  quoted: null,
  answer: vi.fn(),
  begin: vi.fn(),
  write: vi.fn(),
  send,
};

let shown = 0;
beforeEach(() => {
  vi.clearAllMocks();
  // Nothing that was asked for in another test is known here.
  const trackerId = `marco-${(shown += 1)}`;
  sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId })) });
});

const show = () =>
  render(
    <BrowserRouter>
      <I18nextProvider i18n={texts}>
        <ShellContext value={shell}>
          <QueryProvider>
            <ToastProvider labels={{ region: 'Messaggi', close: 'Chiudi' }}>
              <Composer conversation={sampleConversation()} composer={composer} />
              <AppealsHere />
            </ToastProvider>
          </QueryProvider>
        </ShellContext>
      </I18nextProvider>
    </BrowserRouter>,
  );

const field = page.getByRole('textbox', { name: texts.t('chat:write.label', { name: 'Anna' }) });
const sendButton = page.getByRole('button', { name: texts.t('chat:write.send') });

test('who is muted reads why and until when before writing, and keeps what was typed', async () => {
  server.list.mockReturnValue(muted(Date.now() + 24 * HOUR));
  updateMember(withUser, { mutedUntil: Date.now() + 24 * HOUR });
  await show();
  await expect.element(page.getByText(/Non puoi scrivere né mettere Mi piace fino al/)).toBeVisible();
  await expect.element(page.getByText(/hai molestato qualcuno/)).toBeVisible();
  await expect.element(field).toHaveValue('Quello che volevo dirti');
  await expect.element(field).toHaveAttribute('readonly');
  await expect.element(sendButton).not.toBeInTheDocument();

  // The sanction ends: the same words can be sent.
  updateMember(withUser, { mutedUntil: null });
  await sendButton.click();
  await expect.element(field).toHaveValue('Quello che volevo dirti');
  await expect.element(field).not.toHaveAttribute('readonly');
  expect(send).toHaveBeenCalledTimes(1);
});

test('the decision can be appealed from the conversation', async () => {
  server.list.mockReturnValue(muted(Date.now() + 24 * HOUR));
  updateMember(withUser, { mutedUntil: Date.now() + 24 * HOUR });
  await show();
  await page.getByRole('button', { name: decisions.appeal.open }).click();
  await page.getByRole('textbox', { name: decisions.appeal.label }).fill('Non sono stato io.');
  // Without the styles nothing is in its place, which a pointer would need.
  (page.getByRole('button', { name: decisions.appeal.send }).element() as HTMLElement).click();
  await vi.waitFor(() =>
    expect(server.appeal).toHaveBeenCalledWith(
      expect.objectContaining({ decisionId: DECISION, text: 'Non sono stato io.' }),
    ),
  );
});

test('the end of the time opens the field by itself', async () => {
  server.list.mockReturnValue(muted(Date.now() + 300));
  updateMember(withUser, { mutedUntil: Date.now() + 300 });
  await show();
  await expect.element(sendButton).toBeVisible();
});

test('where the reason cannot be asked for, the end is said and the profile is one tap away', async () => {
  server.list.mockImplementation(() => {
    throw new OfflineError('no network');
  });
  updateMember(withUser, { mutedUntil: Date.now() + HOUR });
  await show();
  await expect.element(page.getByText(/Non puoi scrivere né mettere Mi piace fino al/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: decisions.sanctions.toProfile }))
    .toHaveAttribute('href', '/profile');
});
