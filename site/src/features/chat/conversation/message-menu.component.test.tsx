import { useRef, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#client/query-client.ts';
import { sampleUser } from '#client/testing/sample-boot.ts';
import { reactToMessage, unsendMessage } from '#contract/chat/message-actions.ts';
import type { Message, QuotedMessage } from '#contract/chat/messages.ts';
import { UNSEND_WITHIN_MS } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { sessionStore } from '#site/shell/session.ts';
import { sampleConversation, sampleMessage, samplePage } from '#site/testing/sample-chat.ts';
import { ToastProvider } from '#ui/toast.tsx';
import { messagesKey } from '../data/messages-data.ts';
import { type Thread, threadOf } from '../data/thread.ts';
import { MessageMenu, type MenuPlace } from './message-menu.tsx';
import { AnsweredCard } from './quoted.tsx';
import { ReactionBadge } from './reactions.tsx';

const server = {
  react: vi.fn<(input: unknown) => Promise<void>>(),
  unsend: vi.fn<(input: unknown) => Promise<{ refunded: number }>>(),
};

vi.mock('#site/shell/api.ts', () => ({
  call: async (endpoint: unknown, input: unknown) => {
    if (endpoint === reactToMessage) return server.react(input);
    if (endpoint === unsendMessage) return server.unsend(input);
    throw new Error('nobody else is asked here');
  },
}));

const texts = await createTexts('it', ['shell', 'chat', 'errors']);
let trackerId = '';
let shown = 0;
beforeEach(() => {
  vi.resetAllMocks();
  trackerId = `marco-${(shown += 1)}`;
  sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId })) });
});

const known = () => queryClient.getQueryData<Thread>(messagesKey(trackerId, 'anna'))?.messages ?? [];

/** A message with its menu, and where one writes. */
function Conversation({ message, readTo }: { message: Message; readTo: number }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const [quoted, answer] = useState<QuotedMessage | null>(null);
  return (
    <>
      <button onClick={({ currentTarget }) => setPlace({ message, anchor: currentTarget })}>Ciao</button>
      <ReactionBadge message={message} name="Anna" />
      {quoted && <AnsweredCard quoted={quoted} name="Anna" onRemove={() => answer(null)} />}
      <textarea ref={input} aria-label="testo" />
      <MessageMenu
        open={place !== null}
        place={place}
        conversation={{ closed: null, readTo }}
        composer={{ input, answer }}
        onClose={() => setPlace(null)}
      />
    </>
  );
}

async function show(of: Partial<Message> = {}, readTo = 0) {
  const message = sampleMessage({ at: Date.now(), ...of });
  queryClient.setQueryData(
    messagesKey(trackerId, 'anna'),
    threadOf(samplePage([message], { conversation: sampleConversation({ readTo }) })),
  );
  await render(
    <MemoryRouter>
      <I18nextProvider i18n={texts}>
        <ToastProvider labels={{ region: 'Avvisi', close: 'Chiudi' }}>
          <Conversation message={message} readTo={readTo} />
        </ToastProvider>
      </I18nextProvider>
    </MemoryRouter>,
  );
  await page.getByRole('button', { name: 'Ciao' }).click();
  return message;
}

const names = async (role: 'menuitem' | 'menuitemcheckbox') => {
  await expect.element(page.getByRole('menu')).toBeVisible();
  return page
    .getByRole(role)
    .elements()
    .map((one) => one.getAttribute('aria-label') ?? one.textContent);
};

test('an answer begins with the message that it answers, and the caret is where one writes', async () => {
  await show();
  await page.getByRole('menuitem', { name: 'Rispondi' }).click();
  await expect
    .element(page.getByRole('group', { name: 'Stai rispondendo a' }))
    .toHaveTextContent('AnnaBuonasera');
  await expect.element(page.getByRole('textbox')).toHaveFocus();
  await page.getByRole('button', { name: 'Non rispondere a questo messaggio' }).click();
  await expect.element(page.getByRole('group')).not.toBeInTheDocument();
});

test('a sign is chosen by the keys, shows at once, and goes again where the server does not take it', async () => {
  const message = await show();
  expect(await names('menuitemcheckbox')).toHaveLength(6);
  const answer = Promise.withResolvers<void>();
  server.react.mockReturnValue(answer.promise);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => known()[0]?.ownReaction).toBeDefined();
  expect(server.react).toHaveBeenCalledWith({
    trackerId,
    profileId: 'anna',
    id: message.id,
    reaction: known()[0]?.ownReaction,
  });
  answer.reject(new Failure('chat.closed', undefined));
  await expect.poll(() => known()[0]?.ownReaction).toBeUndefined();
  await expect.element(page.getByText('A questa persona non si può scrivere.')).toBeVisible();
});

test('the same sign again takes it away, and both people’s signs are shown by name', async () => {
  await show({ ownReaction: 'laugh', theirReaction: 'heart' });
  await expect.element(page.getByRole('img', { name: 'Anna: cuore, Tu: risata' })).toBeInTheDocument();
  server.react.mockResolvedValue();
  await page.getByRole('menuitemcheckbox', { name: 'risata' }).click();
  await expect.poll(() => server.react.mock.calls[0]?.[0]).toMatchObject({ reaction: null });
  expect(known()[0]).toMatchObject({ theirReaction: 'heart' });
});

test('one’s own unread words can be unsent for five minutes, and what came back is said', async () => {
  server.unsend.mockResolvedValue({ refunded: 1 });
  await show({ type: 'own' });
  await page.getByRole('menuitem', { name: 'Annulla l’invio' }).click();
  await expect.element(page.getByText(/Il credito è di nuovo tuo/)).toBeVisible();
  expect(known()).toEqual([]);
});

test.for([
  ['read', { type: 'own' }, 1],
  ['old', { type: 'own', at: Date.now() - UNSEND_WITHIN_MS }, 0],
  ['another one’s', { type: 'theirs' }, 0],
] as const)('words that are %s cannot be unsent', async ([, of, readTo]) => {
  await show(of, readTo);
  expect(await names('menuitem')).not.toContain('Annulla l’invio');
});

test('words that cannot be read are neither answered nor given a sign', async () => {
  await show({ blurred: 'Xyxyx', text: '' });
  expect(await names('menuitem')).toEqual(['Elimina per me']);
  expect(await names('menuitemcheckbox')).toEqual([]);
});
