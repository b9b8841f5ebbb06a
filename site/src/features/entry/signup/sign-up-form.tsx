import type { i18n } from 'i18next';
import { ArrowLeft } from 'lucide-react';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  Suspense,
  lazy,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { pageState } from '#client/page-state.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { useStarted } from '#site/lib/use-started.ts';
import { useShell } from '#site/shell/boot.ts';
import { measure } from '#site/shell/tracking/measure.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Steps } from '#ui/progress-bar.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { useLanding } from '../landing/use-landing.ts';
import { changeDraft, draftStore, useDraft } from './draft.ts';
import { FormSkeleton, Question } from './form-parts.tsx';
import type { LaterSteps as LaterStepsType } from './later-steps.tsx';
import { type Field, type SignUpStep, reachableStep, stepsIn, unanswered } from './steps.ts';

type SignUpFormProps = {
  /** Under the first question. */
  note: ReactNode;
  /** Another way in, offered beside the first question. */
  otherWay: ReactNode;
  /** The visitor turns out to have an account. */
  onSignIn: () => void;
};

/** The first step's fields that were left out, and how often the form was sent without them. */
type Missing = { missing: readonly Field[]; attempt: number };

/** A few short steps, one question at a time. */
export function SignUpForm({ note, otherWay, onSignIn }: SignUpFormProps) {
  const { t } = useTranslation('shell');
  const steps = stepsIn(useShell().flow.id, useLanding()?.steps);
  const { index, goTo } = useCurrentStep(steps);
  const step = steps[index];
  const stepId = step?.id;
  useEffect(() => {
    // The first is on the page anyway: to see it is no step.
    if (index > 0 && stepId !== undefined) measure('sign_up_step', { detail: stepId });
  }, [index, stepId]);
  const [{ missing, attempt }, setMissing] = useState<Missing>({ missing: [], attempt: 0 });
  const showMissing = (fields: readonly Field[]) => setMissing({ missing: fields, attempt: attempt + 1 });
  const place = useFocusOnStep(index, attempt);
  const label = t('signUp.step', { step: index + 1, steps: steps.length });
  return (
    <div ref={place}>
      <div className="-mt-2.5 mb-1 flex min-h-11 items-center gap-3">
        {index > 0 && (
          <IconButton
            label={t('signUp.back')}
            icon={<ArrowLeft aria-hidden="true" className="size-5" />}
            className="-ml-2.5"
            onClick={() => goTo(index - 1)}
          />
        )}
        <Steps step={index + 1} steps={steps.length} label={label} className="flex-1" />
        <span aria-hidden="true" className="text-sm font-medium text-muted tabular-nums">
          {label}
        </span>
      </div>
      {step === undefined || step.id === 'who' ? (
        <FirstStep
          note={note}
          otherWay={otherWay}
          missing={missing}
          onMissing={showMissing}
          onMended={(field) => setMissing({ missing: missing.filter((each) => each !== field), attempt })}
          onDone={() => goTo(index + 1)}
        />
      ) : (
        <>
          <LaterSteps id={step.id} steps={steps} onStep={goTo} onMissing={showMissing} onSignIn={onSignIn} />
          {index === 0 && otherWay && <div className="mt-4">{otherWay}</div>}
        </>
      )}
    </div>
  );
}

/** The step is an entry of the history, so that the browser's back button goes a step back and not away. */
function useCurrentStep(steps: readonly SignUpStep[]): { index: number; goTo: (target: number) => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const started = useStarted();
  const kept = state as { signUpStep?: unknown } | null;
  const index = reachableStep(started ? kept?.signUpStep : undefined, steps, useDraft());
  return {
    index,
    goTo(target) {
      if (target < index) void navigate(target - index);
      if (target > index)
        void navigate({ pathname, search, hash }, { state: { ...kept, signUpStep: steps[target]?.id } });
    },
  };
}

/**
 * The first faulty field takes the focus; a new step takes it to what is wrong in it, or else to its question,
 * where a screen reader then begins.
 */
function useFocusOnStep(index: number, attempt: number) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef({ index, attempt });
  useEffect(() => {
    const moved = shown.current.index !== index;
    const triedAgain = shown.current.attempt !== attempt;
    shown.current = { index, attempt };
    const wrong = place.current?.querySelector<HTMLElement>(
      'input[aria-invalid=true], [aria-invalid=true] input',
    );
    if (wrong && (moved || triedAgain)) wrong.focus();
    else if (moved) place.current?.querySelector<HTMLElement>('[data-question]')?.focus();
  }, [index, attempt]);
  return place;
}

type FirstStepProps = {
  note: ReactNode;
  otherWay: ReactNode;
  missing: readonly Field[];
  onMissing: (fields: readonly Field[]) => void;
  onMended: (field: Field) => void;
  onDone: () => void;
};

/**
 * Who is looking for whom. It comes with the landing page, so it has no more code than two questions need; the rest of
 * the form, its checks and its words are fetched while it is answered.
 */
function FirstStep({ note, otherWay, missing, onMissing, onMended, onDone }: FirstStepProps) {
  const { t, i18n } = useTranslation('shell');
  const draft = useDraft();
  const who = stepsIn(useShell().flow.id, ['who']);
  const [state, setState] = useState<'ready' | 'busy' | 'unreachable'>('ready');
  const prepare = () => void prepareSignUp(i18n).catch(() => undefined);
  const genders: { value: Gender; label: string }[] = [
    { value: 'female', label: t('signUp.woman') },
    { value: 'male', label: t('signUp.man') },
  ];

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    try {
      await prepareSignUp(i18n);
    } catch {
      return setState('unreachable');
    }
    setState('ready');
    const found = who.flatMap((step) => unanswered(step, draftStore.get()));
    onMissing(found);
    if (found.length === 0) onDone();
  }

  const question = (name: 'gender' | 'seeks') => (
    <RadioCards
      name={name}
      label={t(`signUp.${name}`)}
      options={genders}
      value={draft[name]}
      onChange={(value) => {
        prepare();
        changeDraft({ [name]: value });
        onMended(name);
      }}
      error={missing.includes(name) ? i18n.t(`field.${name}`, { ns: 'errors' }) : undefined}
    />
  );

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Question text={note}>{t('signUp.title')}</Question>
      <div className="mt-4 space-y-4">
        {question('gender')}
        {question('seeks')}
        {state === 'unreachable' && (
          <p role="alert" className="text-[0.9375rem] font-medium text-danger-text">
            {t('entry.offline')}
          </p>
        )}
        <Button
          type="submit"
          size="lg"
          wide
          loading={state === 'busy'}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          {t('signUp.next')}
        </Button>
        {otherWay}
      </div>
    </form>
  );
}

const importLaterSteps = async () => (await import('./later-steps.tsx')).LaterSteps;
const LazyLaterSteps = lazy(async () => ({ default: await importLaterSteps() }));
const laterSteps = pageState(() => ({ loaded: undefined as typeof LaterStepsType | undefined }));

async function loadLaterSteps(): Promise<void> {
  laterSteps.loaded = await importLaterSteps();
}

/** Usually there by now; after a reload they are waited for. Which of the two stays, so that nothing is mounted again. */
function LaterSteps(props: ComponentProps<typeof LaterStepsType>) {
  const [Shown] = useState(() => laterSteps.loaded ?? LazyLaterSteps);
  return (
    <Suspense fallback={<FormSkeleton ticks={props.id === 'account'} />}>
      <Shown {...props} />
    </Suspense>
  );
}

/** Fetches what comes after the first question. Throws where it can't be fetched. */
async function prepareSignUp(texts: i18n): Promise<void> {
  await Promise.all([loadLaterSteps(), loadWords(texts)]);
}

const words = ['signup', 'errors'] as const;

async function loadWords(texts: i18n): Promise<void> {
  const isMissing = (name: string) => !texts.hasResourceBundle(texts.language, name);
  await texts.loadNamespaces(words);
  if (words.some(isMissing)) throw new Error('The words of the sign-up could not be fetched.');
}
