import type { ReplyOf } from '../../contract/endpoint.ts';
import type { readNavigation as endpoint } from '../../contract/people.ts';
import type { MemberContext } from '../core/app.ts';
import { countUnread } from '../notifications/count-unread.ts';
import { readViewer } from '../profiles/read-viewer.ts';
import { readNavigationRow } from './queries.ts';

/** There are no conversations and no plans yet, so nothing of theirs is unread or left. */
export async function readNavigation(context: MemberContext): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId } = context;
  const { profileId } = await readViewer(context);
  const row = await readNavigationRow(db, brandId, accountId, profileId);
  const unread = await countUnread(db, { brandId, profileId });
  return {
    navigation: {
      visited: row.visited,
      liked: row.liked,
      messageCredits: row.message_credits,
      planCredits: 0,
      iceBreakerCredits: row.icebreaker_credits,
      likeCredits: row.like_credits,
      unreadMessages: 0,
      unreadLikes: unread.likes,
      unreadVisits: unread.visits,
    },
  };
}
