import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useMember } from '#site/shell/session.ts';
import { loadBackTo } from '../data/messages-data.ts';
import { chunkOf } from './rows.ts';

/** So many frames a row that is scrolled to may take to be drawn. */
const MOST_FRAMES = 60;
const SHOWN_MS = 1_600;

/** Leads to a message by its number: what is not here yet is fetched, what is not drawn is drawn, and it shines for a moment. */
export function useJump(profileId: string, scroller: RefObject<HTMLElement | null>) {
  const { trackerId } = useMember();
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  return useCallback(
    async (number: number): Promise<boolean> => {
      stop.current();
      if (!(await loadBackTo(trackerId, profileId, number))) return false;
      stop.current = showRow(scroller.current, number);
      return true;
    },
    [trackerId, profileId, scroller],
  );
}

function showRow(box: HTMLElement | null, number: number): () => void {
  let frame = 0;
  let waited = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    waited += 1;
    const row = box?.querySelector<HTMLElement>(`[data-row="${number}"]`);
    if (!row) {
      box?.querySelector(`[data-chunk="${chunkOf(number)}"]`)?.scrollIntoView({ block: 'center' });
      if (waited < MOST_FRAMES) frame = requestAnimationFrame(look);
      return;
    }
    row.scrollIntoView({ block: 'center' });
    row.dataset['shining'] = '';
    timer = setTimeout(() => delete row.dataset['shining'], SHOWN_MS);
  };
  frame = requestAnimationFrame(look);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    for (const row of box?.querySelectorAll<HTMLElement>('[data-shining]') ?? [])
      delete row.dataset['shining'];
  };
}
