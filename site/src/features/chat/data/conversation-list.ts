import type { InfiniteData } from '@tanstack/react-query';
import type { ConversationPage, ConversationRow } from '#contract/chat/conversations.ts';
import type { ChatEvent } from '#contract/chat/live.ts';

/** A member's conversations, as far as they have been fetched: pages, newest first. */
export type ConversationList = InfiniteData<ConversationPage>;

/** A message as a row learns of it: sent by the server, or just written here. */
export type RowNews = Pick<
  ChatEvent,
  'profileId' | 'number' | 'text' | 'blurred' | 'photo' | 'at' | 'read' | 'delivered' | 'notice'
> & {
  type: ConversationRow['type'];
  /** How many of this person's are unread; where it is unknown, as many as before. */
  unread?: number;
} & Partial<Pick<ChatEvent, 'screenName' | 'age' | 'kind' | 'portrait'>>;

type Participant = Pick<ConversationRow, 'screenName' | 'age' | 'kind' | 'photo'>;

/** Each person once, newest first. While pages are fetched people move up, so that one may stand on two of them. */
export function rowsOf({ pages }: ConversationList): ConversationRow[] {
  const found = new Map<string, ConversationRow>();
  for (const row of pages.flatMap(({ rows }) => rows)) {
    const known = found.get(row.profileId);
    if (!known || isLater(row, known)) found.set(row.profileId, row);
  }
  return [...found.values()].toSorted((one, other) => other.at - one.at);
}

export function rowOf(list: ConversationList, profileId: string): ConversationRow | undefined {
  return rowsOf(list).find((row) => row.profileId === profileId);
}

/** How many messages are unread, those on pages that were not fetched included. */
export function totalUnread({ pages }: ConversationList): number {
  return pages[0]?.unread ?? 0;
}

/** Whether a row can be made of it: of a new person it must say who that is. */
export function isComplete(list: ConversationList, news: RowNews): boolean {
  return participantIn(news) !== undefined || rowOf(list, news.profileId) !== undefined;
}

/** The list after a message. Replies and events both pass here, in any order and as often as they like. */
export function withNews(list: ConversationList, news: RowNews): ConversationList {
  const known = rowOf(list, news.profileId);
  const participant = participantIn(news) ?? known;
  if (!participant) return list;
  const row: ConversationRow = {
    profileId: news.profileId,
    screenName: participant.screenName,
    age: participant.age,
    kind: participant.kind,
    photo: participant.photo,
    type: news.type,
    number: news.number,
    text: news.text,
    blurred: news.blurred,
    hasPhoto: news.photo !== null,
    at: news.at,
    unread: news.unread ?? known?.unread ?? 0,
    read: news.read,
    delivered: news.delivered,
    notice: news.notice,
    owed: isOwed(news, participant, known),
  };
  if (known && !isLater(row, known)) return list;
  const others = changeRows(list, (rows) => rows.filter(({ profileId }) => profileId !== row.profileId));
  return changeFirst(others, ({ rows, ...page }) => ({
    ...page,
    rows: [row, ...rows].toSorted((one, other) => other.at - one.at),
    unread: Math.max(0, page.unread + messagesIn(row) - messagesIn(known)),
    owed: Math.max(0, page.owed + Number(row.owed) - Number(known?.owed ?? false)),
  }));
}

/** The list after the member has read what this person wrote. */
export function withRead(list: ConversationList, profileId: string): ConversationList {
  const known = rowOf(list, profileId);
  if (!known || known.unread === 0) return list;
  const seen = changeRow(list, profileId, (row) => ({ ...row, unread: 0 }));
  return changeFirst(seen, (page) => ({ ...page, unread: Math.max(0, page.unread - messagesIn(known)) }));
}

/** The list after this person has received or read what the member wrote. */
export function withReceipt(
  list: ConversationList,
  { profileId, deliveredTo, readTo }: { profileId: string; deliveredTo: number; readTo: number },
): ConversationList {
  const known = rowOf(list, profileId);
  if (known?.type !== 'own') return list;
  const delivered = known.delivered || known.number <= deliveredTo;
  const read = known.read || known.number <= readTo;
  if (delivered === known.delivered && read === known.read) return list;
  return changeRow(list, profileId, (row) => ({ ...row, delivered, read }));
}

/** The list without this person. */
export function withoutRow(list: ConversationList, profileId: string): ConversationList {
  return changeRows(withRead(list, profileId), (rows) => rows.filter((row) => row.profileId !== profileId));
}

/** The list once the member has kindly left this person's words without an answer. */
export function withDeclined(list: ConversationList, profileId: string): ConversationList {
  if (!rowOf(list, profileId)?.owed) return list;
  const left = changeRow(list, profileId, (row) => ({ ...row, owed: false }));
  return changeFirst(left, (page) => ({ ...page, owed: Math.max(0, page.owed - 1) }));
}

/** Words of the other one that can be read wait for an answer. Those that were left without one go on to do so. */
function isOwed(
  { type, blurred }: RowNews,
  { kind }: Participant,
  known: ConversationRow | undefined,
): boolean {
  const wasDeclined = known?.type === 'theirs' && known.blurred === null && !known.owed;
  return type === 'theirs' && blurred === null && kind !== null && !wasDeclined;
}

/** By its place in the conversation; likes and notices of the brand have none, and are ordered by their time. */
function isLater(row: ConversationRow, known: ConversationRow): boolean {
  return row.number === known.number ? row.at > known.at : row.number > known.number;
}

/** A like is counted with the likes. */
function messagesIn(row: ConversationRow | undefined): number {
  return row && row.type !== 'like' ? row.unread : 0;
}

function participantIn({ screenName, age, kind, portrait: photo }: RowNews): Participant | undefined {
  const named = screenName !== undefined && age !== undefined && kind !== undefined && photo !== undefined;
  return named ? { screenName, age, kind, photo } : undefined;
}

function changeRow(
  list: ConversationList,
  profileId: string,
  change: (row: ConversationRow) => ConversationRow,
): ConversationList {
  return changeRows(list, (rows) => rows.map((row) => (row.profileId === profileId ? change(row) : row)));
}

function changeRows(
  list: ConversationList,
  change: (rows: ConversationRow[]) => ConversationRow[],
): ConversationList {
  return { ...list, pages: list.pages.map((page) => ({ ...page, rows: change(page.rows) })) };
}

function changeFirst(
  list: ConversationList,
  change: (page: ConversationPage) => ConversationPage,
): ConversationList {
  return { ...list, pages: list.pages.map((page, index) => (index === 0 ? change(page) : page)) };
}
