import { useLocation, useNavigate } from 'react-router';
import { useDraft } from './draft.ts';
import { type Step, reachableStep } from './sign-up-rules.ts';
import { useStarted } from './use-started.ts';

/** The step is an entry of the history, so that the browser's back button goes a step back and not away. */
export function useSignUpStep(): { step: Step; goTo: (target: Step) => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const started = useStarted();
  const kept = state as { signUpStep?: unknown } | null;
  const step = reachableStep(started ? kept?.signUpStep : undefined, useDraft());
  return {
    step,
    goTo(target) {
      if (target < step) void navigate(target - step);
      if (target > step)
        void navigate({ pathname, search, hash }, { state: { ...kept, signUpStep: target } });
    },
  };
}
