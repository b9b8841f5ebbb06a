import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keepAccount } from '../../../../contract/account/own-account.ts';
import { Button } from '../../../../packages/ui/button.tsx';
import { Notice } from '../../../../packages/ui/notice.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { useDates } from '../../lib/times.ts';
import { call } from '../../shell/api.ts';
import { explain } from '../../shell/explain.ts';
import { withUser } from '../../shell/me.ts';
import { updateMember, useMember } from '../../shell/session.ts';

/** Says when the account will be erased, and takes that back. */
export function ClosingBanner() {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const toast = useToast();
  const dates = useDates();
  const { trackerId, closesAt } = useMember();
  const keep = useMutation({
    mutationFn: () => call(keepAccount, { trackerId }),
    onSuccess: ({ user }) => {
      updateMember(withUser, user);
      toast({ kind: 'success', text: t('closing.kept') });
    },
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
  });
  if (closesAt === null) return null;
  return (
    <Notice
      tone="danger"
      icon={<Trash2 aria-hidden="true" />}
      title={t('closing.title', { date: dates.day(closesAt) })}
      action={
        <Button loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('closing.keep')}
        </Button>
      }
    >
      {t('closing.text')}
    </Notice>
  );
}
