import { useTranslation } from 'react-i18next';
import { AccountStep } from './account-step.tsx';
import { PlaceStep } from './place-step.tsx';
import type { Step } from './sign-up-rules.ts';
import type { Faults } from './use-faults.ts';

type LaterStepsProps = { step: 2 | 3; faults: Faults; onStep: (step: Step) => void; onSignIn: () => void };

/** Everything after the first question, in a file that is fetched while that is answered. */
export function LaterSteps({ step, faults, onStep, onSignIn }: LaterStepsProps) {
  // After a reload the form may begin here, and then its words have not been fetched yet.
  useTranslation(['signup', 'errors']);
  if (step === 2) return <PlaceStep faults={faults} onDone={() => onStep(3)} />;
  return <AccountStep faults={faults} onStep={onStep} onSignIn={onSignIn} />;
}
