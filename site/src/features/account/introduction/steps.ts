import type { OwnProfile } from '#contract/profile/own-profile.ts';
import type { ProfileField, ProfileFieldName } from '#contract/profile/profile-fields.ts';
import { PROMPTS_MOST } from '#contract/profile/prompts.ts';

/** One question, which has a screen and an address of its own. Answers to questions of the member's choice have one each. */
export interface Step {
  id: string;
  field: ProfileFieldName;
  required: boolean;
  /** Which of the answers it is, where a field has several screens. */
  place: number;
}

const screensOf = (field: ProfileFieldName) => (field === 'prompts' ? PROMPTS_MOST : 1);

function screens({ field, required }: ProfileField): Step[] {
  return Array.from({ length: screensOf(field) }, (_, place) => ({
    id: place === 0 ? field : `${field}-${place + 1}`,
    field,
    // One answer is enough.
    required: required && place === 0,
    place,
  }));
}

/** What is asked right after the sign-up, in the brand's order. */
export const stepsAsked = (fields: readonly ProfileField[]): Step[] =>
  fields.filter(({ asked }) => asked).flatMap(screens);

/** The screen of any field, also of one that is asked for later. */
export const findStep = (fields: readonly ProfileField[], id: string | undefined): Step | undefined =>
  fields.flatMap(screens).find((step) => step.id === id);

/** The first question that was neither answered nor skipped: here, or on another device. */
export function openStep({ fields, passedSteps, prompts }: OwnProfile): Step | undefined {
  const passed = new Set(passedSteps);
  const open = stepsAsked(fields).find(
    ({ field, place }) => !passed.has(field) && (field !== 'prompts' || place >= prompts.length),
  );
  return open;
}

/** What comes after a step. One who skips a question of their choice is not asked for the others either. */
export function stepAfter(steps: readonly Step[], step: Step, skipped: boolean): Step | undefined {
  const rest = steps.slice(steps.findIndex(({ id }) => id === step.id) + 1);
  return rest.find(({ field }) => !skipped || field !== step.field);
}
