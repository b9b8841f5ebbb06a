import { KeyRound } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../packages/ui/button.tsx';
import { RefusalNote } from '../../../shell/refusal-note.tsx';
import { useAttempt } from '../../../shell/use-attempt.ts';

const never = () => () => undefined;

/** Whether this browser knows passkeys. False on the server and in the first render over its HTML. */
function usePasskeysHere(): boolean {
  return useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => false,
  );
}

/** Signs in with a passkey, where the browser knows them. */
export function PasskeyButton() {
  const { t } = useTranslation('shell');
  const here = usePasskeysHere();
  const { busy, refusal, attempt } = useAttempt();
  if (!here) return null;
  return (
    <>
      <Button
        variant="secondary"
        wide
        loading={busy}
        icon={<KeyRound aria-hidden="true" className="size-5" />}
        onClick={() => void attempt(async () => (await import('./passkeys.ts')).signInByPasskey())}
      >
        {t('entry.passkey')}
      </Button>
      {refusal && <RefusalNote refusal={refusal} />}
    </>
  );
}
