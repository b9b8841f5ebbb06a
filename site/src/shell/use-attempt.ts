import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode, Failure } from '../../../contract/kernel/errors.ts';

/** Why something could not be done, as far as a person needs to know. */
export interface Refusal {
  code: ErrorCode | 'offline';
  /** What support asks for, where the fault is ours. */
  faultId?: string;
  /** How long to wait before the next try. */
  minutes?: number;
  /** Of whoever signed up from this device, masked. */
  knownEmail?: string;
}

/** What an error means for the person before the screen. One that nobody expects is also reported. */
export function refusalOf(error: unknown): Refusal {
  if (isFailure(error)) {
    const { id, retryAfter, email } = (error.details ?? {}) as {
      id?: string;
      retryAfter?: number;
      email?: string;
    };
    return {
      code: error.code,
      ...(id && { faultId: id }),
      ...(retryAfter && { minutes: Math.ceil(retryAfter / 60) }),
      ...(email && { knownEmail: email }),
    };
  }
  if (error instanceof Error && error.name === 'OfflineError') return { code: 'offline' };
  // Code that could not be fetched: without a network, or because a new version has taken its place.
  if (error instanceof TypeError && /module/i.test(error.message))
    return { code: navigator.onLine ? 'server.unavailable' : 'offline' };
  reportError(error);
  return { code: 'server.fault' };
}

/** By its name, so that a button on a landing page does not bring the whole contract along. */
function isFailure(error: unknown): error is Failure {
  return error instanceof Error && error.name === 'Failure';
}

/** Something that a person asks for and the server may refuse. */
export function useAttempt() {
  const { i18n } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  /** Says whether it was done. While one is under way, another is not begun. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    try {
      await work();
      return true;
    } catch (error) {
      const refused = refusalOf(error);
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
