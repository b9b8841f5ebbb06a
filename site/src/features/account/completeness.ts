import type { User } from '../../../../contract/account/user.ts';
import type { OwnProfile } from '../../../../contract/profile/own-profile.ts';

export const completenessSteps = ['photo', 'description', 'lookingFor', 'age', 'place', 'email'] as const;
export type CompletenessStep = (typeof completenessSteps)[number];

type About = Pick<OwnProfile, 'description' | 'lookingFor' | 'age' | 'city'>;
type Known = Pick<User, 'photos' | 'emailConfirmed'>;

/** How much of a profile is there, and what to do next. */
export function completenessOf(
  { description, lookingFor, age, city }: About,
  { photos, emailConfirmed }: Known,
): { percent: number; next: CompletenessStep | null } {
  const done: Record<CompletenessStep, boolean> = {
    photo: photos.some(({ status }) => status !== 'rejected'),
    description: description.trim() !== '',
    lookingFor: lookingFor.trim() !== '',
    age: age !== null,
    place: city !== null,
    email: emailConfirmed,
  };
  const missing = completenessSteps.filter((step) => !done[step]);
  const share = (completenessSteps.length - missing.length) / completenessSteps.length;
  return { percent: Math.round(share * 100), next: missing[0] ?? null };
}
