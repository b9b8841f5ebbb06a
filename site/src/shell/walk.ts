/**
 * A walk of the staff through a flow that is drafted. It lives in its tab alone: what a member stores on their device goes there
 * into the tab's own storage, so that a member who is signed in at the brand in this browser stays so.
 */

const ENDS_AT = 'walkEndsAt';
const PARAMETER = 'walk';

/** Also while the link is being opened, before anything is stored. */
export function isWalking(): boolean {
  if (typeof window === 'undefined') return false;
  return walkEndsAt() !== null || new URLSearchParams(location.search).has(PARAMETER);
}

export function walkEndsAt(): number | null {
  try {
    const kept = window.sessionStorage.getItem(ENDS_AT);
    return kept === null ? null : Number(kept);
  } catch {
    return null;
  }
}

/** From now on, until the tab is closed. */
export function beginWalk(endsAt: number): void {
  window.sessionStorage.setItem(ENDS_AT, String(endsAt));
}
