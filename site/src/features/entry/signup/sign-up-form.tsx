import { ArrowLeft } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, lazy, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../../packages/ui/icon-button.tsx';
import { Steps } from '../../../../../packages/ui/progress-bar.tsx';
import { FirstStep } from './first-step.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { laterSteps, loadLaterSteps } from './prepare.ts';
import { STEPS, type Step } from './sign-up-rules.ts';
import { useFaults } from './use-faults.ts';
import { useSignUpStep } from './use-sign-up-step.ts';

const LazyLaterSteps = lazy(async () => ({ default: await loadLaterSteps() }));

type SignUpFormProps = {
  /** Under the first question. */
  note: ReactNode;
  /** Another way in, offered beside the first question. */
  otherWay: ReactNode;
  /** Somebody turns out to have an account. */
  onSignIn: () => void;
};

/** Three short steps, one question at a time. */
export function SignUpForm({ note, otherWay, onSignIn }: SignUpFormProps) {
  const { t } = useTranslation('shell');
  const { step, goTo } = useSignUpStep();
  const place = useRef<HTMLDivElement>(null);
  const faults = useFaults(place, step);
  const label = t('signUp.step', { step, steps: STEPS });
  return (
    <div ref={place}>
      <div className="-mt-2.5 mb-1 flex h-11 items-center gap-3">
        {step > 1 && (
          <IconButton
            label={t('signUp.back')}
            icon={<ArrowLeft aria-hidden="true" className="size-5" />}
            className="-ml-2.5"
            onClick={() => goTo((step - 1) as Step)}
          />
        )}
        <Steps step={step} steps={STEPS} label={label} className="flex-1" />
        <span aria-hidden="true" className="text-sm font-medium text-muted tabular-nums">
          {label}
        </span>
      </div>
      {step === 1 ? (
        <FirstStep note={note} otherWay={otherWay} faults={faults} onDone={() => goTo(2)} />
      ) : (
        <LaterSteps step={step} faults={faults} onStep={goTo} onSignIn={onSignIn} />
      )}
    </div>
  );
}

/** Usually there by now; after a reload they are waited for. Which of the two stays, so that nothing is mounted anew. */
function LaterSteps(props: ComponentProps<typeof LazyLaterSteps>) {
  const [Shown] = useState(() => laterSteps.now ?? LazyLaterSteps);
  return (
    <Suspense fallback={<FormSkeleton ticks={props.step === 3} />}>
      <Shown {...props} />
    </Suspense>
  );
}
