/** A member's own profile: reading and changing it. */

import type { Updateable } from 'kysely';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { cleanLine, cleanLines } from '#contract/kernel/text.ts';
import type { OwnProfile, saveOwnProfile as saveOwnProfileEndpoint } from '#contract/profile/own-profile.ts';
import { profileFieldsOf } from '#contract/profile/profile-fields.ts';
import { promptsIn } from '#contract/profile/prompts.ts';
import { isScreenName } from '#contract/profile/screen-name.ts';
import { updateAccount } from '#server/accounts/account-record.ts';
import { describeUser } from '#server/accounts/describe-user.ts';
import { recordConsents } from '#server/accounts/signup/consents.ts';
import type { MemberContext } from '#server/app.ts';
import { ownPhotoAddress } from '#server/brands/photo-address.ts';
import { isPlace } from '#server/countries/find-places.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { changeDetails, detailsOf } from './own-details.ts';
import { passedSteps, requireFields, stepsIn } from './own-steps.ts';
import { readPhotos } from './photos.ts';
import {
  requestModeration,
  sameModeratedFields,
  submitProfile,
  updateVisibility,
} from './profile-moderation.ts';
import type { ModeratedFields } from './profile-moderation.ts';
import { ageFrom, birthYearOf } from './profile-summary.ts';

/** A member's own profile. They see their first photo and their new words while these still wait for moderation. */
export async function readOwnProfile(context: MemberContext): Promise<OwnProfile> {
  const { db, clock } = context.app;
  const { brandId, accountId } = context;
  const row = (await readOwnProfileRow(db, brandId, accountId)) ?? fail('session.dead');
  const photos = await readPhotos(db, brandId, row.profile_id);
  const photo = photos.find(({ status }) => status !== 'rejected');
  const latest = latestFieldsOf(row);
  return {
    screenName: latest.screen_name,
    surname: row.surname,
    age: ageFrom(row.birth_year, clock),
    email: row.email,
    phone: row.phone,
    city: row.city,
    region: row.region,
    gender: latest.gender,
    seeks: row.seeks,
    description: latest.description,
    lookingFor: latest.looking_for,
    prompts: latest.prompts,
    ...detailsOf(row),
    delicateConsent: row.delicate_consent_at !== null,
    fields: [...profileFieldsOf(context.brand.settings)],
    passedSteps: stepsIn(row.passed_steps),
    photo: photo ? ownPhotoAddress(context, photo) : null,
  };
}

type OwnProfileInput = Omit<InputOf<typeof saveOwnProfileEndpoint>, 'trackerId'>;

const LONGEST_NAME = 60;
const LONGEST_PHONE = 30;

/** Changes what is named and leaves the rest. New words wait for moderation; until then others read the old ones. */
export async function saveOwnProfile(
  context: MemberContext,
  input: OwnProfileInput,
): Promise<ReplyOf<typeof saveOwnProfileEndpoint>> {
  const { db, sessions } = context.app;
  const { brandId, accountId } = context;
  await transact(db, async (tx, afterCommit) => {
    const before = (await lockOwnProfile(tx, brandId, accountId)) ?? fail('session.dead');
    const screenName = readName(input.screenName);
    const surname = readSurname(input.surname);
    const birthYear = readBirthYear(context, input.age);
    const place = await readPlace(context, tx, before, input);
    const phone = readPhone(input.phone, place.region);
    const { consent, ...details } = changeDetails(context, before, input);
    requireFields(context, before, input);
    const change = withoutAbsent({
      birth_year: birthYear,
      ...details,
      ...place,
      passed_steps: passedSteps(before, input),
      introduced_at: input.introduced && (before.introduced_at ?? context.app.clock.now()),
    });
    await updateProfile(tx, brandId, before.profile_id, change);
    if (consent !== undefined) await recordConsents(context, tx, accountId, { delicate: consent });
    if (place.region !== before.region) afterCommit(() => sessions.forget(accountId));
    await saveModeratedFields(context, tx, before, {
      screen_name: screenName,
      gender: input.gender,
      description: input.description === undefined ? undefined : cleanLines(input.description),
      looking_for: input.lookingFor === undefined ? undefined : cleanLines(input.lookingFor),
      prompts: input.prompts,
    });
    await updateAccount(tx, context, withoutAbsent({ surname, phone, seeks: input.seeks }));
  });
  return { result: 'OK', user: await describeUser(context, accountId) };
}

type NewFields = { [Field in keyof ModeratedFields]: ModeratedFields[Field] | undefined };

async function saveModeratedFields(
  context: MemberContext,
  tx: Tx,
  before: OwnProfileRow,
  typed: NewFields,
): Promise<void> {
  const { clock } = context.app;
  const { brandId, accountId } = context;
  const profileId = before.profile_id;
  const known = latestFieldsOf(before);
  const fields = { ...known, ...withoutAbsent(typed) };
  if (sameModeratedFields(fields, known)) return;
  const wasApproved = before.moderated_at !== null && before.status !== 'rejected';
  const approved = wasApproved ? publicFieldsOf(before) : null;
  await submitProfile(tx, { brandId, profileId }, { fields, approved, at: clock.now() });
  await updateVisibility(tx, brandId, accountId);
  await requestModeration(context.app, tx, { brandId, profileId, kind: 'profile', id: profileId });
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

function readBirthYear({ app: { clock } }: MemberContext, age: number | undefined): number | undefined {
  if (age === undefined) return undefined;
  if (!Number.isInteger(age) || age < AGE_MIN || age > AGE_MAX) fail('field.age');
  return birthYearOf(age, clock);
}

/** Only a member with a region counts as verified, and only they may leave a number. The same call may set both. */
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
  { region: typedRegion, city: typedCity }: OwnProfileInput,
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

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Only what is named, so that it can be laid over what is there. */
export function withoutAbsent<T extends object>(change: T): Present<T> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Present<T>;
}

function ownProfile(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .leftJoin('profile_change as c', (join) =>
      join.onRef('c.brand_id', '=', 'p.brand_id').onRef('c.profile_id', '=', 'p.id'),
    )
    .select(['a.email', 'a.surname', 'a.phone', 'a.seeks', 'p.id as profile_id', 'p.screen_name'])
    .select(['p.birth_year', 'p.region', 'p.city', 'p.gender', 'p.description', 'p.looking_for', 'p.details'])
    .select(['p.moderated_at', 'p.status', 'c.screen_name as new_screen_name', 'c.gender as new_gender'])
    .select(['c.description as new_description', 'c.looking_for as new_looking_for'])
    .select(['p.prompts', 'c.prompts as new_prompts', 'p.delicate_details', 'p.delicate_consent_at'])
    .select(['p.passed_steps', 'p.introduced_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('photo as f')
          .select('f.id')
          .whereRef('f.brand_id', '=', 'p.brand_id')
          .whereRef('f.profile_id', '=', 'p.id')
          .where('f.status', '<>', 'rejected'),
      ).as('has_photo'),
    )
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId);
}

type OwnProfileRow = NonNullable<Awaited<ReturnType<typeof readOwnProfileRow>>>;

export function readOwnProfileRow(db: DbOrTx, brandId: string, accountId: string) {
  return ownProfile(db, brandId, accountId).executeTakeFirst();
}

/** What others read of it. */
function publicFieldsOf(row: OwnProfileRow): ModeratedFields {
  const { screen_name, gender, description, looking_for } = row;
  return { screen_name, gender, description, looking_for, prompts: promptsIn(row.prompts) };
}

/** What its owner wrote last, whatever has become of it. */
function latestFieldsOf(row: OwnProfileRow): ModeratedFields {
  return {
    screen_name: row.new_screen_name ?? row.screen_name,
    gender: row.new_gender ?? row.gender,
    description: row.new_description ?? row.description,
    looking_for: row.new_looking_for ?? row.looking_for,
    prompts: promptsIn(row.new_prompts ?? row.prompts),
  };
}

/** Changes of one profile, its photos and its settings happen one after the other. */
export function lockOwnProfile(tx: Tx, brandId: string, accountId: string) {
  return ownProfile(tx, brandId, accountId).forNoKeyUpdate(['a', 'p']).executeTakeFirst();
}

export async function updateProfile(
  tx: Tx,
  brandId: string,
  profileId: string,
  change: Updateable<DB['profile']>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('profile')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .execute();
}
