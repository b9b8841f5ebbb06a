import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pages } from '#console/shell/paths.ts';
import {
  answer,
  ines,
  serveCalls,
  showPage,
  signedInAs,
  resetConsole,
} from '#console/testing/console-page.tsx';
import errors from '#contract/locales/it.json';
import { listSnippets } from '#contract/staff/writing.ts';
import {
  type OpenTicket,
  type TicketMessage,
  answerTicket,
  assignTicket,
  closeTicket,
  countTickets,
  listTickets,
  readTicket,
  startAnswer,
} from '#contract/support/tickets.ts';
import { Ticket } from './ticket.tsx';
import { Tickets } from './tickets.tsx';

const idOf = (number: number) => `01890000-0000-4000-8000-00000000000${number}`;

function message(number: number, from: TicketMessage['from'], text: string): TicketMessage {
  return { id: idOf(number), from, by: from === 'writer' ? null : 'Ada', text, at: Date.now() };
}

const first: OpenTicket = {
  brand: 'lunaria',
  id: idOf(1),
  number: 10_042,
  topic: 'payment',
  status: 'open',
  language: 'it',
  email: 'anna@example.com',
  screenName: 'Anna',
  preview: 'Ho pagato due volte.',
  since: Date.now() - 60_000,
  assignee: null,
  createdAt: Date.now() - 60_000,
  messages: [message(2, 'writer', 'Ho pagato due volte.')],
  member: null,
  answering: null,
};

/** A server with one ticket, which others may change. */
function serve() {
  const state = { ticket: first, sent: [] as { text: string; seen: string; kind: string }[], announced: 0 };
  const change = (part: Partial<OpenTicket>) => (state.ticket = { ...state.ticket, ...part });
  serveCalls([
    signedInAs('support'),
    ['GET', /\/tickets\/counts$/, () => answer(countTickets, { open: 1, mine: 0, waiting: 0 })],
    ['GET', /\/staff\/tickets$/, () => answer(listTickets, { tickets: [state.ticket], next: null })],
    ['GET', /\/tickets\/[^/]+$/, () => answer(readTicket, state.ticket)],
    [
      'GET',
      /\/snippets$/,
      () =>
        answer(listSnippets, {
          snippets: [{ id: idOf(9), name: 'saluto', language: 'it', text: 'Ciao {{name}}!', changedAt: 0 }],
        }),
    ],
    [
      'POST',
      /\/assignee$/,
      () => answer(assignTicket, change({ assignee: { staffId: ines, name: 'Ines' } })),
    ],
    ['POST', /\/closed$/, () => answer(closeTicket, change({ status: 'closed' }))],
    [
      'POST',
      /\/answering$/,
      () => {
        state.announced += 1;
        return answer(startAnswer, { ok: true });
      },
    ],
    [
      'POST',
      /\/messages$/,
      (_, body) => {
        const given = JSON.parse(body) as (typeof state.sent)[number];
        if (given.seen !== state.ticket.messages.at(-1)?.id)
          return Response.json({ error: { code: 'ticket.changed', message: '' } }, { status: 409 });
        state.sent.push(given);
        const messages = [...state.ticket.messages, message(8, 'staff', given.text)];
        return answer(answerTicket, change({ status: 'waiting', messages }));
      },
    ],
  ]);
  return { state, change };
}

beforeEach(() => {
  resetConsole();
  localStorage.removeItem('consoleDrafts');
});
afterEach(() => void vi.unstubAllGlobals());

async function show() {
  const server = serve();
  await showPage(
    [
      {
        path: pages.tickets,
        Component: Tickets,
        handle: { title: 'tickets:page.tickets' },
        children: [{ path: pages.ticket, Component: Ticket }],
      },
    ],
    pages.tickets,
  );
  await expect.element(page.getByRole('link', { name: /Anna/ })).toBeVisible();
  return server;
}

const words = page.getByRole('textbox', { name: 'La tua risposta' });
const thread = page.getByRole('article');

test('by keys alone: open, take, answer with a snippet, close', async () => {
  const { state } = await show();
  await userEvent.keyboard('n');
  await expect.element(thread).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(thread.getByText('Aspetta una risposta · Tuo')).toBeVisible();
  await userEvent.keyboard('r');
  await expect.element(words).toHaveFocus();
  await userEvent.keyboard('/sal');
  await expect.element(page.getByRole('option', { name: /saluto/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(words).toHaveValue('Ciao Anna!');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(thread.getByText('Risposta di Ada')).toBeVisible();
  await expect.element(words).toHaveValue('');
  expect(state.sent).toMatchObject([{ kind: 'reply', text: 'Ciao Anna!', seen: idOf(2) }]);
  expect(state.announced).toBe(1);
  await userEvent.keyboard('{Escape}e');
  await expect.element(thread.getByRole('button', { name: /^Riapri/ })).toBeVisible();
});

test('of two who answer at the same time the later one reads the other’s answer, and keeps the words', async () => {
  const { state, change } = await show();
  change({ answering: { staffId: idOf(7), name: 'Ada', until: Date.now() + 60_000 } });
  await page.getByRole('link', { name: /Anna/ }).click();
  await expect.element(page.getByText('Ada sta scrivendo una risposta.')).toBeVisible();
  await words.fill('Rimborsato.');
  change({ answering: null, messages: [...first.messages, message(3, 'staff', 'Ci penso io.')] });
  await page.getByRole('button', { name: /^Invia Ctrl|^Invia$/ }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(errors['ticket.changed']);
  await expect.element(thread.getByText('Ci penso io.')).toBeVisible();
  await expect.element(words).toHaveValue('Rimborsato.');
  await page.getByRole('button', { name: /^Invia Ctrl|^Invia$/ }).click();
  await vi.waitFor(() => expect(state.sent).toMatchObject([{ text: 'Rimborsato.', seen: idOf(3) }]));
});
