import { useRef, useState } from 'react';
import { beginFingerprint } from '../../../shell/fingerprint.ts';
import type * as Sender from './send-sign-up.ts';
import type { SignUpOutcome, SignUpRefusal } from './send-sign-up.ts';
import type { Field } from './sign-up-rules.ts';

type Send = (sender: typeof Sender) => Promise<SignUpOutcome>;

const loadSender = () => import('./send-sign-up.ts');

/** Fetches what it takes to sign up, and reads the device's marks, while the last questions are answered. */
export function prepareToSend(): void {
  void loadSender().catch(() => undefined);
  void beginFingerprint();
}

export interface Submission {
  busy: boolean;
  refusal: SignUpRefusal | null;
  /** Does nothing while an earlier one is under way. */
  submit: (send: Send) => Promise<void>;
}

export function useSubmission(onFault: (field: Field) => void): Submission {
  const [{ busy, refusal }, setState] = useState<Omit<Submission, 'submit'>>({ busy: false, refusal: null });
  const underWay = useRef(false);

  const settle = (found: SignUpRefusal | null) => {
    underWay.current = false;
    setState({ busy: false, refusal: found });
  };

  async function submit(send: Send) {
    if (underWay.current) return;
    underWay.current = true;
    setState({ busy: true, refusal: null });
    const outcome = await attempt(send);
    switch (outcome.is) {
      case 'done':
        // Whatever the member wanted takes the place of the form.
        return;
      case 'leaving':
        // Who comes back by the browser's button finds the form as it was.
        window.addEventListener('pageshow', () => settle(null), { once: true });
        return;
      case 'fault':
        settle(null);
        onFault(outcome.field);
        return;
      case 'refused':
        settle(outcome.refusal);
    }
  }

  return { busy, refusal, submit };
}

async function attempt(send: Send): Promise<SignUpOutcome> {
  try {
    return await send(await loadSender());
  } catch {
    return { is: 'refused', refusal: { code: navigator.onLine ? 'server.unavailable' : 'offline' } };
  }
}
