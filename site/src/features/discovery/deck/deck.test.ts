import { describe, expect, test, vi } from 'vitest';
import { OfflineError } from '#client/call.ts';
import { DECK_REFILL_BELOW, DECK_SIZE } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import type { Person } from '#contract/profile/people.ts';
import { createDecisionQueue } from './decision-queue.ts';
import { type Answer, type Swipe, type Dependencies, createDeck } from './deck.ts';

const person = (id: string) => ({ id, screenName: id }) as Person;
const answer: Answer = { likeCredits: 3, matched: false };
const place = { region: 'Lazio', city: null, widened: false };
const pause = () => new Promise((resolve) => setImmediate(resolve));

/** A server with so many people, that leaves out whom it has decisions about, and can hold its answers. */
function setUp({ people = 20, hold = false } = {}) {
  const all = Array.from({ length: people }, (_, index) => person(`p${index}`));
  const decided = new Set<string>();
  const sent: string[] = [];
  const open: { answer: (given?: Answer) => void; fail: (error: unknown) => void }[] = [];
  const refused = vi.fn<(swipes: readonly Swipe[], error: unknown) => void>();
  const undoRefused = vi.fn<(error: unknown) => void>();
  const taken = vi.fn<(swipe: Swipe, answer: Answer) => void>();
  const fetch = vi.fn<Dependencies['fetch']>(async () => {
    const left = all.filter(({ id }) => !decided.has(id));
    return { people: left.slice(0, DECK_SIZE), complete: left.length <= DECK_SIZE, ...place };
  });
  const queue = createDecisionQueue();
  const deck = createDeck({
    fetch,
    queue,
    send: (id, verdict) => {
      sent.push(`${verdict} ${id}`);
      return new Promise<Answer>((resolve, reject) => {
        const reply = (given = answer) => {
          if (verdict === 'undo') decided.delete(id);
          else decided.add(id);
          resolve(given);
        };
        open.push({ answer: reply, fail: reject });
        if (!hold) reply();
      });
    },
  });
  deck.listen({ taken, takenBack: () => undefined, refused, undoRefused });
  const ids = () => deck.view.get().cards.map(({ id }) => id);
  return { deck, fetch, sent, open, refused, undoRefused, taken, ids };
}

describe('filling', () => {
  test('every card comes exactly once, though the server learns of decisions late', async () => {
    const { deck, open, ids } = setUp({ people: 40, hold: true });
    await deck.refill();
    const seen: string[] = [];
    for (let turn = 0; turn < 200 && !(deck.view.get().complete && ids().length === 0); turn += 1) {
      const [top] = ids();
      if (top) {
        seen.push(top);
        deck.swipe(turn % 2 ? 'like' : 'dislike');
      }
      // The server answers now and then, several at once.
      if (turn % 7 === 0 || !top) for (const each of open) each.answer();
      await pause();
    }
    expect(seen.toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => `p${index}`).toSorted());
  });

  test('a server that has not looked far enough yet is asked again', async () => {
    const { deck, fetch, ids } = setUp({ people: 3 });
    fetch.mockResolvedValueOnce({ people: [], complete: false, ...place });
    await deck.refill();
    await pause();
    expect(ids()).toEqual(['p0', 'p1', 'p2']);
    expect(deck.view.get().complete).toBe(true);
  });

  test('more are fetched only when few are left', async () => {
    const { deck, fetch } = setUp();
    await deck.refill();
    for (let left = DECK_SIZE; left > DECK_REFILL_BELOW; left -= 1) deck.swipe('dislike');
    await pause();
    expect(fetch).toHaveBeenCalledTimes(1);
    deck.swipe('dislike');
    await pause();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test('a failure to fetch is shown, and tried again', async () => {
    const { deck, fetch, ids } = setUp();
    fetch.mockRejectedValueOnce(new OfflineError('deck'));
    await deck.refill();
    expect(deck.view.get().error).toBeInstanceOf(OfflineError);
    await deck.refill();
    expect(deck.view.get().error).toBeNull();
    expect(ids()).toHaveLength(DECK_SIZE);
  });
});

describe('deciding', () => {
  test('cards are gone at once, decisions leave one after the other', async () => {
    const { deck, sent, open, ids } = setUp({ hold: true });
    await deck.refill();
    deck.swipe('like');
    deck.swipe('dislike');
    expect(ids()[0]).toBe('p2');
    expect(sent).toEqual(['like p0']);
    open[0]?.answer();
    await pause();
    expect(sent).toEqual(['like p0', 'dislike p1']);
  });

  test('without a connection all that waited come back in order, and go again together', async () => {
    const { deck, sent, open, refused, ids } = setUp({ hold: true });
    await deck.refill();
    deck.swipe('like');
    deck.swipe('dislike');
    deck.swipe('like');
    open[0]?.fail(new OfflineError('match'));
    await pause();
    expect(ids().slice(0, 4)).toEqual(['p0', 'p1', 'p2', 'p3']);
    expect(refused).toHaveBeenCalledTimes(1);
    const [swipes] = refused.mock.calls[0]!;
    expect(swipes.map(({ person: { id }, verdict }) => `${verdict} ${id}`)).toEqual([
      'like p0',
      'dislike p1',
      'like p2',
    ]);

    deck.again(swipes);
    expect(ids()[0]).toBe('p3');
    for (const turn of [1, 2, 3]) {
      open[turn]?.answer();
      await pause();
    }
    expect(sent).toEqual(['like p0', 'like p0', 'dislike p1', 'like p2']);
  });

  test('a like that can’t be paid puts only its own card back', async () => {
    const { deck, open, refused, ids } = setUp({ hold: true });
    await deck.refill();
    deck.swipe('like');
    deck.swipe('dislike');
    open[0]?.fail(new Failure('like.credits_short', undefined));
    await pause();
    open[1]?.answer();
    await pause();
    expect(ids().slice(0, 2)).toEqual(['p0', 'p2']);
    expect(refused).toHaveBeenCalledTimes(1);
  });

  test('a person who has left meanwhile does not come back', async () => {
    const { deck, open, refused, ids } = setUp({ hold: true });
    await deck.refill();
    deck.swipe('like');
    open[0]?.fail(new Failure('request.not_found', undefined));
    await pause();
    expect(ids()[0]).toBe('p1');
    expect(refused).not.toHaveBeenCalled();
    expect(deck.view.get().last).toBeNull();
  });
});

describe('a person who moved to where the member may not follow', () => {
  const elsewhere = new Failure('search.region_locked', undefined);

  test.each([
    ['like', [[[], elsewhere]]],
    ['dislike', []],
  ] as const)('stays away after a %s, and the paywall opens for a like alone', async (verdict, calls) => {
    const { deck, open, refused, ids } = setUp({ hold: true });
    await deck.refill();
    deck.swipe(verdict);
    open[0]?.fail(elsewhere);
    await pause();
    expect(ids()[0]).toBe('p1');
    expect(refused.mock.calls).toEqual(calls);
    expect(deck.view.get().last).toBeNull();
  });
});

describe('taking back', () => {
  test('the last card is back at once, and can be decided on again', async () => {
    const { deck, sent, ids } = setUp();
    await deck.refill();
    deck.swipe('dislike');
    await pause();
    void deck.undo();
    expect(ids()[0]).toBe('p0');
    expect(deck.view.get().last).toBeNull();
    deck.swipe('like');
    await pause();
    expect(sent).toEqual(['dislike p0', 'undo p0', 'like p0']);
    expect(ids()[0]).toBe('p1');
  });

  test('what is taken back before the server has answered is taken back there once it has', async () => {
    const { deck, sent, open, ids } = setUp({ hold: true });
    await deck.refill();
    deck.swipe('dislike');
    void deck.undo();
    expect(ids()[0]).toBe('p0');
    open[0]?.answer();
    await pause();
    expect(sent).toEqual(['dislike p0', 'undo p0']);
  });

  test('a refusal takes the card away again', async () => {
    const { deck, open, undoRefused, ids } = setUp({ hold: true });
    await deck.refill();
    deck.swipe('like');
    open[0]?.answer();
    await pause();
    void deck.undo();
    await pause();
    open[1]?.fail(new Failure('match.no_undo', undefined));
    await pause();
    expect(ids()[0]).toBe('p1');
    expect(undoRefused).toHaveBeenCalledTimes(1);
    expect(deck.view.get().last).toBeNull();
  });

  test('what was never sent is not taken back at the server', async () => {
    const { deck, sent, open, ids } = setUp({ hold: true });
    await deck.refill();
    deck.swipe('like');
    void deck.undo();
    open[0]?.fail(new Failure('like.credits_short', undefined));
    await pause();
    expect(sent).toEqual(['like p0']);
    expect(ids().slice(0, 2)).toEqual(['p0', 'p1']);
  });

  test('a match stays', async () => {
    const { deck, open, taken } = setUp({ hold: true });
    await deck.refill();
    deck.swipe('like');
    open[0]?.answer({ likeCredits: 3, matched: true });
    await pause();
    expect(taken).toHaveBeenCalledTimes(1);
    expect(deck.view.get().last).toBeNull();
  });
});

test('who is held back for an invitation is liked only when it is sent', async () => {
  const { deck, sent, ids } = setUp();
  await deck.refill();
  const held = deck.hold()!;
  expect([held.id, ids()[0]]).toEqual(['p0', 'p1']);
  deck.putBack(held);
  expect([sent, ids()[0]]).toEqual([[], 'p0']);
  const again = deck.hold()!;
  await deck.likeHeld({ person: again, verdict: 'like', invitation: 'Ciao' });
  expect(sent).toEqual(['like p0']);
  expect(deck.view.get().last?.person.id).toBe('p0');
});
