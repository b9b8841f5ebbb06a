import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { period } from '#contract/brand/flow.ts';
import { ContentFormProvider, type ServerProblem } from './form/content-form.tsx';
import { type Content, numberOf } from './form/content.ts';
import { ChoiceAt, MoneyAt, NumberAt, SwitchAt } from './form/fields.tsx';
import { LocalTextAt } from './form/local-text-at.tsx';
import { FieldRow, Section, SwitchList } from './form/section.tsx';
import type { FieldProblem } from './form/validate.ts';
import type { KnownPlan } from './known-plan.ts';

interface PlanFormProps {
  content: Content;
  onChange: (content: Content) => void;
  problems: readonly FieldProblem[];
  serverProblems: readonly ServerProblem[];
  /** The others of the brand, whose price may be the old one. */
  plans: readonly KnownPlan[];
}

const LEVELS = ['0', '1', '2'] as const;
const colors = ['ink', 'muted', 'primary', 'accent', 'success'] as const;

/** What a plan costs now and later, what it gives, what it says and to whom. */
export function PlanForm({ content, onChange, problems, serverProblems, plans }: PlanFormProps) {
  const { t } = useTranslation('flows');
  const colorOptions = colors.map((color) => ({ value: color, label: t(`color.${color}`) }));
  const own = content['productId'];
  return (
    <ContentFormProvider {...{ content, onChange, problems, serverProblems }}>
      <div className="flex min-w-0 flex-col gap-4">
        <Section title={t('plan.price')} text={t('planText.price')}>
          <FieldRow>
            <MoneyAt field="priceCents" label={t('plan.priceCents')} hint={t('plan.priceCentsHint')} />
            <MoneyAt field="totalCents" label={t('plan.totalCents')} hint={t('plan.totalCentsHint')} />
            <ChoiceAt
              field="period"
              label={t('plan.period')}
              none={t('period.once')}
              options={period.options.map((each) => ({ value: each, label: t(`period.${each}`) }))}
            />
          </FieldRow>
          <Promise content={content} />
          <FieldRow>
            <MoneyAt
              field="creditsPriceCents"
              label={t('plan.creditsPriceCents')}
              hint={t('plan.creditsPriceCentsHint')}
            />
            <MoneyAt field="oldPriceCents" label={t('plan.oldPriceCents')} hint={t('plan.oldPriceHint')} />
            <ChoiceAt
              field="oldPriceOf"
              label={t('plan.oldPriceOf')}
              none={t('plan.oldPriceOwn')}
              options={plans
                .filter(({ productId }) => productId !== own)
                .map(({ productId, name }) => ({ value: productId, label: name }))}
            />
          </FieldRow>
        </Section>
        <Section title={t('plan.gives')}>
          <FieldRow>
            <NumberAt field="credits" label={t('plan.credits')} />
            <NumberAt field="promoCredits" label={t('plan.promoCredits')} hint={t('plan.promoCreditsHint')} />
            <ChoiceAt
              field="level"
              label={t('plan.level')}
              options={LEVELS.map((level) => ({ value: level, label: t(`level.${level}`) }))}
              write={Number}
            />
          </FieldRow>
        </Section>
        <Section title={t('plan.forWhom')}>
          <SwitchList>
            <SwitchAt
              field="firstPurchaseOnly"
              label={t('plan.firstPurchaseOnly')}
              hint={t('plan.firstPurchaseOnlyHint')}
            />
            <SwitchAt field="visible" label={t('plan.visible')} hint={t('plan.visibleHint')} byDefault />
            <SwitchAt field="spaceBelow" label={t('plan.spaceBelow')} />
          </SwitchList>
        </Section>
        <Section title={t('plan.words')}>
          <LocalTextAt field="name" label={t('plan.name')} maxLength={300} />
          <LocalTextAt
            field="badge"
            label={t('plan.badge')}
            hint={t('plan.badgeHint')}
            maxLength={300}
            optional
          />
          <LocalTextAt
            field="priceNote"
            label={t('plan.priceNote')}
            hint={t('plan.priceNoteHint')}
            maxLength={300}
            optional
          />
          <LocalTextAt field="description" label={t('plan.description')} maxLength={2000} rows={3} optional />
          <LocalTextAt field="suggestion" label={t('plan.suggestion')} maxLength={300} optional />
          <FieldRow>
            <ChoiceAt
              field="descriptionColor"
              label={t('plan.descriptionColor')}
              byDefault="muted"
              options={colorOptions}
            />
            <ChoiceAt
              field="suggestionColor"
              label={t('plan.suggestionColor')}
              byDefault="accent"
              options={colorOptions}
            />
          </FieldRow>
        </Section>
      </div>
    </ContentFormProvider>
  );
}

/** What a buyer pays today and later, as they will read it. */
function Promise({ content }: { content: Content }) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const total = numberOf(content['totalCents']);
  if (total === undefined) return null;
  const every = period.safeParse(content['period']).data;
  const price = format.money(total);
  return (
    <p role="status" className="rounded-field bg-soft px-4 py-3 text-sm">
      {every
        ? t('plan.paysThen', { price, period: t(`period.${every}`).toLocaleLowerCase() })
        : t('plan.paysOnce', { price })}
    </p>
  );
}
