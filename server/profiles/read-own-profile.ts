import { fail } from '../../contract/errors.ts';
import type { OwnProfile } from '../../contract/own-profile.ts';
import type { MemberContext } from '../core/app.ts';
import { photoAddress } from '../core/photo-address.ts';
import { ageFrom } from './age.ts';
import { readOwnProfileRow, readPhotos } from './queries.ts';

/** A member's own profile. He sees his first photo while it still waits for moderation. */
export async function readOwnProfile(context: MemberContext): Promise<OwnProfile> {
  const { db, brandId, accountId, clock } = context;
  const row = (await readOwnProfileRow(db, brandId, accountId)) ?? fail('session.dead');
  const [photo] = await readPhotos(db, brandId, row.profile_id);
  return {
    screenName: row.screen_name,
    surname: row.surname,
    age: ageFrom(row.birth_year, clock),
    email: row.email,
    phone: row.phone,
    city: row.city,
    region: row.region,
    gender: row.gender,
    seeks: row.seeks,
    description: row.description,
    lookingFor: row.looking_for,
    photo: photo ? photoAddress(context, photo.id, photo.widths.at(-1) ?? 0) : null,
  };
}
