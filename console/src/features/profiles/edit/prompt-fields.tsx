import { MessageCircleQuestionMark, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  PROMPTS_MOST,
  PROMPT_MAX_LETTERS,
  type PromptAnswer,
  type PromptName,
  promptNames,
} from '#contract/profile/prompts.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';

interface PromptFieldsProps {
  prompts: readonly PromptAnswer[];
  language: string;
  onChange: (prompts: PromptAnswer[]) => void;
}

/** Questions that the profile answers in a sentence, each once. */
export function PromptFields({ prompts, language, onChange }: PromptFieldsProps) {
  const { t } = useTranslation(['profile', 'prompts']);
  const free = promptNames.filter((name) => prompts.every(({ prompt }) => prompt !== name));
  const questionOf = (name: PromptName) => t(`prompts:prompts.${name}.question`);
  const [next] = free;
  return (
    <div className="flex flex-col gap-3">
      {prompts.map((answer, index) => (
        <div key={answer.prompt} className="flex flex-col gap-2 border-s-2 border-line ps-3">
          <div className="flex items-end gap-1">
            <SelectField
              dense
              label={t('prompts.question', { number: index + 1 })}
              className="min-w-0 flex-1"
              value={answer.prompt}
              onChange={({ target }) =>
                onChange(prompts.with(index, { ...answer, prompt: target.value as PromptName }))
              }
              options={[answer.prompt, ...free].map((name) => ({ value: name, label: questionOf(name) }))}
            />
            <IconButton
              label={t('prompts.remove', { question: questionOf(answer.prompt) })}
              icon={<Trash2 aria-hidden className="size-4" />}
              onClick={() => onChange(prompts.toSpliced(index, 1))}
            />
          </div>
          <TextArea
            lang={language}
            label={t('prompts.answer')}
            rows={1}
            maxLength={PROMPT_MAX_LETTERS}
            value={answer.text}
            onChange={({ target }) => onChange(prompts.with(index, { ...answer, text: target.value }))}
          />
        </div>
      ))}
      {prompts.length < PROMPTS_MOST && next !== undefined && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          icon={<MessageCircleQuestionMark aria-hidden className="size-4" />}
          onClick={() => onChange([...prompts, { prompt: next, text: '' }])}
        >
          {t('prompts.add')}
        </Button>
      )}
    </div>
  );
}
