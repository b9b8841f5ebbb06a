import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { type Content, numberOf, objectOf, textsOf } from '../form/content.ts';
import { type FlowStep, flowSteps, stepId } from './steps.ts';

interface StepNavProps {
  content: Content;
  /** The step of each field that is wrong. */
  wrongSteps: readonly FlowStep[];
}

/** The way at a glance, each step with what decides about it. */
export function StepNav({ content, wrongSteps }: StepNavProps) {
  const { t } = useTranslation('flows');
  const facts = useStepFacts(content);
  return (
    <nav aria-label={t('steps')}>
      <ol className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-5">
        {flowSteps.map((step, index) => {
          const wrong = wrongSteps.filter((each) => each === step).length;
          return (
            <li key={step} className="flex">
              <a
                href={`#${stepId(step)}`}
                onClick={(event) => {
                  event.preventDefault();
                  const target = document.getElementById(stepId(step));
                  target?.scrollIntoView({ block: 'start' });
                  target?.querySelector('h2')?.focus({ preventScroll: true });
                }}
                className={classNames(
                  'flex flex-1 flex-col gap-0.5 rounded-card border bg-surface px-3.5 py-3 text-ink no-underline shadow-card transition-colors hover:bg-soft',
                  wrong > 0 ? 'border-danger-line' : 'border-line',
                )}
              >
                <span className="flex items-baseline gap-2 text-sm font-semibold">
                  <span aria-hidden className="text-xs font-normal text-muted tabular-nums">
                    {index + 1}
                  </span>
                  {t(`step.${step}`)}
                </span>
                <span className="text-xs text-muted">{facts[step]}</span>
                {wrong > 0 && (
                  <span className="text-xs font-medium text-danger-text">
                    {t('problem.count', { count: wrong })}
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function useStepFacts(content: Content): Record<FlowStep, string> {
  const { t } = useTranslation('flows');
  const plans = objectOf(content['plans']);
  const offered = new Set(['plain', 'standard', 'credits'].flatMap((list) => textsOf(plans[list])));
  const pages = numberOf(content['freePages']);
  return {
    arrives: t('fact.arrives', { count: numberOf(content['freeMessages']) ?? 0 }),
    looksAround: pages === undefined ? t('fact.allPages') : t('fact.pages', { count: pages }),
    offered: t('fact.offered', { count: offered.size }),
    pays: t('fact.pays', { count: textsOf(content['paymentMethods']).length }),
    kept: t(content['messages'] === false ? 'fact.noMessages' : 'fact.messages'),
  };
}
