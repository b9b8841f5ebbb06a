/** Where somebody wanted to go before signing in. Only places of our own count; anything else leads home. */
export function placeAfterSignIn(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next) || next.startsWith('/sign-in')) return '/';
  return next;
}
