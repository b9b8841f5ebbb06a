import { useTranslation } from 'react-i18next';
import type { PromptAnswer, PromptName } from '#contract/profile/prompts.ts';

/** What questions of profiles are called, and answers to them as a text. */
export function usePromptWords() {
  const { t } = useTranslation('prompts');
  const titleOf = (prompt: PromptName) => t(`prompts.${prompt}.title`);
  return {
    titleOf,
    writtenOut: (answers: readonly PromptAnswer[]) =>
      answers.map(({ prompt, text }) => `${titleOf(prompt)}: ${text}`).join('\n'),
  };
}
