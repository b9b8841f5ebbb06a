import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import type { listBlocks as endpoint } from '../../../contract/profile/safety.ts';
import type { MemberContext } from '../../app.ts';
import { ageFrom } from '../age.ts';
import { smallPhoto } from '../small-photo.ts';
import { MOST_BLOCKED } from './avoid.ts';
import { readBlocks } from './queries.ts';

export async function listBlocks(context: MemberContext): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId, clock } = context;
  const rows = await readBlocks(db, brandId, accountId, MOST_BLOCKED);
  return {
    blocked: rows.map(({ id, screen_name, birth_year, kind, created_at, photo }) => ({
      profileId: id,
      screenName: screen_name,
      age: ageFrom(birth_year, clock),
      kind,
      photo: smallPhoto(context, photo),
      at: created_at.getTime(),
    })),
  };
}
