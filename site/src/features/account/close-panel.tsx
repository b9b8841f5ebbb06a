import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { closeAccount } from '../../../../contract/account/own-account.ts';
import type { PanelProps } from '../../../../packages/client/overlays.ts';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { useDates } from '../../lib/times.ts';
import { call } from '../../shell/api.ts';
import { explain } from '../../shell/explain.ts';
import { paths } from '../../shell/paths.ts';
import { openPopup } from '../../shell/popups.ts';
import { endSession, useMember } from '../../shell/session.ts';
import { CurrentPassword, useCurrentPassword } from './current-password.tsx';

/** Deletes the account in two steps: what will happen, then the decision. */
export function ClosePanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const navigate = useNavigate();
  const dates = useDates();
  const { trackerId } = useMember();
  const formId = useId();
  const question = useCurrentPassword();
  const [decided, setDecided] = useState(false);
  const close = useMutation({
    mutationFn: () => call(closeAccount, { trackerId, ...question.given }),
    onSuccess: ({ closesAt }) => {
      endSession();
      void navigate(paths.home, { replace: true });
      openPopup({
        name: 'notice',
        title: t('close.doneTitle'),
        text: t('close.doneText', { date: dates.day(closesAt) }),
      });
    },
    onError: (error) => {
      if (question.handleError(error)) close.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!close.isPending) close.mutate();
  };
  if (!decided) {
    return (
      <Dialog
        {...dialog}
        closeLabel={t('shell:close')}
        title={t('close.title')}
        text={t('close.text')}
        actions={[
          { label: t('close.goOn'), kind: 'secondary', staysOpen: true, onClick: () => setDecided(true) },
          { label: t('close.stay') },
        ]}
      >
        <ul className="list-disc space-y-2 pl-5">
          <li>{t('close.hidden')}</li>
          <li>{t('close.grace')}</li>
          <li>{t('close.erased')}</li>
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('close.sure')}
      text={t('close.sureText')}
      actions={[
        { label: t('close.submit'), kind: 'danger', form: formId, loading: close.isPending },
        { label: t('close.stay') },
      ]}
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        <CurrentPassword question={question} />
        {close.error && <FormErrors title={explain(close.error, i18n)} />}
      </form>
    </Dialog>
  );
}
