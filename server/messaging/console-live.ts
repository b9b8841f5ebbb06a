/** The events that open consoles get of conversations that the staff answers in. */

import type { StaffRight } from '#contract/kernel/staff-rights.ts';
import type { App } from '#server/app.ts';
import { SECOND } from '#server/platform/clock.ts';

/** Who answers, and who looks after those who do. */
const rights: readonly StaffRight[] = ['conversations.answer', 'conversations.supervise'];

export interface ConversationKey {
  brandId: string;
  id: string;
}

interface Change extends Pick<ConversationKey, 'brandId'> {
  /** Null where several have changed. */
  id: string | null;
  change: 'waiting' | 'claimed' | 'released' | 'transferred' | 'answered' | 'scheduled' | 'returned';
  /** Who of the staff did it; null where the member did. */
  staffId: string | null;
}

/** To be called once the change is committed. */
export function announce({ staffLive }: Pick<App, 'staffLive'>, change: Change): void {
  for (const right of rights) staffLive.emit(right, { topic: 'conversation', ...change });
}

/** The member is writing. Only who has the conversation wants to know. */
export function announceTyping(
  { staffLive }: Pick<App, 'staffLive'>,
  { brandId, id }: ConversationKey,
): void {
  staffLive.emit('conversations.answer', {
    brandId,
    topic: 'conversation',
    id,
    change: 'typing',
    staffId: null,
  });
}

/** The member has put a sign on a message, or unsent one. Only who has the conversation open wants to know. */
export function announceChange(
  { staffLive }: Pick<App, 'staffLive'>,
  { brandId, id }: ConversationKey,
): void {
  staffLive.emit('conversations.answer', {
    brandId,
    topic: 'conversation',
    id,
    change: 'message',
    staffId: null,
  });
}

/** What has come since the last event to the consoles of a brand: nothing, one conversation or several. */
type News = { id: string | null } | null;
/** By brand, for as long as the pause after the last telling lasts. */
export type WaitingNews = Map<string, News>;

const PAUSE = SECOND;

/**
 * A member has written to a staff profile. However many do, a brand's consoles get at most one event in a while: of the
 * first at once, and of all others together.
 */
export function announceWaiting(
  app: Pick<App, 'staffLive' | 'chat'>,
  { brandId, id }: ConversationKey,
): void {
  const { waitingNews } = app.chat;
  const news = waitingNews.get(brandId);
  if (news === undefined) notifyConsoles(app, brandId, id);
  else waitingNews.set(brandId, { id: news === null || news.id === id ? id : null });
}

function notifyConsoles(app: Pick<App, 'staffLive' | 'chat'>, brandId: string, id: string | null): void {
  const { waitingNews } = app.chat;
  waitingNews.set(brandId, null);
  setTimeout(() => {
    const news = waitingNews.get(brandId);
    waitingNews.delete(brandId);
    if (news) notifyConsoles(app, brandId, news.id);
  }, PAUSE).unref();
  announce(app, { brandId, id, change: 'waiting', staffId: null });
}
