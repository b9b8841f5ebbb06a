import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { PROMPT_MAX_LETTERS, promptMoodNames, promptMoods, promptNames } from '#contract/profile/prompts.ts';
import type { PromptAnswer, PromptName } from '#contract/profile/prompts.ts';
import { PromptCard } from '#site/features/people/prompt-card.tsx';
import { useSubmitForm } from '#site/shell/forms.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { QuestionProps } from './question-props.ts';

const SHOWN = 4;

/** Some that are still free, light ones and deep ones, others each time. */
function offered(taken: ReadonlySet<PromptName>, round: number): PromptName[] {
  const free = promptMoodNames.flatMap((mood) =>
    promptMoods[mood].map((prompt, index) => ({
      prompt,
      order: index / promptMoods[mood].length,
    })),
  );
  const mixed = free
    .toSorted((one, other) => one.order - other.order)
    .map(({ prompt }) => prompt)
    .filter((prompt) => !taken.has(prompt));
  const from = (round * SHOWN) % mixed.length;
  return [...mixed.slice(from), ...mixed.slice(0, from)].slice(0, SHOWN);
}

/** One question of the member's choice, answered in a sentence or two, and how others will read it. */
export function PromptQuestion({ formId, profile, step, onAnswer }: QuestionProps) {
  const { t, i18n } = useTranslation(['introduction', 'prompts']);
  const { place, required } = step;
  const own: PromptAnswer | undefined = profile.prompts[place];
  const others = profile.prompts.filter((_, index) => index !== place);
  const [round, setRound] = useState(0);
  const taken = new Set(others.map((answer) => answer.prompt));
  // The first answer is light, the next ones less so.
  const first = promptMoods[promptMoodNames[place] ?? 'light'].find((each) => !taken.has(each));
  const form = useSubmitForm({
    defaults: { prompt: own?.prompt ?? first ?? 'sunday', text: own?.text ?? '' },
    schema: async () =>
      z
        .object({ prompt: z.enum(promptNames), text: z.string().trim().max(PROMPT_MAX_LETTERS) })
        .refine(({ text }) => !required || others.length > 0 || text !== '', {
          path: ['text'],
          error: 'field.required',
        }),
    submit: ({ prompt, text }) => {
      const answered = text === '' ? [] : [{ prompt, text }];
      const prompts = [...others.slice(0, place), ...answered, ...others.slice(place)];
      const isSame = JSON.stringify(prompts) === JSON.stringify(profile.prompts);
      return onAnswer(isSame ? {} : { prompts });
    },
  });
  const [prompt, text] = [form.watch('prompt'), form.watch('text')];
  const number = new Intl.NumberFormat(i18n.language);
  const alternatives = offered(new Set([...taken, prompt]), round);
  return (
    <form id={formId} {...form.formProps} className="space-y-6">
      <PageHeading always className="mt-1">
        {t(`prompts:prompts.${prompt}.question`)}
      </PageHeading>
      <TextArea
        {...form.field('text')}
        label={t('prompts.label')}
        hint={t('prompts.hint')}
        rows={3}
        maxLength={PROMPT_MAX_LETTERS}
        counter={`${number.format(text.length)} / ${number.format(PROMPT_MAX_LETTERS)}`}
      />
      <div>
        <h2 className="mb-2.5 font-text text-[0.9375rem] font-semibold text-muted">{t('prompts.another')}</h2>
        <div className="flex flex-wrap gap-2">
          {alternatives.map((other) => (
            <button
              key={other}
              type="button"
              onClick={() => form.change('prompt', other)}
              className="min-h-11 rounded-full border-(length:--stroke) border-field-line bg-field px-4 py-1.5 text-left leading-tight text-ink transition hover:border-ink"
            >
              {t(`prompts:prompts.${other}.title`)}
            </button>
          ))}
          <Button
            variant="ghost"
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={() => setRound(round + 1)}
          >
            {t('prompts.more')}
          </Button>
        </div>
      </div>
      <section aria-live="polite">
        <h2 className="mb-2.5 font-text text-[0.9375rem] font-semibold text-muted">{t('prompts.preview')}</h2>
        <PromptCard prompt={prompt}>
          {text.trim() || <span className="text-muted">{t('prompts.empty')}</span>}
        </PromptCard>
      </section>
      <SubmitError refusal={form.refusal} />
    </form>
  );
}
