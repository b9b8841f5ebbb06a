/** What a brand asks its members for: what they have been asked, and what has to be filled in. */

import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { saveOwnProfile } from '#contract/profile/own-profile.ts';
import { isDetailField, profileFieldNames, profileFieldsOf } from '#contract/profile/profile-fields.ts';
import type { ProfileFieldName } from '#contract/profile/profile-fields.ts';
import type { MemberContext } from '#server/app.ts';
import { detailsOf } from './own-details.ts';

type Input = Partial<InputOf<typeof saveOwnProfile>>;

/** What is known of a profile before it is changed. */
interface Before {
  details: unknown;
  delicate_details: unknown;
  prompts: unknown;
  new_prompts: unknown;
  region: string | null;
  has_photo: unknown;
  passed_steps: string[];
}

/** Steps of a field that there is no more are forgotten. */
export const stepsIn = (passed: readonly string[]): ProfileFieldName[] =>
  profileFieldNames.filter((field) => passed.includes(field));

/** Those that were passed already stay so. Undefined where none is named. */
export function passedSteps(before: Before, { passedSteps: now }: Input) {
  return now && stepsIn([...before.passed_steps, ...now]);
}

/**
 * What the brand requires can be neither emptied nor passed without an answer, and a member is not through without it. A photo
 * counts as soon as it is there, whatever moderation says of it later.
 */
export function requireFields({ brand }: MemberContext, before: Before, input: Input): void {
  const required = profileFieldsOf(brand.settings).filter((field) => field.required);
  if (required.length === 0) return;
  const known = detailsOf(before);
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  const lacks = (field: ProfileFieldName): boolean => {
    if (isDetailField(field)) return isEmpty(input[field] === undefined ? known[field] : input[field]);
    if (field === 'prompts') return isEmpty(input.prompts ?? before.new_prompts ?? before.prompts);
    if (field === 'photo') return !before.has_photo;
    if (field === 'place') return before.region === null && input.region === undefined;
    return false;
  };
  const isTouched = (field: ProfileFieldName) =>
    input.introduced === true ||
    input.passedSteps?.includes(field) === true ||
    (isDetailField(field) || field === 'prompts' ? input[field] !== undefined : false);
  if (required.some(({ field }) => isTouched(field) && lacks(field))) fail('field.required');
}
