import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { useStore } from '#client/store.ts';
import texts from '#site/locales/it/match.json';
import { createTexts } from '#site/shell/i18n.ts';
import { samplePerson } from '#site/testing/sample-people.ts';
import { CardStack } from './card-stack.tsx';
import { createDecisionQueue } from './decision-queue.ts';
import { DeckButtons, useDeckKeys } from './deck-controls.tsx';
import { type Answer, type Dependencies, createDeck } from './deck.ts';

const person = (name: string) => samplePerson({ id: name, screenName: name });

const answer: Answer = { likeCredits: 3, matched: false };
const send = vi.fn<Dependencies['send']>();
const opened = vi.fn();
const watched = new Set<() => void>();

beforeEach(() => {
  send.mockReset().mockResolvedValue(answer);
  opened.mockReset();
});
afterEach(() => {
  for (const stop of watched) stop();
  watched.clear();
});

function DeckOf({ deck }: { deck: ReturnType<typeof createDeck> }) {
  const { cards, sides, last } = useStore(deck.view, deck.view.get());
  const undo = () => void deck.undo();
  useDeckKeys({
    like: () => deck.swipe('like'),
    dislike: () => deck.swipe('dislike'),
    undo,
    open: () => opened(cards[0]?.id),
  });
  const [top] = cards;
  return (
    <>
      <style>
        {'#deck { position: relative; width: 360px; height: 400px } article { position: absolute; inset: 0 }'}
      </style>
      <div id="deck">
        <CardStack cards={cards} sides={sides} onVerdict={deck.swipe} />
      </div>
      {top && <DeckButtons person={top} canUndo={last !== null} onVerdict={deck.swipe} onUndo={undo} />}
    </>
  );
}

async function show(): Promise<void> {
  const people = ['Anna', 'Bea', 'Carla'].map(person);
  const deck = createDeck({
    queue: createDecisionQueue(),
    fetch: async () => ({ people, complete: true, widened: false, region: 'Lazio', city: null }),
    send,
  });
  await deck.refill();
  const words = await createTexts('it', ['shell', 'match', 'people']);
  await render(<DeckOf deck={deck} />, {
    wrapper: ({ children }) => (
      <I18nextProvider i18n={words}>
        <MemoryRouter>{children}</MemoryRouter>
      </I18nextProvider>
    ),
  });
  await expectTop('Anna');
}

const topCard = () => document.querySelector<HTMLElement>('article:not([inert])');
const expectTop = (name: string) =>
  expect.poll(() => topCard()?.querySelector('a')?.textContent).toBe(`${name}, 40`);
const expectAtRest = () =>
  expect
    .poll(() => {
      const card = topCard();
      return card && getComputedStyle(card).transform;
    })
    .toBe('none');

/** Draws the top card so far and lets it go, all in one moment: its way decides, not its speed. */
function drag(x: number, y = 0): void {
  const card = topCard();
  if (!card) throw new Error('there is no card');
  const at = (type: string, clientX: number, clientY: number) =>
    card.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        isPrimary: true,
        pointerType: 'mouse',
        button: 0,
        clientX,
        clientY,
      }),
    );
  at('pointerdown', 180, 200);
  at('pointermove', 180 + x, 200 + y);
  at('pointerup', 180 + x, 200 + y);
}

/** Follows, frame by frame, how clearly any card has shown a stamp. */
function watchStamp(verdict: 'like' | 'dislike'): { most: number } {
  const record = { most: 0 };
  let frame = 0;
  const look = () => {
    for (const part of document.querySelectorAll('article > span'))
      if (part.textContent === texts.stamp[verdict])
        record.most = Math.max(record.most, Number(getComputedStyle(part).opacity));
    frame = requestAnimationFrame(look);
  };
  look();
  watched.add(() => cancelAnimationFrame(frame));
  return record;
}

test('far to the right is a like, far to the left is none, and the next card comes up', async () => {
  await show();
  drag(200);
  await expectTop('Bea');
  drag(-200);
  await expectTop('Carla');
  await expect
    .poll(() => send.mock.calls.map(([id, verdict]) => `${verdict} ${id}`))
    .toEqual(['like Anna', 'dislike Bea']);
  await expectAtRest();
});

test('a short way and one up or down decide nothing', async () => {
  await show();
  drag(80);
  drag(30, -220);
  await expectAtRest();
  await expectTop('Anna');
  expect(send).not.toHaveBeenCalled();
});

test('a refused like puts the card back, and never shows that it would be a dislike', async () => {
  const refusal = Promise.withResolvers<Answer>();
  send.mockReturnValue(refusal.promise);
  await show();
  const liked = watchStamp('like');
  const disliked = watchStamp('dislike');
  drag(200);
  await expectTop('Bea');
  await expect.poll(() => liked.most).toBeGreaterThan(0);
  refusal.reject(new Error('refused'));
  await expectTop('Anna');
  await expectAtRest();
  expect(disliked.most).toBe(0);
});

test('the last decision is taken back, and the card comes from the side it went to', async () => {
  await show();
  await expect
    .element(page.getByRole('button', { name: texts.undo }))
    .toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(page.getByRole('button', { name: texts.dislike.replace('{{name}}', 'Anna') }));
  await expectTop('Bea');
  await userEvent.click(page.getByRole('button', { name: texts.undo }));
  await expectTop('Anna');
  await expectAtRest();
  await expect
    .poll(() => send.mock.calls.map(([id, verdict]) => `${verdict} ${id}`))
    .toEqual(['dislike Anna', 'undo Anna']);
});

test('by keyboard: to the right, to the left, back, and the profile', async () => {
  await show();
  await userEvent.keyboard('{ArrowRight}');
  await expectTop('Bea');
  await userEvent.keyboard('{ArrowLeft}');
  await expectTop('Carla');
  await userEvent.keyboard('{Backspace}');
  await expectTop('Bea');
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledExactlyOnceWith('Bea');
});
