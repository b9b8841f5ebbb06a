import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { dispatch } from '#client/socket-events.ts';
import { TabTitle } from '#console/shell/page.tsx';
import { queryClient } from '#console/shell/query-client.ts';
import { storage } from '#console/shell/storage.ts';
import { hasWork, useFollowWaiting, waitingQuery } from '#console/shell/waiting.ts';
import { answer, ines, serveCalls, showPage, resetConsole } from '#console/testing/console-page.tsx';
import { staffChanged } from '#contract/staff/live.ts';
import { readWaiting } from '#contract/staff/waiting.ts';
import { AlertSettings } from './alert-settings.tsx';
import { useTabIcon } from './tab-icon.ts';
import { useAlerts } from './use-alerts.ts';

/** What the desktop was given, while how many waited, and how often the loudspeaker was used. */
let shown: string[] = [];
let sounds = 0;
let permission: NotificationPermission = 'default';
let isLookedAt = true;
/** When the newest of those who wait wrote. */
let waiting: number[] = [];

beforeEach(() => {
  storage.remove('alertSound');
  storage.remove('alertNotification');
  resetConsole();
  [shown, sounds, permission, isLookedAt, waiting] = [[], 0, 'default', true, []];
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static get permission() {
        return permission;
      }
      static requestPermission() {
        permission = 'granted';
        return Promise.resolve(permission);
      }
      constructor(title: string, { body }: NotificationOptions) {
        super();
        shown.push(`${title}: ${body} (${waiting.length})`);
      }
    },
  );
  const Loudspeaker = AudioContext;
  vi.stubGlobal(
    'AudioContext',
    class extends Loudspeaker {
      constructor() {
        super();
        sounds += 1;
      }
    },
  );
  vi.spyOn(document, 'hasFocus').mockImplementation(() => isLookedAt);
  const none = { count: 0, newest: null };
  serveCalls([
    [
      'GET',
      /\/waiting$/,
      () =>
        answer(readWaiting, {
          conversations: { count: waiting.length, newest: waiting.at(-1) ?? null, first: null },
          tickets: none,
          moderation: none,
        }),
    ],
  ]);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Console() {
  const work = useFollowWaiting(true);
  useTabIcon(hasWork(work));
  useAlerts(ines, work);
  return (
    <>
      <TabTitle />
      <AlertSettings />
    </>
  );
}

async function open(): Promise<void> {
  await showPage([{ path: '/', handle: { title: 'overview:page.overview' }, Component: Console }], '/');
  await expect.poll(() => queryClient.getQueryData(waitingQuery().queryKey)).toBeDefined();
}

/** Members wait since then, and the console reads it. */
function setWaiting(...since: number[]): void {
  waiting = since;
  void queryClient.invalidateQueries({ queryKey: waitingQuery().queryKey });
}

/** The same, and an event of the connection announces it. */
function announceWaiting(...since: number[]): void {
  waiting = since;
  const payload = z.encode(staffChanged.payload, {
    topic: 'conversation',
    brand: 'lunaria',
    id: null,
    change: 'waiting',
    staffId: null,
  });
  dispatch(staffChanged.name, payload);
}

function look(isHere: boolean): void {
  isLookedAt = isHere;
  window.dispatchEvent(new Event(isHere ? 'focus' : 'blur'));
}

const title = () => expect.poll(() => document.title);
const sample = 'Console Serenata: Sarà così. (1)';
const callAt = (count: number) => `Console Serenata: C’è qualcosa di nuovo che ti aspetta. (${count})`;
const switchOf = (name: string) => page.getByRole('switch', { name });

/** Waits until this tab is known to speak for all. */
const isHeld = (name: string) =>
  expect.poll(async () => (await navigator.locks.query()).held?.some((lock) => lock.name === name));
const speaking = () => isHeld(`console-alerts ${ines}`).toBe(true);

test('the tab says how much waits, and its icon that something does', async () => {
  const icon = document.createElement('link');
  icon.rel = 'icon';
  icon.href = '/plain.svg';
  document.head.prepend(icon);
  await open();
  await title().toBe('Home · Console Serenata');
  announceWaiting(1_000, 2_000);
  await title().toBe('(2) Home · Console Serenata');
  await expect.poll(() => icon.href).toContain('favicon-waiting');
  setWaiting();
  await title().toBe('Home · Console Serenata');
  await expect.poll(() => icon.href).toContain('plain.svg');
  icon.remove();
});

test('nothing sounds or is shown until it is switched on, and then only while the page is hidden', async () => {
  await open();
  await speaking();
  look(false);
  setWaiting(1_000);
  await title().toContain('(1)');
  expect([shown, sounds]).toEqual([[], 0]);

  look(true);
  await switchOf('Suono').click();
  // It sounds once for a trial, and the notification is seen.
  await expect.poll(() => sounds).toBe(1);
  await switchOf('Notifica sul desktop').click();
  await expect.element(switchOf('Notifica sul desktop')).toBeChecked();
  expect(shown).toEqual([sample]);

  setWaiting(1_000, 2_000);
  await title().toContain('(2)');
  look(false);
  setWaiting(1_000, 2_000, 3_000);
  await expect.poll(() => shown).toEqual([sample, callAt(3)]);
  expect(sounds).toBe(2);

  // One is answered while another comes.
  setWaiting(2_000, 3_000, 4_000);
  await expect.poll(() => shown).toEqual([sample, callAt(3), callAt(3)]);
  // Fewer are no news.
  setWaiting(4_000);
  await title().toContain('(1)');
  expect(shown).toHaveLength(3);
  await switchOf('Suono').click();
  await switchOf('Notifica sul desktop').click();
  setWaiting(4_000, 5_000);
  await title().toContain('(2)');
  expect([shown.length, sounds]).toEqual([3, 3]);
});

test('of several tabs one speaks, none while another is looked at, and the next one when it is closed', async () => {
  storage.set('alertNotification', 'yes');
  permission = 'granted';
  const end = Promise.withResolvers<void>();
  // Another tab was there before.
  const other = navigator.locks.request(`console-alerts ${ines}`, () => end.promise);
  await open();
  look(false);
  await title().toBe('Home · Console Serenata');
  setWaiting(1_000);
  await title().toContain('(1)');
  expect(shown).toEqual([]);

  end.resolve();
  await other;
  await speaking();
  setWaiting(1_000, 2_000);
  await expect.poll(() => shown).toEqual([callAt(2)]);

  const looked = Promise.withResolvers<void>();
  const third = navigator.locks.request(
    `console-looked-at ${ines}`,
    { mode: 'shared' },
    () => looked.promise,
  );
  await isHeld(`console-looked-at ${ines}`).toBe(true);
  setWaiting(1_000, 2_000, 3_000);
  await title().toContain('(3)');
  looked.resolve();
  await third;
  setWaiting(1_000, 2_000, 3_000, 4_000);
  await title().toContain('(4)');
  await expect.poll(() => shown).toEqual([callAt(2), callAt(4)]);
});
