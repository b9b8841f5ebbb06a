import type { OwnProfile } from '#contract/profile/own-profile.ts';
import type { Step } from './steps.ts';
import type { Answers } from './use-answering.ts';

export interface QuestionProps {
  /** Of the form that the page's button sends. */
  formId: string;
  profile: OwnProfile;
  step: Step;
  onAnswer: (answers: Answers) => Promise<void>;
}
