import { AGE_MAX, AGE_MIN } from '../../../contract/kernel/constants.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { Gender } from '../../../contract/kernel/fields.ts';
import { isScreenName } from '../../../contract/profile/screen-name.ts';
import type { NewMember } from '../../../contract/account/sign-up.ts';
import type { VisitorContext } from '../../app.ts';
import { isPlace } from '../../countries/find-places.ts';
import type { NewAccount } from './create-member.ts';
import { checkEmail } from './email-address.ts';

export interface CheckedMember extends Pick<
  NewAccount,
  'email' | 'region' | 'city' | 'age' | 'gender' | 'seeks' | 'screenName' | 'consents'
> {
  way: 'form' | 'auto';
  password: string;
}

/**
 * Looks at what was typed in the order of the specification and fails at the first thing that is wrong. The
 * auto-signup may leave out who one is and the terms, which are then asked for later.
 */
export async function checkNewMember(context: VisitorContext, member: NewMember): Promise<CheckedMember> {
  const way = member.province ? 'auto' : 'form';
  const missing = (value: unknown) => value === undefined && way === 'auto';
  const email = checkEmail(member.email);
  const password = member.password || fail('field.password');
  const place = await checkPlace(context, member);
  if (!member.terms && !missing(member.terms)) fail('field.terms');
  if (!member.adult && !missing(member.adult)) fail('field.adult');
  if (!isAge(member.age) && !missing(member.age)) fail('field.age');
  if (!isGender(member.gender) && !missing(member.gender)) fail('field.gender');
  if (!isGender(member.seeks) && !missing(member.seeks)) fail('field.seeks');
  if (member.screenName !== undefined && !isScreenName(member.screenName)) fail('field.name');
  const gender = isGender(member.gender) ? member.gender : 'male';
  return {
    way,
    email,
    password,
    ...place,
    age: member.age ?? null,
    screenName: member.screenName,
    gender,
    seeks: isGender(member.seeks) ? member.seeks : gender === 'male' ? 'female' : 'male',
    consents: {
      terms: member.terms ?? false,
      adult: member.adult ?? false,
      newsletter: member.newsletter ?? false,
    },
  };
}

async function checkPlace({ db, brand }: VisitorContext, { region, city }: NewMember) {
  if (!region || !(await isPlace(db, brand.settings.country, { region, city: city ?? null })))
    return fail('field.place');
  return { region, city: city || null };
}

function isAge(age: number | undefined): boolean {
  return age !== undefined && Number.isInteger(age) && age >= AGE_MIN && age <= AGE_MAX;
}

function isGender(value: NewMember['gender']): value is Gender {
  return value === 'female' || value === 'male';
}
