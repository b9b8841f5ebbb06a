/** The signed-in member as their browser knows them, read in one statement. */

import { sql } from 'kysely';
import type { User } from '#contract/account/user.ts';
import { isStillAgreed } from '#contract/brand/legal.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { VisitorContext } from '#server/app.ts';
import { ownPhotoAddress } from '#server/brands/photo-address.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { costColumns, describeEntitlements } from './entitlements.ts';

/** The signed-in member as their browser knows them. */
export async function describeUser(
  context: VisitorContext,
  accountId: string,
  gift: number | null = null,
): Promise<User> {
  const row = await readMember(context.app, context.brandId, accountId);
  if (!row) throw new Error('a session without a member');
  return describeMember(context, row, gift);
}

/** The same of a member who was read already. */
export function describeMember(context: VisitorContext, row: MemberRow, gift: number | null): User {
  const { config } = context.app;
  const flow = context.brand.flows.get(row.flow_id);
  return {
    trackerId: row.tracker_id,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    screenName: row.screen_name,
    region: row.region,
    city: row.city,
    flowId: row.flow_id,
    premiumLevel: row.level as User['premiumLevel'],
    photos: row.photos.map(({ id, position, widths, status, refusal, kept_until, is_shown }) => ({
      path: ownPhotoAddress(context, { id, widths, status, kept_until }) ?? '',
      isDefault: position === 0,
      isShown: is_shown,
      name: id,
      status,
      refusal: refusal as RefusalReason | null,
    })),
    verified: row.status === 'active' && row.region !== null,
    messageCredits: row.message_credits ?? 0,
    iceBreakerCredits: row.icebreaker_credits ?? 0,
    likeCredits: row.like_credits ?? 0,
    messageValue: row.message_value,
    entitlements: describeEntitlements(row, flow),
    about: { gender: row.gender, seeks: row.seeks },
    language: row.language,
    optIn: flow?.optIn ?? 'single',
    gift,
    accepted: row.accepted_at !== null && isStillAgreed(row.terms_version, context.brand.terms),
    agreedTerms:
      row.accepted_at === null || isStillAgreed(row.terms_version, context.brand.terms)
        ? null
        : row.terms_version,
    introduced: row.introduced_at !== null,
    hasPassword: row.password_hash !== null,
    mayChangeEmail: row.email_confirmed_at !== null || row.email_changes === 0,
    pendingEmail: row.pending_email,
    closesAt: row.closes_at?.getTime() ?? null,
    mutedUntil: row.muted_until?.getTime() ?? null,
    pause: row.paused_at && {
      since: row.paused_at.getTime(),
      until: row.paused_until?.getTime() ?? null,
    },
    customerId: row.account_id,
    cards: row.card_id === null ? [] : [{ id: row.card_id }],
    cardOnFile: row.card_id !== null,
    remarketingId: row.remarketing_id,
    pushToken: row.push_token,
    telegramId: row.telegram_id,
    moreInfo: { affiliatePaymentUrl: null },
    messageNews: row.notify_messages,
    likeNews: row.notify_likes,
    visitNews: row.notify_visits,
    ageVerified: row.age_verified_at !== null,
    hasBought: row.first_bought_at !== null,
    // Only profiles of ours are retired.
    profileStatus: row.profile_status as Exclude<typeof row.profile_status, 'retired'>,
    review: {
      refusal: row.refusal as RefusalReason | null,
      change: row.change_status ?? 'none',
      changeRefusal: row.change_refusal as RefusalReason | null,
      automatic: config.moderation === 'auto',
    },
  };
}

interface OwnPhoto {
  id: string;
  position: number;
  widths: number[];
  status: User['photos'][number]['status'];
  refusal: string | null;
  kept_until: string | null;
  is_shown: boolean;
}

/** Of profile `p`, in their order. */
const ownPhotos = sql<OwnPhoto[]>`array(
  select json_build_object('id', f.id, 'position', f.position, 'widths', f.widths, 'status', f.status,
    'refusal', f.refusal, 'kept_until', f.kept_until,
    'is_shown', f.id is not distinct from (select shown.id from first_photo(p.brand_id, p.id) shown))
  from photo f
  where f.brand_id = p.brand_id and f.profile_id = p.id and f.status in ('approved', 'pending', 'rejected')
  order by f.position limit 20)`;

interface AskedMember {
  brandId: string;
  accountId: string;
}

/** Everything that a member's browser gets about them. Those who start meanwhile are read together. */
export function readMember(
  { batches }: Pick<VisitorContext['app'], 'batches'>,
  brandId: string,
  accountId: string,
): Promise<MemberRow | undefined> {
  return batches.add(members, { brandId, accountId });
}

const members: Batch<AskedMember, MemberRow | undefined> = {
  async run(db, asked) {
    const rows = await readMembers(db, asked);
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => byPlace.get(index + 1));
  },
};

/** In a `select` of their own, values do not tempt the planner to plan again for each of them. */
const askedMembers = (asked: readonly AskedMember[]) =>
  sql<{
    brand_id: string;
    account_id: string;
    place: number;
  }>`(select * from unnest((select ${asked.map(({ brandId }) => brandId)}::uuid[]),
    (select ${asked.map(({ accountId }) => accountId)}::uuid[]))
    with ordinality as one (brand_id, account_id, place))`.as('asked');

function readMembers(db: DbOrTx, asked: readonly AskedMember[]) {
  return (
    db
      .selectFrom(askedMembers(asked))
      .innerJoin('account as a', (join) =>
        join.onRef('a.brand_id', '=', 'asked.brand_id').onRef('a.id', '=', 'asked.account_id'),
      )
      .innerJoin('profile as p', (join) =>
        join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
      )
      .innerJoin('flow as w', (join) =>
        join.onRef('w.brand_id', '=', 'a.brand_id').onRef('w.id', '=', 'a.flow_id'),
      )
      .leftJoin('balance as b', (join) =>
        join.onRef('b.brand_id', '=', 'a.brand_id').onRef('b.account_id', '=', 'a.id'),
      )
      .leftJoin('profile_change as c', (join) =>
        join.onRef('c.brand_id', '=', 'p.brand_id').onRef('c.profile_id', '=', 'p.id'),
      )
      .select([
        'asked.place',
        'a.id as account_id',
        'a.age_verified_at',
        'a.first_bought_at',
        'a.remarketing_id',
        'a.notify_messages',
        'a.notify_likes',
        'a.notify_visits',
        'a.tracker_id',
        'a.email',
        'a.email_confirmed_at',
        'a.flow_id',
        'a.level',
        'a.seeks',
        'a.language',
        'a.status',
        'a.accepted_at',
        'a.terms_version',
        'a.password_hash',
        'a.email_changes',
        'a.pending_email',
        'a.closes_at',
        'a.muted_until',
        'a.paused_at',
        'a.paused_until',
        'p.status as profile_status',
        'p.refusal',
        'c.status as change_status',
        'c.refusal as change_refusal',
        'p.id as profile_id',
        'p.region',
        'p.city',
        'p.gender',
        'p.last_active_at',
        'p.introduced_at',
        'b.message_credits',
        'b.icebreaker_credits',
        'b.like_credits',
        'w.message_value',
      ])
      .select(costColumns)
      .select(ownPhotos.as('photos'))
      .select(
        sql<string | null>`(select card.id from payment_method_on_file(a.brand_id, a.id) card)`.as('card_id'),
      )
      // The member sees the name that they asked for; others do once it is approved.
      .select(
        sql<string>`case c.status when 'pending' then c.screen_name else p.screen_name end`.as('screen_name'),
      )
      .select((member) =>
        member
          .selectFrom('push_token as device')
          .select('device.token')
          .whereRef('device.brand_id', '=', 'a.brand_id')
          .whereRef('device.account_id', '=', 'a.id')
          .orderBy('device.created_at', 'desc')
          .limit(1)
          .as('push_token'),
      )
      .select(
        sql<string | null>`(select chat.chat_id::text from messenger_chat chat
          where chat.brand_id = a.brand_id and chat.account_id = a.id)`.as('telegram_id'),
      )
      .execute()
  );
}

export type MemberRow = Awaited<ReturnType<typeof readMembers>>[number];
