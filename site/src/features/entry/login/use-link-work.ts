import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { linkTokenOf } from '../../../shell/link-token.ts';
import { type Refusal, useAttempt } from '../../../shell/use-attempt.ts';

interface LinkWork {
  /** Why it could not be done, once that is known. */
  refusal: Refusal | null;
  again: () => void;
}

/** Does what a link from a mail is for, once, as soon as its page is there. */
export function useLinkWork(work: (linkToken: string) => Promise<void>): LinkWork {
  const linkToken = linkTokenOf(useLocation());
  const { refusal, attempt } = useAttempt();
  const begun = useRef(false);
  const begin = useEffectEvent((token: string) => void attempt(() => work(token)));
  useEffect(() => {
    if (begun.current || !linkToken) return;
    begun.current = true;
    begin(linkToken);
  }, [linkToken]);
  return { refusal, again: () => linkToken && void attempt(() => work(linkToken)) };
}
