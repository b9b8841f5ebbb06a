/**
 * What a brand asks its members for: which fields there are, in which order, which are asked for right after the sign-up,
 * and which have to be filled in. Details that a brand does not name are neither asked for nor shown there.
 */

import { z } from 'zod';
import { detailNames, isDelicate } from './details.ts';
import type { DetailName } from './details.ts';

const otherFields = ['screenName', 'photo', 'prompts', 'place'] as const;
export type ProfileFieldName = (typeof otherFields)[number] | DetailName;

export const profileFieldNames: readonly ProfileFieldName[] = [...otherFields, ...detailNames];
export const profileFieldName = z.enum(profileFieldNames);

const profileField = z.strictObject({
  field: profileFieldName,
  /** Right after the sign-up. All others can be filled in later. */
  asked: z.boolean().default(true),
  required: z.boolean().default(false),
});
export type ProfileField = z.output<typeof profileField>;

export const shownProfileFields = z.array(profileField).max(profileFieldNames.length);

export const profileFields = shownProfileFields
  .min(1)
  .refine((fields) => new Set(fields.map(({ field }) => field)).size === fields.length, {
    message: 'must name each field once',
  })
  .refine((fields) => !fields.some(({ field, required }) => required && isDelicateField(field)), {
    message: 'must not require what is kept by consent alone',
  });

/** A consent to what has to be filled in would not be free. */
export const isDelicateField = (field: ProfileFieldName) => isDetailField(field) && isDelicate(field);

export const isDetailField = (field: ProfileFieldName): field is DetailName =>
  (detailNames as readonly string[]).includes(field);

const askedLater: ReadonlySet<ProfileFieldName> = new Set(['hairColour', 'weight']);

/** Those of a brand that names none. */
export const usualProfileFields: readonly ProfileField[] = (
  [
    'screenName',
    'photo',
    'intention',
    'prompts',
    ...detailNames.filter((name) => name !== 'intention'),
    'place',
  ] as const
).map((field) => ({ field, asked: !askedLater.has(field), required: false }));

/** Those of a brand. */
export const profileFieldsOf = (settings: { profileFields?: readonly ProfileField[] | undefined }) =>
  settings.profileFields ?? usualProfileFields;

/** The details that a brand has, by its list. */
export function detailsHad(fields: readonly ProfileField[]): ReadonlySet<DetailName> {
  return new Set(fields.map(({ field }) => field).filter(isDetailField));
}
