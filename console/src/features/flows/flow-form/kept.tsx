import { useTranslation } from 'react-i18next';
import { SwitchRow } from '#ui/settings-row.tsx';
import { useContentField } from '../form/content-form.tsx';
import { NumberAt, SwitchAt, TextAt } from '../form/fields.tsx';
import { FieldRow, Section, SwitchList } from '../form/section.tsx';
import { stepId } from './steps.ts';

const USUAL_GIFT = { afterDays: 30, credits: 3 };

/** What keeps a member: who may write to whom, and what those find who come back. */
export function Kept() {
  const { t } = useTranslation('flows');
  const gift = useContentField('returnGift');
  const hasGift = gift.value !== undefined;
  return (
    <Section id={stepId('kept')} title={t('step.kept')} text={t('stepText.kept')}>
      <SwitchList>
        <SwitchAt field="messages" label={t('flow.messages')} hint={t('flow.messagesHint')} byDefault />
        <SwitchAt field="invites" label={t('flow.invites')} hint={t('flow.invitesHint')} />
        <SwitchAt field="ai" label={t('flow.ai')} hint={t('flow.aiHint')} />
        <SwitchRow
          label={t('flow.returnGift')}
          detail={t('flow.returnGiftHint')}
          checked={hasGift}
          onChange={(checked) => gift.change(checked ? USUAL_GIFT : undefined)}
        />
      </SwitchList>
      {hasGift && (
        <FieldRow>
          <NumberAt field="returnGift.afterDays" label={t('flow.giftAfterDays')} />
          <NumberAt field="returnGift.credits" label={t('flow.giftCredits')} />
        </FieldRow>
      )}
      <TextAt field="frameUrl" label={t('flow.frameUrl')} hint={t('flow.frameUrlHint')} maxLength={500} />
    </Section>
  );
}
