import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDates } from '#client/dates.ts';
import type { PanelProps } from '#client/overlays.ts';
import { closeAccount } from '#contract/account/own-account.ts';
import { call } from '#site/shell/api.ts';
import { paths } from '#site/shell/paths.ts';
import { openPopup } from '#site/shell/popups.ts';
import { endSession, useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Dialog } from '#ui/dialog.tsx';

/** Deletes the account in two steps: what will happen, then the decision. */
export function ClosePanel(dialog: PanelProps) {
  const { t } = useTranslation(['profile', 'shell']);
  const navigate = useNavigate();
  const dates = useDates();
  const { trackerId } = useMember();
  const [decided, setDecided] = useState(false);
  const { busy, refusal, attempt } = useAttempt();
  const submit = () =>
    attempt(async () => {
      const { closesAt } = await call(closeAccount, { trackerId });
      endSession();
      void navigate(paths.home, { replace: true });
      openPopup({
        name: 'notice',
        title: t('close.doneTitle'),
        text: t('close.doneText', { date: dates.day(closesAt) }),
      });
    });
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
        <ul className="list-disc space-y-2 pl-[1.25rem]">
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
        {
          label: t('close.submit'),
          kind: 'danger',
          staysOpen: true,
          loading: busy,
          onClick: () => void submit(),
        },
        { label: t('close.stay') },
      ]}
    >
      <SubmitError refusal={refusal} />
    </Dialog>
  );
}
