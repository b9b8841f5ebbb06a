import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '#contract/chat/messages.ts';
import type { Posted } from '../data/outbox.ts';

/** So close to the end, a new message is followed. */
const NEAR_PX = 60;
/** From here on a way back to the end is offered. */
const FAR_PX = 600;
const UNREAD_FROM_TOP_PX = 72;

interface Followed {
  messages: readonly Message[];
  posted: readonly Posted[];
  firstUnreadId: string | null;
}

/**
 * Where the reader is. The box is laid out from its end (`column-reverse`), so that it begins there and older messages
 * move nothing. Whatever else changes its height, the row that is read stays where it is.
 */
export function useScroll({ messages, posted, firstUnreadId }: Followed) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  /** The row at the top of the window, and where it stands. */
  const anchor = useRef<{ row: Element; top: number } | null>(null);
  const [place, setPlace] = useState<{ atEnd: boolean; isFar: boolean }>({ atEnd: true, isFar: false });
  const [seenTo, setSeenTo] = useState(0);

  const look = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const fromEnd = -box.scrollTop;
    const atEnd = fromEnd < NEAR_PX;
    const { row, lastNumber } = rowsInSight(box);
    anchor.current = atEnd || !row ? null : { row, top: row.getBoundingClientRect().top };
    setPlace((known) =>
      known.atEnd === atEnd && known.isFar === fromEnd > FAR_PX ? known : { atEnd, isFar: fromEnd > FAR_PX },
    );
    setSeenTo(lastNumber);
  }, []);

  useEffect(() => {
    if (!content.current || !scroller.current) return undefined;
    const observer = new ResizeObserver(() => {
      const box = scroller.current;
      const kept = anchor.current;
      if (box && kept?.row.isConnected) box.scrollTop += kept.row.getBoundingClientRect().top - kept.top;
      look();
    });
    observer.observe(content.current);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [look]);

  // Opens at the first unread message, or at the end.
  useLayoutEffect(() => {
    const box = scroller.current;
    const line = firstUnreadId === null ? null : box?.querySelector('[data-unread-line]');
    if (box && line)
      box.scrollTop +=
        line.getBoundingClientRect().top - box.getBoundingClientRect().top - UNREAD_FROM_TOP_PX;
    look();
  }, [firstUnreadId, look]);

  // At once: on a long way what is drawn meanwhile would stop a smooth one.
  const toEnd = useCallback(() => {
    anchor.current = null;
    scroller.current?.scrollTo({ top: 0 });
  }, []);

  // A writer wants to see their message.
  const lastPosted = posted.at(-1)?.id;
  useEffect(() => {
    if (lastPosted) toEnd();
  }, [lastPosted, toEnd]);

  const fresh = useFresh(messages, place.atEnd);
  return { scroller, content, onScroll: look, toEnd, fresh, seenTo, ...place };
}

export type Scroll = ReturnType<typeof useScroll>;

/** How many messages of the other one have come since the reader left the end. */
function useFresh(messages: readonly Message[], atEnd: boolean): number {
  const last = messages.at(-1)?.id;
  const [seen, setSeen] = useState(last);
  if (atEnd && seen !== last) setSeen(last);
  if (atEnd) return 0;
  const from = messages.findLastIndex(({ id }) => id === seen);
  return messages.slice(from + 1).filter(({ type }) => type === 'theirs').length;
}

/**
 * The first row in sight, and the number of the last message whose beginning is. Rows stand in order, so that a few of
 * them tell where the edges are, and a scroll measures no others.
 */
export function rowsInSight(box: HTMLElement): { row: HTMLElement | null; lastNumber: number } {
  const { top, bottom } = box.getBoundingClientRect();
  const rows = [...box.querySelectorAll<HTMLElement>('[data-row]')];
  const first = firstIndexWhere(rows, (row) => row.getBoundingClientRect().bottom > top);
  const below = firstIndexWhere(rows, (row) => row.getBoundingClientRect().top >= bottom);
  // What waits to be sent stands at the end and has no number yet.
  const numbered = rows.slice(0, below).findLast((row) => Number(row.dataset['row']) > 0);
  return { row: rows[first] ?? null, lastNumber: Number(numbered?.dataset['row'] ?? 0) };
}

/** Where a condition begins to hold that holds for everything after it; the length where it never does. */
function firstIndexWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
