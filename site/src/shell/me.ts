import type { User } from '#contract/account/user.ts';
import type { News } from '#contract/discovery/deck.ts';
import type { Navigation } from '#contract/profile/people.ts';

/** All that the server has sent about the signed-in member. It lives in the query cache and nowhere else. */
export interface Me extends User {
  unreadMessages: number;
  unreadLikes: number;
  unreadVisits: number;
  /** Whom they like and whom they have visited, newest first. */
  liked: readonly string[];
  visited: readonly string[];
  /** Whom they no longer like, whatever was fetched before says. */
  notLiked: readonly string[];
}

const MOST_VISITED = 1_000;

/** Before the first answer the badges show what the last page showed. */
export function firstMe(user: User, stored: { unreadMessages: number; unreadNotifications: number }): Me {
  return {
    ...user,
    unreadMessages: stored.unreadMessages,
    unreadLikes: stored.unreadNotifications,
    unreadVisits: 0,
    liked: [],
    visited: [],
    notLiked: [],
  };
}

// What follows takes a reply of the server's, or an event, and gives the member as they are after it.

export function withUser(me: Me, user: Partial<User>): Me {
  return { ...me, ...user };
}

/** Hearts, badges and balances, as the server counts them. */
export function withNavigation(me: Me, navigation: Navigation): Me {
  const { planCredits: _, canAffordMessage: __, canAffordLike: ___, ...counts } = navigation;
  return { ...me, ...counts };
}

interface CreditsLeft extends Pick<User, 'messageCredits' | 'iceBreakerCredits'> {
  level?: User['premiumLevel'] | undefined;
  entitlements?: User['entitlements'] | undefined;
}

/** A message was paid for, or credits, a level and what it opens were bought or given. */
export function withCreditsLeft(me: Me, left: CreditsLeft): Me {
  const { messageCredits, iceBreakerCredits, level, entitlements } = left;
  return {
    ...me,
    messageCredits,
    iceBreakerCredits,
    premiumLevel: level ?? me.premiumLevel,
    entitlements: entitlements ?? me.entitlements,
  };
}

export function withLikeCredits(me: Me, likeCredits: number): Me {
  return { ...me, likeCredits };
}

export function withLike(me: Me, profileId: string): Me {
  return {
    ...me,
    liked: [profileId, ...without(me.liked, profileId)],
    notLiked: without(me.notLiked, profileId),
  };
}

export function withoutLike(me: Me, profileId: string): Me {
  return {
    ...me,
    liked: without(me.liked, profileId),
    notLiked: [profileId, ...without(me.notLiked, profileId)],
  };
}

/** A like was taken back, here or on another device. */
export function withLikeTakenBack(
  me: Me,
  { profileId, likeCredits }: { profileId: string; likeCredits: number },
): Me {
  return withoutLike(withLikeCredits(me, likeCredits), profileId);
}

/** Whether they like this person, of whom an earlier answer may say so. */
export function likes(
  { liked, notLiked }: Pick<Me, 'liked' | 'notLiked'>,
  person: { id: string; liked: boolean },
): boolean {
  return liked.includes(person.id) || (person.liked && !notLiked.includes(person.id));
}

export function withVisit(me: Me, profileId: string): Me {
  return { ...me, visited: [profileId, ...without(me.visited, profileId)].slice(0, MOST_VISITED) };
}

/** A like or a visit of another person, or a like that the member has given on another device. */
export function withNews(me: Me, { news, likeCredits }: { news: News; likeCredits: number }): Me {
  const now = withLikeCredits(me, likeCredits);
  switch (news.type) {
    case 'own':
      return withLike(now, news.profileId);
    case 'like':
      return { ...now, unreadLikes: me.unreadLikes + 1 };
    case 'visit':
      return { ...now, unreadVisits: me.unreadVisits + 1 };
  }
}

/** So many likes and visits have been seen. */
export function withSeen(me: Me, seen: { likes: number; visits: number }): Me {
  return {
    ...me,
    unreadLikes: atLeastZero(me.unreadLikes - seen.likes),
    unreadVisits: atLeastZero(me.unreadVisits - seen.visits),
  };
}

export function withUnreadMessages(me: Me, unreadMessages: number): Me {
  return { ...me, unreadMessages: atLeastZero(unreadMessages) };
}

/** The server does not know where they live. */
export function withoutRegion(me: Me): Me {
  return { ...me, region: null, city: null };
}

// What the pages show of the member.

/** Verified: an active account with a region, and the terms accepted. */
export function isVerified({ region, accepted }: Pick<Me, 'region' | 'accepted'>): boolean {
  return region !== null && accepted;
}

/** They agreed to terms that changed since, and are asked again. Until then they can only look after their plan and account. */
export function mustAgreeAgain({ accepted, agreedTerms }: Pick<Me, 'accepted' | 'agreedTerms'>): boolean {
  return !accepted && agreedTerms !== null;
}

export function unreadNotifications({ unreadLikes, unreadVisits }: Me): number {
  return unreadLikes + unreadVisits;
}

/** Messages, likes and visits that they have not seen. */
export function unreadOfAll(me: Me): number {
  return me.unreadMessages + unreadNotifications(me);
}

/** Their picture as others see it. */
export function ownPicture({ photos }: Pick<Me, 'photos'>): string | undefined {
  return photos.find(({ isShown }) => isShown)?.path;
}

function without(ids: readonly string[], id: string): string[] {
  return ids.filter((one) => one !== id);
}

function atLeastZero(count: number): number {
  return Math.max(0, Math.trunc(count));
}
