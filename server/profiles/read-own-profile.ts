import { fail } from '../../contract/kernel/errors.ts';
import type { OwnProfile } from '../../contract/profile/own-profile.ts';
import type { MemberContext } from '../app.ts';
import { ownPhotoAddress } from '../brands/photo-address.ts';
import { ageFrom } from './age.ts';
import { readOwnProfileRow, readPhotos, wordsOf } from './queries.ts';

/** A member's own profile. He sees his first photo and his new words while they still wait for moderation. */
export async function readOwnProfile(context: MemberContext): Promise<OwnProfile> {
  const { db, brandId, accountId, clock } = context;
  const row = (await readOwnProfileRow(db, brandId, accountId)) ?? fail('session.dead');
  const photos = await readPhotos(db, brandId, row.profile_id);
  const photo = photos.find(({ status }) => status !== 'rejected');
  const words = wordsOf(row);
  return {
    screenName: words.screen_name,
    surname: row.surname,
    age: ageFrom(row.birth_year, clock),
    email: row.email,
    phone: row.phone,
    city: row.city,
    region: row.region,
    gender: words.gender,
    seeks: row.seeks,
    description: words.description,
    lookingFor: words.looking_for,
    photo: photo ? ownPhotoAddress(context, photo) : null,
  };
}
