import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { type NavigateFunction, useHref, useLocation, useNavigate } from 'react-router';
import { isMoving, onceStill, traverse, whenStill } from './traversal.ts';

/** One thing that is open over the page. An entry of the history holds all that are, the uppermost last. */
interface StackedOverlay {
  name: string;
  props: unknown;
  /** The loading of the page in which it was opened. */
  page: number;
}

interface OverlayOptions {
  /** Nothing that a person does closes it now: after the back button it opens again. */
  held?: boolean;
  /** What it shows lives in this page's memory alone, so a reload closes it. */
  endsWithPage?: boolean;
  /** It was closed by the back button, or the page went elsewhere. */
  onLeft?: () => void;
}

export interface Overlay<Props> {
  isOpen: boolean;
  /** What it was opened with. */
  props: Props | null;
  open: (props: Props) => void;
  /** Resolves when the history is back where it was, so that going elsewhere can follow. */
  close: () => Promise<void>;
  /** Goes there, in its place in the history. */
  go: (to: string) => void;
}

/**
 * Something that opens over the page and has an entry in the history: the back button closes it, forward opens it again,
 * a reload finds it as it was, and others may open over it. Its props must survive a copy (strings, numbers, plain
 * objects).
 */
export function useOverlay<Props = true>(name: string, options: OverlayOptions = {}): Overlay<Props> {
  const { enter, ...overlay } = useHistoryOverlay<Props>(name, options);
  const open = useCallback((props: Props) => void enter(props), [enter]);
  return { ...overlay, open };
}

interface HistoryOverlay<Props> extends Omit<Overlay<Props>, 'open'> {
  /** Resolves when its entry is in the history, which reaches the page a little later. */
  enter: (props: Props) => Promise<void>;
}

function useHistoryOverlay<Props>(name: string, options: OverlayOptions): HistoryOverlay<Props> {
  const { held = false, endsWithPage = false, onLeft } = options;
  const { state } = useLocation();
  const navigate = useNavigate();
  const base = useHref('/');
  const entry =
    stackOf(state).find((one) => one.name === name && (!endsWithPage || one.page === thisPage)) ?? null;
  const [last, setLast] = useState(entry);
  if (entry && entry !== last) setLast(entry);
  // A held overlay stays visible while its entry returns to the history.
  const shown = entry ?? (held ? last : null);

  const closing = useRef(false);
  const handleLeft = useEffectEvent(() => {
    const wasClosed = closing.current;
    closing.current = false;
    if (wasClosed) return;
    if (held && last) void push(navigate, base, last);
    else onLeft?.();
  });
  const hadEntry = useRef(false);
  const hasEntry = entry !== null;
  useEffect(() => {
    const left = hadEntry.current && !hasEntry;
    hadEntry.current = hasEntry;
    if (left) handleLeft();
  }, [hasEntry]);

  const enter = useCallback(
    (props: Props) => push(navigate, base, { name, props, page: thisPage }),
    [name, navigate, base],
  );
  const close = useCallback(async () => {
    if (held || closing.current) return whenStill();
    closing.current = true;
    // The history moves at once if it is idle; what is pressed meanwhile waits for it.
    if (isMoving()) await whenStill();
    const stack = currentStack();
    const at = stack.findLastIndex((one) => one.name === name);
    if (at >= 0) await traverse(() => void navigate(at - stack.length));
    // An overlay that is still open can be closed again.
    const there = currentStack()[at];
    if (at < 0 || (there?.name === name && there.page === stack[at]?.page)) closing.current = false;
  }, [held, name, navigate]);
  const go = useCallback(
    (to: string) =>
      onceStill(() => {
        const replace = currentStack().some((one) => one.name === name);
        closing.current = replace;
        void navigate(to, { replace });
      }),
    [name, navigate],
  );
  return { isOpen: shown !== null, props: (shown?.props as Props | undefined) ?? null, enter, close, go };
}

/**
 * An overlay that something else opens and closes, such as a store: its history entry follows `wanted`. Show it only
 * once it `isOpen`: before that the back button would leave the page.
 */
export function useOverlayEntry(
  name: string,
  wanted: boolean,
  { held = false, onLeft }: Pick<OverlayOptions, 'held' | 'onLeft'>,
): Pick<Overlay<true>, 'go' | 'isOpen'> {
  const [round, beginRound] = useReducer((rounds: number) => rounds + 1, 1);
  const leftIn = useRef(0);
  const handleLeft = () => {
    leftIn.current = round;
    onLeft?.();
    beginRound();
  };
  const { isOpen, enter, close, go } = useHistoryOverlay(name, {
    held,
    endsWithPage: true,
    onLeft: handleLeft,
  });
  // An entry that is being left belongs to the previous opening.
  const [leaving, setLeaving] = useState(false);
  if (isOpen && !wanted && !leaving) setLeaving(true);
  if (!isOpen && leaving) setLeaving(false);
  useEffect(() => {
    if (!wanted && isOpen) void close();
  }, [wanted, isOpen, close]);
  useEffect(() => {
    if (!wanted || !leaving) return undefined;
    let over = false;
    void whenStill().then(() => {
      if (!over && isInHistory(name)) setLeaving(false);
    });
    return () => {
      over = true;
    };
  }, [name, wanted, leaving]);

  const handlePassed = useEffectEvent(handleLeft);
  useEffect(() => {
    // The owner does not know yet that the entry was left. The next render follows `wanted`.
    if (!wanted || isOpen || leftIn.current === round) return undefined;
    let hasEntered = false;
    // The browser reports an entry to the page a little later, and never one that was left before.
    const followBack = () => {
      if (hasEntered && !isInHistory(name)) handlePassed();
    };
    window.addEventListener('popstate', followBack);
    void enter(true).then(() => {
      hasEntered = true;
    });
    return () => window.removeEventListener('popstate', followBack);
  }, [name, wanted, isOpen, round, enter]);
  return { go, isOpen: wanted && isOpen && !leaving };
}

/** The props of a panel that such a link opens. */
export type PanelProps = { open: boolean; onClose: () => void; onClosed: () => void };

/** What a link may lead to: its name is the hash of the address. Otherwise it is an overlay like the others. */
export function useLinkedOverlay() {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  const openedHere = objectOf(state)['openedHere'] === true;
  const open = useCallback(
    (name: string) => void navigate({ search, hash: name }, { state: { openedHere: true } }),
    [navigate, search],
  );
  const close = useCallback(async () => {
    if (openedHere) await traverse(() => void navigate(-1));
    else await navigate({ search, hash: '' }, { replace: true });
  }, [navigate, search, openedHere]);
  return { name: hash.slice(1), open, close };
}

/** Tells this loading of the page from others that the same history has seen. */
const thisPage = performance.timeOrigin;

/** `base` is where the app's own addresses begin, which the router does not count. */
async function push(navigate: NavigateFunction, base: string, overlay: StackedOverlay): Promise<void> {
  await whenStill();
  const { name, page } = overlay;
  if (currentStack().some((one) => one.name === name && one.page === page)) return;
  const stack = currentStack().filter((one) => one.name !== name);
  const { pathname, search, hash } = window.location;
  const state = { ...objectOf(currentState()), overlays: [...stack, overlay] };
  // The base has a last slash or not: with two of them the path would name another site.
  const path = pathname.slice(base.length).replace(/^\/+/, '');
  await navigate({ pathname: `/${path}`, search, hash }, { state });
}

/** Of the entry the browser is at, which reaches the page a little later. The router keeps it under `usr`. */
function currentState(): unknown {
  return objectOf(window.history.state)['usr'];
}

function currentStack(): readonly StackedOverlay[] {
  return stackOf(currentState());
}

function isInHistory(name: string): boolean {
  return currentStack().some((one) => one.name === name && one.page === thisPage);
}

function stackOf(state: unknown): readonly StackedOverlay[] {
  const { overlays } = objectOf(state);
  return Array.isArray(overlays) ? (overlays as StackedOverlay[]) : [];
}

function objectOf(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {};
}
