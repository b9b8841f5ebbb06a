import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptName } from '#contract/profile/prompts.ts';

type PromptCardProps = {
  prompt: PromptName;
  /** What was answered. */
  children: ReactNode;
  /** What can be done with it. */
  action?: ReactNode;
};

/** A question by its title, and what a person has answered. */
export function PromptCard({ prompt, children, action }: PromptCardProps) {
  const { t } = useTranslation('prompts');
  return (
    <div className="rounded-card edge bg-surface p-(--card-padding) shadow-card">
      <h3 className="font-text text-[0.9375rem] font-semibold text-muted">{t(`prompts.${prompt}.title`)}</h3>
      <div className="mt-1.5 flex items-end gap-3">
        <p className="flex-1 font-heading text-xl leading-snug wrap-anywhere sm:text-2xl">{children}</p>
        {action}
      </div>
    </div>
  );
}
