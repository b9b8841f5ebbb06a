import { useEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router';
import { leaveFirstPage } from '../lib/page-heading.tsx';

const POSITIONS = 'scrollPositions';
const KEPT = 50;

type Positions = Record<string, number>;

function readPositions(): Positions {
  try {
    return JSON.parse(sessionStorage.getItem(POSITIONS) ?? '{}') as Positions;
  } catch {
    return {};
  }
}

function keepPosition(key: string): void {
  try {
    const { [key]: _, ...others } = readPositions();
    const recent = Object.entries(others).slice(1 - KEPT);
    sessionStorage.setItem(POSITIONS, JSON.stringify({ ...Object.fromEntries(recent), [key]: window.scrollY }));
  } catch {
    // Without storage the page simply starts at its top.
  }
}

/** Going back finds the page where it was left; going on begins at the top, or at the named place. */
export function usePageMoves(): void {
  const location = useLocation();
  const type = useNavigationType();
  const last = useRef<Location | null>(null);

  useEffect(() => {
    const keep = () => keepPosition(location.key);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [location.key]);

  useEffect(() => {
    const before = last.current;
    last.current = location;
    history.scrollRestoration = 'manual';
    // A popup's entry, or a new query, is still the same page.
    if (before?.pathname === location.pathname && before.hash === location.hash) return;
    if (before && before.pathname !== location.pathname) leaveFirstPage();
    const position = type === NavigationType.Pop ? readPositions()[location.key] : undefined;
    if (position !== undefined) window.scrollTo(0, position);
    else if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    else if (before) window.scrollTo(0, 0);
  }, [location, type]);
}
