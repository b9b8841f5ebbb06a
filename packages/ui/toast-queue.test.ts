import { expect, test } from 'vitest';
import { type QueuedToast, type ToastOptions, shownOf, withToast } from './toast-queue.ts';

function queueOf(...toasts: ToastOptions[]): readonly QueuedToast[] {
  let queue: readonly QueuedToast[] = [];
  for (const [id, toast] of toasts.entries()) queue = withToast(queue, { ...toast, id });
  return queue;
}

const texts = (queue: readonly QueuedToast[]) => queue.map(({ text }) => text);
const card = (text: string) => ({ text, kind: 'card', name: text }) as const;
const undo = { label: 'Undo', onClick: () => undefined };

test('an answer takes the place of an earlier one and comes before news', () => {
  expect(texts(queueOf(card('Anna'), { text: 'Saved' }, { text: 'Sent' }))).toEqual(['Sent', 'Anna']);
});

test('what can still be undone comes back after a later answer', () => {
  expect(texts(queueOf({ text: 'Blocked', action: undo }, { text: 'Sent' }))).toEqual(['Sent', 'Blocked']);
});

test('news waits for its turn, the newest last and a few at most', () => {
  const queue = queueOf(...['Anna', 'Bea', 'Carla', 'Dora', 'Emma'].map(card));
  expect(texts(queue)).toEqual(['Anna', 'Carla', 'Dora', 'Emma']);
});

test('a later one of the same name takes the place of the earlier', () => {
  const queue = queueOf(card('Anna'), card('Bea'), { ...card('Anna again'), name: 'Anna' });
  expect(texts(queue)).toEqual(['Anna again', 'Bea']);
});

test('over a dialog there are answers, and no news', () => {
  const queue = queueOf(card('Anna'));
  expect(shownOf(queue, false)?.text).toBe('Anna');
  expect(shownOf(queue, true)).toBeUndefined();
  expect(shownOf(withToast(queue, { text: 'Saved', id: 9 }), true)?.text).toBe('Saved');
});
