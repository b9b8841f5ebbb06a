import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { pages, paths } from '#site/shell/paths.ts';

const NAME = 'purchaseOrigin';

/** The conversation that a member left to pay, and the locked reply in it, where they wanted to read that. */
export interface PurchaseOrigin {
  profileId: string;
  messageId: string | null;
}

/** Where plans are chosen and paid: to go from one of these to another is still the same purchase. */
export function isPaymentPage(pathname: string): boolean {
  return /^\/(purchase|vip_plan|paymentPage|ok|ko|\w+\/paymentCheck)(\/|$)/.test(pathname);
}

/** Follows the member from page to page. */
export function useFollowedOrigin(): void {
  const { pathname } = useLocation();
  useEffect(() => followOrigin(pathname), [pathname]);
}

/** A conversation is remembered, any other page that takes no payment forgets it. */
export function followOrigin(pathname: string): void {
  if (isPaymentPage(pathname)) return;
  const profileId = matchPath(pages.chat, pathname)?.params.profileId;
  if (profileId === undefined) return write(null);
  if (readPurchaseOrigin()?.profileId !== profileId) write({ profileId, messageId: null });
}

/** A reply is to be unlocked. */
export function noteLockedReply(origin: { profileId: string; messageId: string }): void {
  write(origin);
}

export function readPurchaseOrigin(): PurchaseOrigin | null {
  try {
    const [profileId, messageId] = sessionStorage.getItem(NAME)?.split(' ') ?? [];
    return profileId ? { profileId, messageId: messageId || null } : null;
  } catch {
    return null;
  }
}

/** Where paying leads: back to the conversation that it began in, else to all of them. */
export function pathAfterPayment(): string {
  const origin = readPurchaseOrigin();
  return origin ? paths.chat(origin.profileId) : paths.chats;
}

function write(origin: PurchaseOrigin | null): void {
  try {
    if (origin) sessionStorage.setItem(NAME, [origin.profileId, origin.messageId ?? ''].join(' '));
    else sessionStorage.removeItem(NAME);
  } catch {
    // Without storage, paying leads to all conversations.
  }
}
