import { z } from 'zod';
import { AGE_MAX, AGE_MIN } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { answersIn, detailForm, detailNames } from '#contract/profile/details.ts';
import type { OwnProfile, saveOwnProfile } from '#contract/profile/own-profile.ts';
import { isScreenName } from '#contract/profile/screen-name.ts';

export const NAME_MAX_LETTERS = 60;
export const PHONE_MAX_LETTERS = 30;
export const WORDS_MAX_LETTERS = 2000;

const gender = z.enum(['female', 'male']);

/** The fields of their own profile that a member may change, as the form holds them. */
const formFields = z.object({
  screenName: z.string(),
  surname: z.string(),
  age: z.int().nullable(),
  phone: z.string(),
  place: z.object({ city: z.string().nullable(), region: z.string().nullable() }).nullable(),
  gender,
  seeks: gender,
  description: z.string(),
  lookingFor: z.string(),
  ...detailForm,
});
export type ProfileFields = z.output<typeof formFields>;
export type FieldName = keyof ProfileFields;

/** Only what was touched. */
export const profileDraft = formFields.partial();
export type ProfileDraft = Partial<ProfileFields>;
type FieldFaults = Partial<Record<FieldName, ErrorCode | undefined>>;

export function fieldsOf({ city, region, ...profile }: OwnProfile): ProfileFields {
  const { screenName, surname, age, phone, gender: is, seeks, description, lookingFor } = profile;
  const place = city === null && region === null ? null : { city, region };
  const said = answersIn(profile);
  return { screenName, surname, age, phone, place, gender: is, seeks, ...said, description, lookingFor };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What of a draft differs from what is saved. */
export function changesIn(saved: ProfileFields, draft: ProfileDraft): ProfileDraft {
  const changed = fieldOrder.filter((name) => draft[name] !== undefined && !isSame(draft[name], saved[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name]]));
}

/** The same changes as the contract names them. */
export function toSave({
  place,
  age,
  ...words
}: ProfileDraft): Omit<InputOf<typeof saveOwnProfile>, 'trackerId'> {
  return {
    ...words,
    ...(typeof age === 'number' && { age }),
    ...(place?.region && { city: place.city, region: place.region }),
  };
}

/** What the page can tell without asking. The server looks at everything again. */
export function faultsIn(changes: ProfileDraft): FieldFaults {
  const { screenName, surname, age, phone, place } = changes;
  const faults: FieldFaults = {};
  if (screenName !== undefined && !isScreenName(screenName.trim())) {
    faults.screenName = 'field.name';
  }
  if (surname !== undefined && surname.trim().length > NAME_MAX_LETTERS) faults.surname = 'field.surname';
  if (age !== undefined && (age === null || age < AGE_MIN || age > AGE_MAX)) faults.age = 'field.age';
  if (phone?.trim() && !/^\+?[\d\s().-]{5,30}$/.test(phone.trim())) faults.phone = 'field.phone';
  if (place !== undefined && !place?.city) faults.place = 'field.place';
  return faults;
}

/** The order in which the form shows its fields. */
export const fieldOrder = [
  'screenName',
  'surname',
  'age',
  'place',
  'gender',
  'seeks',
  'phone',
  ...detailNames,
  'description',
  'lookingFor',
] as const satisfies readonly FieldName[];

/** What may be saved of a form: the changes alone, each of them right. An untouched field shows no problem. */
export function changedFields(saved: ProfileFields): z.ZodType<ProfileDraft> {
  return formFields
    .transform((typed) => changesIn(saved, typed))
    .superRefine((changes, context) => {
      for (const [name, message] of Object.entries(faultsIn(changes)))
        context.addIssue({ code: 'custom', path: [name], message });
    });
}

/** Words that others read, and that are therefore checked first. */
export function changesWords(changes: ProfileDraft): boolean {
  return ['screenName', 'description', 'lookingFor'].some((name) => name in changes);
}

/** The id of a field's control on the page. */
export function fieldId(name: FieldName): string {
  return `profile-${name}`;
}
