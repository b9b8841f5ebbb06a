import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { stayInPlan } from '../../../../../contract/billing/member-billing.ts';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import { call } from '../../../shell/api.ts';
import { useMember } from '../../../shell/session.ts';
import { refreshBilling } from '../billing-data.ts';

/** Stays in the plan after all. */
export function useStay() {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const { trackerId } = useMember();
  return useMutation({
    mutationFn: () => call(stayInPlan, { trackerId }),
    onSuccess: async () => {
      toast({ kind: 'success', text: t('plan.stayed') });
      await refreshBilling();
    },
  });
}
