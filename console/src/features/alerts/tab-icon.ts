import { useEffect } from 'react';
import waitingIcon from './favicon-waiting.svg?no-inline';

/** Marks the tab's icon while something waits, for tabs too narrow for their title. */
export function useTabIcon(isMarked: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon || !isMarked) return undefined;
    const { href } = icon;
    icon.href = waitingIcon;
    return () => {
      icon.href = href;
    };
  }, [isMarked]);
}
