import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackOnline } from '#client/back-online.ts';
import { type Refusal, reportedRefusalOf } from '#client/refusal.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';

/** Something that a person asks for and the server may refuse. */
export function useAttempt() {
  const { i18n } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  // Once the network is back, the sentence that it is not there would be untrue.
  useBackOnline(refusal?.code === 'offline', () => setRefusal(null));

  /** Says whether it was done. While one is under way, another is not begun. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    try {
      await work();
      return true;
    } catch (error) {
      const refused = reportedRefusalOf(error);
      await i18n.loadNamespaces(['errors', 'account']);
      setRefusal(refused);
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** The refusal's words, where it is about what stands in a field and belongs under it. */
  function wordsFor(...codes: readonly ErrorCode[]): string | undefined {
    const code = codes.find((each) => each === refusal?.code);
    return code && i18n.t(code, { ns: 'errors' });
  }

  return { busy, refusal, attempt, wordsFor };
}
