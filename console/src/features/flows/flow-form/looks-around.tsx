import { useTranslation } from 'react-i18next';
import { NumberAt, SwitchAt } from '../form/fields.tsx';
import { FieldRow, Section, SwitchList } from '../form/section.tsx';
import { Paywalls, type ShowPaywall } from './paywalls.tsx';
import { stepId } from './steps.ts';

/** How far a member gets before they pay, and what they read there. */
export function LooksAround({ onShow }: { onShow: ShowPaywall }) {
  const { t } = useTranslation('flows');
  return (
    <Section id={stepId('looksAround')} title={t('step.looksAround')} text={t('stepText.looksAround')}>
      <FieldRow>
        <NumberAt field="messageValue" label={t('flow.messageValue')} hint={t('flow.messageValueHint')} />
        <NumberAt field="freePages" label={t('flow.freePages')} hint={t('flow.freePagesHint')} />
      </FieldRow>
      <SwitchList>
        <SwitchAt field="keepsReserved" label={t('flow.keepsReserved')} hint={t('flow.keepsReservedHint')} />
        <SwitchAt field="quickLook.toProfile" label={t('flow.toProfile')} hint={t('flow.quickLookHint')} />
        <SwitchAt field="quickLook.toChat" label={t('flow.toChat')} hint={t('flow.quickLookHint')} />
      </SwitchList>
      <Paywalls onShow={onShow} />
    </Section>
  );
}
