import { useTranslation } from 'react-i18next';
import { ChoiceAt, NumberAt, SwitchAt, TextAt } from '../form/fields.tsx';
import { FieldRow, Section, SwitchList } from '../form/section.tsx';
import { Landings } from './landings.tsx';
import { stepId } from './steps.ts';

/** What a newcomer finds: what they get, and the pages that adverts lead to. */
export function Arrives({ brand }: { brand: string }) {
  const { t } = useTranslation('flows');
  return (
    <Section id={stepId('arrives')} title={t('step.arrives')} text={t('stepText.arrives')}>
      <FieldRow>
        <TextAt field="name" label={t('flow.name')} hint={t('flow.nameHint')} maxLength={80} />
        <ChoiceAt
          field="optIn"
          label={t('flow.optIn')}
          byDefault="single"
          options={[
            { value: 'single', label: t('flow.optInSingle') },
            { value: 'double', label: t('flow.optInDouble') },
          ]}
        />
        <TextAt
          field="signUpElsewhere"
          label={t('flow.signUpElsewhere')}
          hint={t('flow.signUpElsewhereHint')}
          maxLength={500}
          type="url"
        />
      </FieldRow>
      <FieldRow>
        <NumberAt field="freeMessages" label={t('flow.freeMessages')} hint={t('flow.freeMessagesHint')} />
        <NumberAt field="icebreakerCredits" label={t('flow.icebreakerCredits')} />
        <NumberAt field="likeCredits" label={t('flow.likeCredits')} />
      </FieldRow>
      <SwitchList>
        <SwitchAt field="open" label={t('flow.open')} hint={t('flow.openHint')} />
      </SwitchList>
      <Landings brand={brand} />
    </Section>
  );
}
