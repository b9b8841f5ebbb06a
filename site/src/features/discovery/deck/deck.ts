import { type Store, createStore } from '#client/store.ts';
import type { Deck as FetchedDeck } from '#contract/discovery/deck.ts';
import { DECK_REFILL_BELOW } from '#contract/kernel/constants.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import type { Person } from '#contract/profile/people.ts';
import { codeOf } from '#site/shell/explain.ts';
import { paywallOf } from '#site/shell/paywalls.ts';
import { type DecisionQueue, NotTried } from './decision-queue.ts';

export type Verdict = 'like' | 'dislike';

export interface Swipe {
  person: Person;
  verdict: Verdict;
  /** Words that go with a like. */
  invitation?: string | undefined;
}

export interface Answer {
  likeCredits: number;
  matched: boolean;
}

export interface DeckView {
  /** The people still to be decided on, the first on top. */
  cards: readonly Person[];
  /** To which side the cards went that were decided on in this visit, though some have come back. */
  sides: ReadonlyMap<string, Verdict>;
  /** The swipe that can be taken back. */
  last: Swipe | null;
  fetching: boolean;
  /** There are no people beyond these. */
  complete: boolean;
  /** So few are in the member's region that they come from the whole country. */
  widened: boolean;
  /** Why no more could be fetched. */
  error: unknown;
}

export interface Dependencies {
  fetch: () => Promise<FetchedDeck>;
  send: (profileId: string, verdict: Verdict | 'undo', invitation?: string) => Promise<Answer>;
  /** What is sent goes through here, and may outlive the deck. */
  queue: DecisionQueue;
}

/** What comes of the decisions, once the server has answered. */
export interface DeckListener {
  /** A decision has arrived. */
  taken: (swipe: Swipe, answer: Answer) => void;
  takenBack: (swipe: Swipe, answer: Answer) => void;
  /** These could not be sent: their cards are back. */
  refused: (swipes: readonly Swipe[], error: unknown) => void;
  undoRefused: (error: unknown) => void;
}

export interface Deck {
  view: Store<DeckView>;
  /** The last listener is notified, also after the screen was left. */
  listen: (listener: DeckListener) => void;
  refill: () => Promise<void>;
  swipe: (verdict: Verdict) => void;
  undo: () => Promise<void>;
  /** Sends again what was refused, as far as nothing else was decided meanwhile. */
  again: (swipes: readonly Swipe[]) => void;
  /** Takes the top card aside, to be liked or put back. */
  hold: () => Person | undefined;
  putBack: (person: Person) => void;
  /** Likes whom was held. Throws where that could not be sent; they stay aside. */
  likeHeld: (swipe: Swipe) => Promise<Answer>;
}

/** After one of these refusals, nothing can be decided about this person any more. */
const goneCodes: ReadonlySet<ErrorCode> = new Set([
  'request.not_found',
  'profile.locked',
  'search.region_locked',
]);

/** The cards of one visit. A decision takes its card away at once; one that can't be sent puts it back. */
export function createDeck(page: Dependencies): Deck {
  const view = createStore<DeckView>({
    cards: [],
    sides: new Map(),
    last: null,
    fetching: false,
    complete: false,
    widened: false,
    error: null,
  });
  const change = (changed: Partial<DeckView>) => view.set({ ...view.get(), ...changed });
  const arrived = new WeakSet<Swipe>();
  /** What waited behind a decision that is about to be refused. */
  let notTried: Swipe[] = [];
  let listener: DeckListener | undefined;

  function take({ person, verdict }: Swipe): void {
    const { cards, sides } = view.get();
    change({
      cards: cards.filter(({ id }) => id !== person.id),
      sides: new Map(sides).set(person.id, verdict),
    });
    void refill();
  }

  function putBack(person: Person): void {
    const { cards, last } = view.get();
    change({
      cards: [person, ...cards.filter(({ id }) => id !== person.id)],
      last: last?.person.id === person.id ? null : last,
    });
  }

  async function refill(): Promise<void> {
    const { cards, fetching, complete } = view.get();
    if (fetching || complete || cards.length >= DECK_REFILL_BELOW) return;
    change({ fetching: true, error: null });
    try {
      const underWay = page.queue.ids();
      const { people, complete: isComplete, widened } = await page.fetch();
      const { cards: shown, sides } = view.get();
      const known = new Set([...shown.map(({ id }) => id), ...sides.keys(), ...underWay]);
      const fresh = people.filter(({ id }) => !known.has(id));
      // Without a new person, the server has no more, or has not stored the latest yet and is asked again when it has.
      // With no person at all it has only not looked far enough.
      const isLast = fresh.length === 0 && people.length > 0 && underWay.size === 0;
      change({
        cards: [...shown, ...fresh],
        fetching: false,
        complete: isComplete || isLast,
        widened,
      });
      if (fresh.length === 0) void page.queue.add('', async () => undefined).then(refill, () => undefined);
    } catch (error) {
      change({ fetching: false, error });
    }
  }

  async function deliver(swipe: Swipe): Promise<Answer> {
    const { person, verdict, invitation } = swipe;
    const answer = await page.queue.add(person.id, async () => {
      const given = await page.send(person.id, verdict, invitation);
      // Before its turn is over: next may be its undo, which is sent only if there is something to take back.
      arrived.add(swipe);
      return given;
    });
    // Both have been notified of a match, so it stays.
    if (answer.matched && view.get().last === swipe) change({ last: null });
    return answer;
  }

  async function decide(swipe: Swipe): Promise<void> {
    take(swipe);
    change({ last: swipe });
    try {
      const answer = await deliver(swipe);
      listener?.taken(swipe, answer);
    } catch (error) {
      handleRefusal(swipe, error);
    }
  }

  function handleRefusal(swipe: Swipe, error: unknown): void {
    const code = codeOf(error);
    if (code !== undefined && goneCodes.has(code)) {
      // A person who has left since, or moved where the member may not follow, stays away.
      if (view.get().last === swipe) change({ last: null });
      if (paywallOf(error) && swipe.verdict === 'like') listener?.refused([], error);
      return;
    }
    putBack(swipe.person);
    if (error instanceof NotTried) notTried.unshift(swipe);
    else listener?.refused([swipe, ...notTried.splice(0)], error);
  }

  async function undo(): Promise<void> {
    const { last: swipe } = view.get();
    if (!swipe) return;
    const { person } = swipe;
    putBack(person);
    try {
      // A decision that never arrived has brought its card back by itself.
      const answer = await page.queue.add(person.id, async () =>
        arrived.has(swipe) ? page.send(person.id, 'undo') : null,
      );
      if (answer) listener?.takenBack(swipe, answer);
    } catch (error) {
      if (!arrived.has(swipe)) return;
      take(swipe);
      if (codeOf(error) !== 'match.no_undo') change({ last: view.get().last ?? swipe });
      if (error instanceof NotTried) return;
      const behind = notTried.splice(0);
      if (behind.length > 0) listener?.refused(behind, error);
      else listener?.undoRefused(error);
    }
  }

  return {
    view,
    listen(next) {
      listener = next;
    },
    refill,
    undo,
    putBack,
    swipe(verdict) {
      const [person] = view.get().cards;
      if (person) void decide({ person, verdict });
    },
    again(swipes) {
      const { cards } = view.get();
      for (const swipe of swipes) if (cards.some(({ id }) => id === swipe.person.id)) void decide(swipe);
    },
    hold() {
      const [person] = view.get().cards;
      if (person) take({ person, verdict: 'like' });
      return person;
    },
    async likeHeld(swipe) {
      const answer = await deliver(swipe);
      if (!answer.matched) change({ last: swipe });
      return answer;
    },
  };
}
