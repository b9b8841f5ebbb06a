import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepAccount } from '../../../../../contract/account/own-account.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import { call } from '../../../shell/api.ts';
import { withUser } from '../../../shell/me.ts';
import type { PopupBodyProps } from '../../../shell/popups.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { updateMember, useMember } from '../../../shell/session.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';

/** When the account will be erased, and the way to keep it. */
export function ClosingBody({ close }: PopupBodyProps) {
  const { t, i18n } = useTranslation('popups');
  const toast = useToast();
  const { busy, refusal, attempt } = useAttempt();
  // As it was when the popup opened: on its way out it goes on saying so.
  const [{ trackerId, closesAt }] = useState(useMember());
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(closesAt ?? 0);

  async function keep() {
    const { user } = await call(keepAccount, { trackerId });
    updateMember(withUser, user);
    toast({ text: t('closing.kept'), kind: 'success' });
  }

  return (
    <div className="space-y-3">
      <p className="rounded-field bg-soft p-4 text-center font-semibold">{t('closing.date', { date })}</p>
      {refusal && <RefusalNote refusal={refusal} />}
      <Button size="lg" wide loading={busy} onClick={() => void attempt(keep)}>
        {t('closing.keep')}
      </Button>
      <Button variant="ghost" wide onClick={close}>
        {t('closing.leave')}
      </Button>
    </div>
  );
}
