import { useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router';
import { leaveFirstPage } from '#site/shell/page-heading.tsx';

const POSITIONS = 'scrollPositions';
const KEPT = 50;
const PATIENCE_MS = 2_000;

type Positions = Record<string, number>;

function readPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(POSITIONS) ?? '{}') as Positions;
  } catch {
    return {};
  }
}

function keepPosition(key: string, position: number): void {
  try {
    const { [key]: _, ...others } = readPositions();
    const recent = Object.entries(others).slice(1 - KEPT);
    sessionStorage.setItem(POSITIONS, JSON.stringify({ ...Object.fromEntries(recent), [key]: position }));
  } catch {
    // Without storage the page simply starts at its top.
  }
}

/** Scrolls there, and once more when the page has grown tall enough for it. Returns what gives up. */
function scrollBackTo(position: number): () => void {
  window.scrollTo(0, position);
  if (window.scrollY >= position - 1) return () => undefined;
  const grown = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < position) return;
    window.scrollTo(0, position);
    stop();
  });
  const timer = setTimeout(stop, PATIENCE_MS);
  function stop() {
    grown.disconnect();
    clearTimeout(timer);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchmove', stop);
  }
  grown.observe(document.body);
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchmove', stop, { passive: true });
  return stop;
}

/** The first entry of every visit has the same key, so the path belongs to the name. */
function nameOf({ key, pathname }: Location): string {
  return `${key} ${pathname}`;
}

/** Going back finds the page where it was left; going on begins at the top, or at the named place. */
export function usePageMoves(): void {
  const location = useLocation();
  const type = useNavigationType();
  const last = useRef<Location | null>(null);
  const name = nameOf(location);

  // Followed as it happens: when the page is left, the next one has already changed it.
  useLayoutEffect(() => {
    let position = window.scrollY;
    const follow = () => {
      position = window.scrollY;
    };
    const keep = () => keepPosition(name, position);
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('scroll', follow);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [name]);

  useLayoutEffect(() => {
    const before = last.current;
    last.current = location;
    history.scrollRestoration = 'manual';
    // A popup's entry, or a new query, is still the same page.
    if (before?.pathname === location.pathname && before.hash === location.hash) return undefined;
    if (before && before.pathname !== location.pathname) leaveFirstPage();
    const position = type === NavigationType.Pop ? readPositions()[nameOf(location)] : undefined;
    if (position !== undefined) return scrollBackTo(position);
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    else if (before) window.scrollTo(0, 0);
    return undefined;
  }, [location, type]);
}
