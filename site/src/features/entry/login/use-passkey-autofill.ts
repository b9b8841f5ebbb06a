import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Refusal, refusalOf } from '../../../shell/use-attempt.ts';

/** What the server gives for it is good for five minutes. */
const RENEW_MS = 4 * 60_000;

/** While the page is open, passkeys are offered in the list under the address. Returns why the chosen one was refused. */
export function usePasskeyAutofill(): Refusal | null {
  const { i18n } = useTranslation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return undefined;
    let over = false;

    async function offer() {
      const { signInByAutofill } = await import('./passkeys.ts');
      if (!over) await signInByAutofill();
    }
    async function refused(error: unknown) {
      // The page was left, and its fields with it.
      if (over) return;
      const found = refusalOf(error);
      // Nobody has chosen anything yet, so a server that could not be asked is no news.
      if (found.code !== 'login.passkey' && found.code !== 'account.disabled') return;
      await i18n.loadNamespaces(['errors', 'account']);
      setRefusal(found);
    }
    const begin = () => void offer().catch(refused);

    begin();
    const timer = setInterval(begin, RENEW_MS);
    return () => {
      over = true;
      clearInterval(timer);
      void import('./passkeys.ts').then(({ stopWaitingForAutofill }) => stopWaitingForAutofill());
    };
  }, [i18n]);

  return refusal;
}
