import { Link } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#console/shell/query-client.ts';
import { endSession } from '#console/shell/session.ts';
import { storage } from '#console/shell/storage.ts';
import {
  answer,
  ines,
  serveCalls,
  showPage,
  signedInAs,
  resetConsole,
} from '#console/testing/console-page.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import {
  type QueuedConversation,
  claimNext,
  countQueue,
  listQueue,
  readStaffCards,
  readStaffConversation,
  replyAsProfile,
  typeAsProfile,
} from '#contract/staff/chat.ts';
import { readWaiting } from '#contract/staff/waiting.ts';
import { Conversation } from './conversation.tsx';
import { Conversations } from './conversations.tsx';

const idOf = (number: number) => `01890000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`;
const person = (number: number, screenName: string) => ({
  profileId: idOf(number),
  screenName,
  age: 41,
  region: 'Lazio',
  city: 'Roma',
  photo: null,
});
const names = ['Marco', 'Paolo', 'Dario'];

/** A server with three who wait, and a host who takes one after the other. */
function serve() {
  const sent: string[] = [];
  let taken: string[] = [];
  let refuses = false;
  const queued = (number: number): QueuedConversation => ({
    brand: 'lunaria',
    id: idOf(number),
    list: 'new',
    profile: person(90, 'Luna'),
    member: person(number, names[number] ?? ''),
    since: Date.now() - 60_000,
    preview: 'Ciao, come stai?',
    claim: null,
    handover: null,
  });
  const waiting = () => names.map((_, number) => queued(number)).filter(({ id }) => !taken.includes(id));
  const claim = () => ({ staffId: ines, name: 'Ines', until: Date.now() + 120_000 });
  serveCalls([
    signedInAs('host'),
    [
      'GET',
      /\/queue\/counts$/,
      () => answer(countQueue, { new: waiting().length, waiting: 0, quiet: 0, mine: 0 }),
    ],
    [
      'POST',
      /\/queue\/next$/,
      () => {
        const [next = null] = waiting();
        if (next) taken = [...taken, next.id];
        return answer(claimNext, { conversation: next });
      },
    ],
    ['GET', /\/queue$/, () => answer(listQueue, { conversations: waiting(), next: null })],
    [
      'GET',
      /\/conversations\/([^/]+)$/,
      (id) =>
        answer(readStaffConversation, {
          ...queued(names.findIndex((_, number) => idOf(number) === id)),
          messages: [],
          next: null,
          claim: taken.includes(id) && !refuses ? claim() : null,
          closed: false,
        }),
    ],
    ['GET', /\/cards$/, () => answer(readStaffCards, cards)],
    ['POST', /\/typing$/, () => answer(typeAsProfile, { until: Date.now() + 120_000 })],
    [
      'POST',
      /\/messages$/,
      (_, body) => {
        if (refuses) return Response.json({ code: 'queue.not_taken' }, { status: 409 });
        sent.push((JSON.parse(body) as { text: string }).text);
        return answer(replyAsProfile, { number: 2, at: Date.now() });
      },
    ],
  ]);
  return {
    sent,
    /** At first no member waits, and then all do. */
    takeAll: () => void (taken = names.map((_, number) => idOf(number))),
    letGo: () => void (taken = []),
    /** Another host takes everything. */
    takeAway: () => void (refuses = true),
  };
}

const words = { about: '', description: '', lookingFor: '', prompts: [] };
const cards: ReplyOf<typeof readStaffCards> = {
  profile: { ...person(90, 'Luna'), words, photos: [], notes: '', hours: null },
  member: { ...person(0, 'Marco'), words },
  facts: [],
  notes: [],
};

beforeEach(() => {
  storage.remove('drafts');
  resetConsole();
});
afterEach(() => void vi.unstubAllGlobals());

const routes = [
  {
    path: '/conversations',
    Component: Conversations,
    handle: { title: 'conversations:page.conversations' },
    children: [{ path: ':brand/:id', Component: Conversation }],
  },
];
const show = (path = '/conversations') => showPage(routes, path);

const writing = page.getByRole('textbox', { name: 'Messaggio come Luna' });
const headOf = (name: string) => page.getByRole('heading', { name, level: 2 });
const row = (name: string) => page.getByRole('link', { name: new RegExp(name) });

test('the list is gone through with two keys, and another opens the help', async () => {
  serve();
  await show();
  await expect.element(row('Marco')).toBeInTheDocument();
  await userEvent.keyboard('jj');
  await expect.element(row('Paolo')).toHaveFocus();
  await userEvent.keyboard('jjj');
  await expect.element(row('Dario')).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(row('Paolo')).toHaveFocus();
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Tasti rapidi' });
  await expect.element(help).toBeVisible();
  // Nothing happens behind a dialog.
  await userEvent.keyboard('j{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await expect.element(row('Paolo')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(headOf('Paolo')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Prendi' })).toBeVisible();
});

test('a host who comes back from another page finds who has written meanwhile', async () => {
  const { takeAll, letGo } = serve();
  takeAll();
  const links = () => <Link to="/conversations">Torna</Link>;
  await showPage([...routes, { path: '/elsewhere', Component: links }], '/conversations');
  await expect.element(page.getByText('Nessun primo messaggio')).toBeVisible();
  history.pushState(null, '', '/elsewhere');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  const back = page.getByRole('link', { name: 'Torna' });
  await expect.element(back).toBeVisible();
  letGo();
  await back.click();
  await expect.element(row('Marco')).toBeVisible();
});

test('the queue opens where a member has waited longest, says so in the address, and stays there', async () => {
  const counts = { new: 0, waiting: 2, quiet: 5, mine: 0 };
  const none = { count: 0, newest: null };
  let first: 'new' | 'waiting' = 'waiting';
  serveCalls([
    signedInAs('host'),
    [
      'GET',
      /\/waiting$/,
      () =>
        answer(readWaiting, {
          conversations: { count: 2, newest: 1, first },
          tickets: none,
          moderation: none,
        }),
    ],
    ['GET', /\/queue\/counts$/, () => answer(countQueue, counts)],
    ['GET', /\/queue$/, () => answer(listQueue, { conversations: [], next: null })],
  ]);
  const links = () => <Link to="/conversations">Torna</Link>;
  await showPage([...routes, { path: '/elsewhere', Component: links }], '/conversations?brand=lunaria');
  await expect
    .element(page.getByRole('link', { name: /^In attesa/ }))
    .toHaveAttribute('aria-current', 'true');
  expect(window.location.search).toBe('?list=waiting&brand=lunaria');
  first = 'new';
  await page.getByRole('link', { name: /^Silenziose/ }).click();
  history.pushState(null, '', '/elsewhere');
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
  await page.getByRole('link', { name: 'Torna' }).click();
  // A host who comes again begins where work waits now.
  await expect.poll(() => window.location.search).toBe('?list=new');
});

test('from an empty list the host is led to the one where a member waits', async () => {
  const counts = { new: 0, waiting: 2, quiet: 5, mine: 0 };
  serveCalls([
    signedInAs('host'),
    ['GET', /\/queue\/counts$/, () => answer(countQueue, counts)],
    ['GET', /\/queue$/, () => answer(listQueue, { conversations: [], next: null })],
  ]);
  await show('/conversations?brand=lunaria');
  const way = page.getByRole('link', { name: 'Qualcuno aspetta una risposta in “In attesa”' });
  await way.click();
  await expect.element(page.getByRole('heading', { name: 'Nessuno aspetta' })).toBeVisible();
  expect(window.location.search).toBe('?list=waiting&brand=lunaria');
  // No member waits in any other.
  await expect.element(way).not.toBeInTheDocument();
});

test('what was typed and not sent is there again after a reload, in its own conversation, until the session ends', async () => {
  serve();
  const shown = await show();
  await expect.element(row('Marco')).toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(writing).toHaveFocus();
  await userEvent.keyboard('Per Marco');
  await userEvent.keyboard('{Escape}');
  await expect.element(writing).not.toHaveFocus();
  await userEvent.keyboard('n');
  await expect.element(headOf('Paolo')).toBeInTheDocument();
  await expect.element(writing).toHaveFocus();
  await expect.element(writing).toHaveValue('');
  await shown.unmount();
  queryClient.clear();
  await show(`/conversations/lunaria/${idOf(0)}`);
  await expect.element(writing).toHaveValue('Per Marco');
  endSession('signed-out');
  expect(storage.get('drafts')).toBeUndefined();
});

test('a host who has lost the conversation while writing reads so, and keeps the words', async () => {
  const { takeAway, sent } = serve();
  await show();
  await expect.element(row('Marco')).toBeInTheDocument();
  await userEvent.keyboard('n');
  await expect.element(writing).toHaveFocus();
  await userEvent.keyboard('Quasi pronto');
  takeAway();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('alert').getByText(/Il testo è ancora qui/)).toBeVisible();
  await expect
    .element(page.getByText(/Il tempo è finito e la conversazione è di nuovo libera/))
    .toBeVisible();
  await expect.element(writing).toHaveValue('Quasi pronto');
  expect(sent).toEqual([]);
});
