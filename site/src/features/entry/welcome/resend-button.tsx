import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendConfirmation } from '../../../../../contract/account/credentials.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { call } from '../../../shell/api.ts';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useMember } from '../../../shell/session.ts';
import { useAttempt } from '../../../shell/use-attempt.ts';

const PAUSE_MS = 60_000;

/** Sends the mail that confirms the address once more, and then rests for a while. */
export function ResendButton() {
  const { t } = useTranslation('popups');
  const { trackerId } = useMember();
  const { busy, refusal, attempt } = useAttempt();
  const [resting, setResting] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (!resting) return undefined;
    // The button that had the focus rests, and would drop it.
    status.current?.focus();
    const timer = setTimeout(() => setResting(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [resting]);

  async function resend() {
    await call(resendConfirmation, { trackerId });
    setResting(true);
  }

  return (
    <>
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className="text-center text-[0.9375rem] font-semibold outline-none"
      >
        {resting && t('confirmEmail.sentAgain')}
      </p>
      {refusal && <RefusalNote refusal={refusal} />}
      <Button size="lg" wide loading={busy} disabled={resting} onClick={() => void attempt(resend)}>
        {t('confirmEmail.resend')}
      </Button>
    </>
  );
}
