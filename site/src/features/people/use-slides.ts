import { type KeyboardEvent, useCallback, useRef, useState } from 'react';

/** Pictures side by side that scroll one by one, with the finger or the keys. */
export function useSlides(total: number, first = 0) {
  const track = useRef<HTMLUListElement>(null);
  const [start] = useState(first);
  const [current, setCurrent] = useState(first);
  /** Where it is going, while it goes there by itself. */
  const goal = useRef<number | null>(null);

  const attach = useCallback(
    (list: HTMLUListElement | null) => {
      track.current = list;
      list?.scrollTo({ left: start * list.clientWidth, behavior: 'instant' });
    },
    [start],
  );

  function show(index: number, behavior: ScrollBehavior = 'auto'): void {
    const list = track.current;
    const next = Math.min(Math.max(index, 0), total - 1);
    if (!list || next === current) return;
    goal.current = behavior === 'instant' ? null : next;
    setCurrent(next);
    list.scrollTo({ left: next * list.clientWidth, behavior });
  }

  function onScroll(): void {
    const list = track.current;
    if (!list || list.clientWidth === 0) return;
    const seen = Math.min(Math.round(list.scrollLeft / list.clientWidth), total - 1);
    if (goal.current === seen) goal.current = null;
    if (goal.current === null) setCurrent(seen);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const moves: Record<string, number> = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      Home: 0,
      End: total - 1,
    };
    const next = moves[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(next);
    // Where the pictures are buttons, the focus goes along.
    track.current?.children[next]?.querySelector('button')?.focus({ preventScroll: true });
  }

  const trackProps = {
    ref: attach,
    onScroll,
    // A finger that takes over decides where it goes.
    onPointerDown: () => {
      goal.current = null;
    },
  };
  /** The button of the picture that is shown, where they are buttons. */
  const shownButton = () => track.current?.querySelector<HTMLElement>('button[tabindex="0"]') ?? null;
  return { current, show, onKeyDown, track, trackProps, shownButton };
}
