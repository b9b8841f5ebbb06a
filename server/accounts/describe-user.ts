import type { RefusalReason } from '../../contract/moderation/moderation.ts';
import type { User } from '../../contract/account/user.ts';
import { DEFAULT_MESSAGE_VALUE } from '../../contract/kernel/constants.ts';
import type { VisitorContext } from '../app.ts';
import { ownPhotoAddress } from '../brands/photo-address.ts';
import { readMember, readOwnPhotos } from './queries.ts';
import type { MemberRow } from './queries.ts';

/** The signed-in member as his browser knows him. */
export async function describeUser(
  context: VisitorContext,
  accountId: string,
  gift: number | null = null,
): Promise<User> {
  const row = await readMember(context.db, context.brandId, accountId);
  if (!row) throw new Error('a session without a member');
  return describeMember(context, row, gift);
}

/** The same of somebody who was read already. */
export async function describeMember(
  context: VisitorContext,
  row: MemberRow,
  gift: number | null,
): Promise<User> {
  const { db, brand, brandId, config } = context;
  const flow = brand.flows.get(row.flow_id);
  const photos = await readOwnPhotos(db, brandId, row.profile_id);
  return {
    trackerId: row.tracker_id,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    screenName: row.screen_name,
    region: row.region,
    city: row.city,
    flowId: row.flow_id,
    premiumLevel: row.level as User['premiumLevel'],
    photos: photos.map(({ id, position, widths, status, refusal }) => ({
      path: ownPhotoAddress(context, { id, widths, status }) ?? '',
      isDefault: position === 0,
      name: id,
      status: status === 'drawing' ? 'pending' : status,
      refusal: refusal as RefusalReason | null,
    })),
    verified: row.status === 'active' && row.region !== null,
    messageCredits: row.message_credits ?? 0,
    iceBreakerCredits: row.icebreaker_credits ?? 0,
    likeCredits: row.like_credits ?? 0,
    messageValue: flow?.messageValue ?? DEFAULT_MESSAGE_VALUE,
    about: { gender: row.gender, seeks: row.seeks },
    language: row.language,
    optIn: flow?.optIn ?? 'single',
    gift,
    accepted: row.accepted_at !== null,
    hasPassword: row.password_hash !== null,
    mayChangeEmail: row.email_confirmed_at !== null || row.email_changes === 0,
    pendingEmail: row.pending_email,
    closesAt: row.closes_at?.getTime() ?? null,
    customerId: row.account_id,
    cards: row.card_id === null ? [] : [{ id: row.card_id }],
    cardOnFile: row.card_id !== null,
    remarketingId: row.remarketing_id,
    pushToken: row.push_token,
    telegramId: null,
    moreInfo: { affiliatePaymentUrl: null },
    messageNews: row.notify_messages,
    ageVerified: row.age_verified_at !== null,
    hasBought: row.first_bought_at !== null,
    profileStatus: row.profile_status,
    review: {
      refusal: row.refusal as RefusalReason | null,
      change: row.change_status ?? 'none',
      changeRefusal: row.change_refusal as RefusalReason | null,
      automatic: config.moderation === 'auto',
    },
  };
}
