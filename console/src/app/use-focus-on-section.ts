import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router';

/** Takes the focus to the new section's heading, so that the keyboard and the screen reader start there. */
export function useFocusOnSection(content: RefObject<HTMLElement | null>): void {
  const section = useLocation().pathname.split('/')[1];
  const last = useRef(section);
  useEffect(() => {
    if (last.current === section) return;
    last.current = section;
    (content.current?.querySelector('h1') ?? content.current)?.focus();
  }, [content, section]);
}
