import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useAppBadge } from './app-badge.ts';
import { usePageTitle, useSubjectTitle, useUnreadInTitle } from './document-title.ts';

type TabProps = { page: string; subject?: string; unread: number };

/** As the frame, a conversation and the members' services give the tab its title. */
function Tab({ page, subject, unread }: TabProps) {
  usePageTitle(page);
  useUnreadInTitle(unread);
  return subject && <Subject title={subject} />;
}

function Subject({ title }: { title: string }) {
  useSubjectTitle(title);
  return null;
}

test('the title of a conversation stays when something else becomes unread', async () => {
  const chat = { page: 'Conversazione · Lunaria', subject: 'Teresa · Lunaria' };
  const { rerender } = await render(<Tab {...chat} unread={0} />);
  expect(document.title).toBe('Teresa · Lunaria');
  await rerender(<Tab {...chat} unread={2} />);
  expect(document.title).toBe('(2) Teresa · Lunaria');
  await rerender(<Tab {...chat} unread={0} />);
  expect(document.title).toBe('Teresa · Lunaria');
});

test('the next page has its own title again, with what is unread', async () => {
  const { rerender, unmount } = await render(
    <Tab page="Conversazione · Lunaria" subject="Teresa · Lunaria" unread={1} />,
  );
  await rerender(<Tab page="Messaggi · Lunaria" unread={1} />);
  expect(document.title).toBe('(1) Messaggi · Lunaria');
  await rerender(<Tab page="Novità · Lunaria" unread={3} />);
  expect(document.title).toBe('(3) Novità · Lunaria');
  await unmount();
  expect(document.title).toBe('Novità · Lunaria');
});

function Icon({ unread }: { unread: number }) {
  useAppBadge(unread);
  return null;
}

test('the icon of the installed site shows what is unread, and nothing once all is seen or the member has left', async () => {
  const badges: (number | 'clear')[] = [];
  vi.spyOn(navigator, 'setAppBadge').mockImplementation(async (count) => void badges.push(count ?? 0));
  vi.spyOn(navigator, 'clearAppBadge').mockImplementation(async () => void badges.push('clear'));
  const { rerender, unmount } = await render(<Icon unread={3} />);
  await rerender(<Icon unread={1} />);
  await rerender(<Icon unread={0} />);
  await rerender(<Icon unread={2} />);
  await unmount();
  expect(badges).toEqual([3, 1, 'clear', 2, 'clear']);
});
