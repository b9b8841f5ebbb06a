import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** The link of a row, by which the keys find it. */
export const ROW = 'data-row';

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** One row is reached by Tab; the arrows lead from there to the others. Who leaves a conversation is at its row again. */
export function useRowKeys(ids: readonly string[], openId: string | undefined) {
  const [last, setLast] = useState<string>();
  const wanted = last ?? openId;
  const reachable = wanted !== undefined && ids.includes(wanted) ? wanted : ids[0];
  const ref = useRef<HTMLDivElement>(null);
  const lastOpen = useRef(openId);
  useEffect(() => {
    const left = lastOpen.current;
    lastOpen.current = openId;
    if (left === undefined || openId !== undefined) return;
    ref.current?.querySelector<HTMLElement>(`[${ROW}="${CSS.escape(left)}"]`)?.focus({ preventScroll: true });
  }, [openId]);
  const list = {
    ref,
    onFocus: ({ target }: FocusEvent<HTMLDivElement>) => {
      const id = target.getAttribute(ROW);
      if (id !== null) setLast(id);
    },
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      const step = steps[event.key];
      const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${ROW}]`)];
      const at = rows.findIndex((row) => row === event.target);
      if (!step || at < 0) return;
      event.preventDefault();
      rows[step(at, rows.length - 1)]?.focus();
    },
  };
  return { list, reachable };
}
