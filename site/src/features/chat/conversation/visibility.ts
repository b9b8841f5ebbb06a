/** Whether somebody may be looking at the page, as a store that React can follow. */
export function followVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

export function isVisible(): boolean {
  return !document.hidden;
}
