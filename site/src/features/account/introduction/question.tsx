import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isChoice, isDelicate, isSeveral } from '#contract/profile/details.ts';
import { INTERESTS_MOST } from '#contract/profile/interests.ts';
import { isDetailField } from '#contract/profile/profile-fields.ts';
import { SPOKEN_MOST } from '#contract/profile/spoken-languages.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { PhotosCard } from '../photos-card.tsx';
import { ChoiceQuestion } from './choice-question.tsx';
import { NameQuestion, PlaceQuestion } from './fixed-questions.tsx';
import { PromptQuestion } from './prompt-question.tsx';
import type { QuestionProps } from './question-props.ts';
import { InterestsQuestion, LanguagesQuestion } from './several-question.tsx';
import type { Step } from './steps.ts';

/** What a screen asks, in its heading and above it. */
export function useQuestionWords({ field, place }: Step): { question: string | null; note: string | null } {
  const { t } = useTranslation('introduction');
  const { questionOf } = useDetailWords();
  if (!isDetailField(field)) {
    // Which question it is, the member chooses.
    if (field === 'prompts') return { question: null, note: place === 0 ? t('prompts.note') : null };
    return { question: t(`${field}.question`), note: null };
  }
  if (field === 'interests')
    return { question: questionOf(field), note: t('upTo', { count: INTERESTS_MOST }) };
  if (field === 'languages') return { question: questionOf(field), note: t('upTo', { count: SPOKEN_MOST }) };
  return { question: questionOf(field), note: isDelicate(field) ? t('delicate.note') : null };
}

export function Question(props: QuestionProps): ReactNode {
  const { field } = props.step;
  if (field === 'screenName') return <NameQuestion {...props} />;
  if (field === 'place') return <PlaceQuestion {...props} />;
  if (field === 'prompts') return <PromptQuestion {...props} />;
  if (field === 'photo') return <PhotoQuestion {...props} />;
  if (isSeveral(field))
    return field === 'interests' ? <InterestsQuestion {...props} /> : <LanguagesQuestion {...props} />;
  return <ChoiceQuestion {...props} name={field} wide={!isChoice(field)} />;
}

/** The photos of the profile, as they are arranged there. */
function PhotoQuestion({ formId, onAnswer }: QuestionProps) {
  return (
    <>
      <PhotosCard />
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          void onAnswer({});
        }}
      />
    </>
  );
}
