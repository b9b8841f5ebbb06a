import type { User } from '../../contract/accounts.ts';
import { DEFAULT_MESSAGE_VALUE } from '../../contract/constants.ts';
import type { VisitorContext } from '../core/app.ts';
import { photoAddress } from '../core/photo-address.ts';
import { readMember, readOwnPhotos } from './queries.ts';

/** The signed-in member as his browser knows him. */
export async function describeUser(context: VisitorContext, accountId: string): Promise<User> {
  const { db, brand, brandId } = context;
  const row = await readMember(db, brandId, accountId);
  if (!row) throw new Error('a session without a member');
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
    photos: photos.map(({ id, position, widths }) => ({
      path: photoAddress(context, id, widths.at(-1) ?? 0),
      isDefault: position === 0,
      name: id,
    })),
    verified: row.status === 'active' && row.region !== null,
    messageCredits: row.message_credits ?? 0,
    iceBreakerCredits: row.icebreaker_credits ?? 0,
    likeCredits: row.like_credits ?? 0,
    messageValue: brand.flows.get(row.flow_id)?.messageValue ?? DEFAULT_MESSAGE_VALUE,
    about: { gender: row.gender, seeks: row.seeks },
    language: row.language,
  };
}
