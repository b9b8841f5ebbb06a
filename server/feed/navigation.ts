import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { readNavigation as endpoint } from '#contract/profile/people.ts';
import type { MemberContext } from '#server/app.ts';
import { countUnreadMessages } from '#server/messaging/conversation-list.sql.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readViewer } from '#server/profiles/viewer.ts';
import { countUnread } from './notifications.sql.ts';

/** What a member has and what is new for them. Of a plan's credits at most as many are left as there are at all. */
export async function readNavigation(context: MemberContext): Promise<ReplyOf<typeof endpoint>> {
  const { db } = context.app;
  const { brandId, accountId } = context;
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
      canAffordMessage: row.can_afford_message,
      canAffordLike: row.can_afford_like,
      unreadMessages: await countUnreadMessages(db, context),
      unreadLikes: unread.likes,
      unreadVisits: unread.visits,
    },
  };
}

interface NavigationRow {
  visited: string[];
  liked: string[];
  message_credits: number;
  icebreaker_credits: number;
  like_credits: number;
  plan_credits: number;
  can_afford_message: boolean;
  can_afford_like: boolean;
}

/** The newest of each, which is as many as a browser can use. */
async function readNavigationRow(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  profileId: string,
): Promise<NavigationRow> {
  const given = (kind: 'like' | 'visit') => sql`array(
    select to_id from reaction
    where brand_id = ${brandId}::uuid and from_id = ${profileId}::uuid and kind = ${sql.lit(kind)}
    order by at desc limit 1000)`;
  const { rows } = await sql<NavigationRow>`
    select ${given('visit')} as visited, ${given('like')} as liked,
      coalesce(b.message_credits, 0) as message_credits, coalesce(b.icebreaker_credits, 0) as icebreaker_credits,
      coalesce(b.like_credits, 0) as like_credits,
      least(coalesce(s.period_credits, 0), coalesce(b.message_credits, 0)) as plan_credits,
      like_price(a.level) <= coalesce(b.like_credits, 0) as can_afford_like,
      can_afford_message(message_price(true, a.level, w.message_value),
        message_credit(true, a.level, 0, b.icebreaker_credits), b.message_credits, b.icebreaker_credits)
        as can_afford_message
    from account a
    join flow w on w.brand_id = a.brand_id and w.id = a.flow_id
    left join balance b on b.brand_id = ${brandId}::uuid and b.account_id = ${accountId}::uuid
    left join current_subscription s on s.brand_id = ${brandId}::uuid and s.account_id = ${accountId}::uuid
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a viewer without an account');
  return row;
}
