import { useTranslation } from 'react-i18next';
import { Section } from '../form/section.tsx';
import type { KnownPlan } from '../known-plan.ts';
import { PlanList } from './plan-list.tsx';
import { stepId } from './steps.ts';

/** What is sold in the flow, each list in the order in which a member sees it. */
export function Offered({ brand, plans }: { brand: string; plans: readonly KnownPlan[] }) {
  const { t } = useTranslation('flows');
  return (
    <Section id={stepId('offered')} title={t('step.offered')} text={t('stepText.offered')}>
      <div className="grid gap-x-5 gap-y-6 lg:grid-cols-2">
        {(['standard', 'credits', 'plain', 'verification', 'upsell'] as const).map((list) => (
          <PlanList key={list} brand={brand} list={list} plans={plans} />
        ))}
      </div>
    </Section>
  );
}
