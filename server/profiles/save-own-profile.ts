import { AGE_MAX, AGE_MIN } from '../../contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { saveOwnProfile as endpoint } from '../../contract/profile/own-profile.ts';
import { describeUser } from '../accounts/describe-user.ts';
import type { MemberContext } from '../app.ts';
import { transact } from '../platform/database/database.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';
import { isPlace } from '../countries/find-places.ts';
import { birthYearOf } from './age.ts';
import { isScreenName } from '../../contract/profile/screen-name.ts';
import { cleanLine, cleanLines } from '../../contract/kernel/text.ts';
import { lockOwnProfile, publicWordsOf, updateAccount, updateProfile, wordsOf } from './queries.ts';
import type { OwnProfileRow } from './queries.ts';
import { tellModeration } from './moderated.ts';
import { settleVisibility } from './visibility.ts';
import { withoutAbsent } from './without-absent.ts';
import { sameWords, submitWords } from './words.ts';
import type { Words } from './words.ts';

type Input = Omit<InputOf<typeof endpoint>, 'trackerId'>;

const LONGEST_NAME = 60;
const LONGEST_PHONE = 30;

/** Changes what is named and leaves the rest. New words wait for moderation; until then others read the old ones. */
export async function saveOwnProfile(
  context: MemberContext,
  input: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, accountId } = context;
  await transact(db, async (tx) => {
    const before = (await lockOwnProfile(tx, brandId, accountId)) ?? fail('session.dead');
    const screenName = readName(input.screenName);
    const surname = readSurname(input.surname);
    const birthYear = readBirthYear(context, input.age);
    const place = await readPlace(context, tx, before, input);
    const phone = readPhone(input.phone, place.region);
    await updateProfile(tx, brandId, before.profile_id, withoutAbsent({ birth_year: birthYear, ...place }));
    await saveWords(context, tx, before, {
      screen_name: screenName,
      gender: input.gender,
      description: input.description === undefined ? undefined : cleanLines(input.description),
      looking_for: input.lookingFor === undefined ? undefined : cleanLines(input.lookingFor),
    });
    await updateAccount(tx, brandId, accountId, withoutAbsent({ surname, phone, seeks: input.seeks }));
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}

type NewWords = { [Field in keyof Words]: Words[Field] | undefined };

async function saveWords(
  context: MemberContext,
  tx: Tx,
  before: OwnProfileRow,
  typed: NewWords,
): Promise<void> {
  const { brandId, accountId, clock } = context;
  const profileId = before.profile_id;
  const known = wordsOf(before);
  const words = { ...known, ...withoutAbsent(typed) };
  if (sameWords(words, known)) return;
  const wasApproved = before.moderated_at !== null && before.status !== 'rejected';
  const approved = wasApproved ? publicWordsOf(before) : null;
  await submitWords(tx, { brandId, profileId }, { words, approved, at: clock.now() });
  await settleVisibility(tx, brandId, accountId);
  await tellModeration(context, tx, { brandId, profileId, kind: 'profile', id: profileId });
}

function readName(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const name = cleanLine(typed);
  return isScreenName(name) ? name : fail('field.name');
}

function readSurname(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const surname = cleanLine(typed);
  return surname.length <= LONGEST_NAME ? surname : fail('field.surname');
}

function readBirthYear({ clock }: MemberContext, age: number | undefined): number | undefined {
  if (age === undefined) return undefined;
  if (!Number.isInteger(age) || age < AGE_MIN || age > AGE_MAX) fail('field.age');
  return birthYearOf(age, clock);
}

/** Only somebody with a region counts as verified, and only he may leave a number. The same call may set both. */
function readPhone(typed: string | undefined, region: string | null): string | undefined {
  if (typed === undefined) return undefined;
  const phone = cleanLine(typed);
  if (phone === '') return phone;
  const isNumber = /^\+?[\d\s().-]{5,30}$/.test(phone) && phone.length <= LONGEST_PHONE;
  if (region === null) fail('region.missing');
  return isNumber ? phone : fail('field.phone');
}

type Place = Pick<OwnProfileRow, 'region' | 'city'>;

/** A town belongs to its region: with another region, it stays only if that has one of this name. */
async function readPlace(
  { brand }: MemberContext,
  db: DbOrTx,
  before: OwnProfileRow,
  { region: typedRegion, city: typedCity }: Input,
): Promise<Place> {
  if (typedRegion === undefined && typedCity === undefined) {
    return { region: before.region, city: before.city };
  }
  const { country } = brand.settings;
  const region = typedRegion === undefined ? before.region : cleanLine(typedRegion);
  if (region === null) return typedCity ? fail('field.place') : { region, city: null };
  if (!(await isPlace(db, country, { region }))) fail('field.place');
  const city = typedCity === undefined ? before.city : cleanLine(typedCity ?? '') || null;
  if (city === null || (await isPlace(db, country, { region, city }))) return { region, city };
  return typedCity === undefined ? { region, city: null } : fail('field.place');
}
