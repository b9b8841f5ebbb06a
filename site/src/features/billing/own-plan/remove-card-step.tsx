import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type CardOnFile,
  type OwnSubscription,
  removeCard,
} from '../../../../../contract/billing/member-billing.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { FormErrors } from '../../../../../packages/ui/form-errors.tsx';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import { useDates } from '../../../lib/times.ts';
import { call } from '../../../shell/api.ts';
import { explain } from '../../../shell/explain.ts';
import { refreshUser } from '../../../shell/member-query.ts';
import { useMember } from '../../../shell/session.ts';
import { refreshBilling } from '../billing-data.ts';
import { StepButtons } from './step-buttons.tsx';

type RemoveCardStepProps = {
  card: CardOnFile;
  subscription: OwnSubscription | null;
  onBack: () => void;
};

export function RemoveCardStep({ card, subscription, onBack }: RemoveCardStepProps) {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const toast = useToast();
  const dates = useDates();
  const { trackerId } = useMember();
  const remove = useMutation({
    mutationFn: () => call(removeCard, { trackerId, cardId: card.id }),
    onSuccess: async () => {
      await refreshBilling();
      onBack();
      toast({ kind: 'success', text: t('plan.card.removed') });
      await refreshUser(trackerId).catch(() => undefined);
    },
  });
  return (
    <>
      <p className="mb-4">
        {subscription?.card?.id === card.id
          ? t('plan.card.removePlan', { date: dates.day(subscription.paidUntil) })
          : t('plan.card.removeText')}
      </p>
      {remove.error && <FormErrors title={explain(remove.error, i18n)} />}
      <StepButtons>
        <Button variant="danger" size="lg" wide loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('plan.card.removeNow')}
        </Button>
        <Button variant="ghost" wide onClick={onBack}>
          {t('plan.card.keep')}
        </Button>
      </StepButtons>
    </>
  );
}
