import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { readNavigation as endpoint } from '../../../contract/profile/people.ts';
import { countUnreadMessages } from '../../messaging/conversation-list.sql.ts';
import type { MemberContext } from '../../app.ts';
import { countUnread } from '../../notifications/count-unread.ts';
import { readViewer } from '../../profiles/viewer.ts';
import { readNavigationRow } from './queries.ts';

/** What a member has and what is new for him. Of a plan's credits at most as many are left as there are at all. */
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
      planCredits: row.plan_credits,
      iceBreakerCredits: row.icebreaker_credits,
      likeCredits: row.like_credits,
      unreadMessages: await countUnreadMessages(db, context),
      unreadLikes: unread.likes,
      unreadVisits: unread.visits,
    },
  };
}
