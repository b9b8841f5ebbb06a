import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PopupBodyProps } from '../../lib/popups.ts';
import { RefusalNote } from '../../lib/refusal-note.tsx';
import { useMember } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';
import { useAttempt } from '../../lib/use-attempt.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';

/** Offers a passkey, once on this device: however the popup is left, it does not come again. */
export function PasskeyBody({ close }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const { trackerId } = useMember();
  const toast = useToast();
  const { busy, refusal, attempt } = useAttempt();
  useEffect(() => storage.set('passkeyOffer', 'shown'), []);

  async function make() {
    const { makePasskey } = await import('../login/passkeys.ts');
    if (!(await makePasskey(trackerId))) return;
    storage.set('passkeyOffer', 'made');
    toast({ text: t('offerPasskey.made'), kind: 'success' });
    close();
  }

  return (
    <div className="space-y-2.5">
      {refusal && <RefusalNote refusal={refusal} />}
      <Button size="lg" wide loading={busy} onClick={() => void attempt(make)}>
        {t('offerPasskey.make')}
      </Button>
      <Button variant="ghost" wide onClick={close}>
        {t('later')}
      </Button>
    </div>
  );
}
