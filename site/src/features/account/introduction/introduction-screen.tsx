import { ArrowLeft } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import type { OwnProfile } from '#contract/profile/own-profile.ts';
import { useFlow } from '#site/shell/flow.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useOwnProfile } from '../use-profile-form.ts';
import { Question, useQuestionWords } from './question.tsx';
import { type Step, findStep, openStep, stepAfter, stepsAsked } from './steps.ts';
import { type Answers, useAnswering } from './use-answering.ts';

/** Questions after the sign-up, one a screen. Each can be left out, and each can be opened again from the profile. */
export function IntroductionScreen() {
  useTranslation(['introduction', 'profile', 'errors']);
  const profile = useOwnProfile();
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col px-4 pt-3 pb-6 wrap-anywhere sm:px-5 sm:py-10">
      <Loaded query={profile} skeleton={<SkeletonText lines={6} />}>
        {(data) => <Introduction profile={data} />}
      </Loaded>
    </div>
  );
}

function Introduction({ profile }: { profile: OwnProfile }) {
  const { step: id } = useParams();
  const { state } = useLocation();
  const invites = useFlow()?.invites ?? false;
  const step = findStep(profile.fields, id);
  if (step) {
    const isEdited = (state as { edits?: unknown } | null)?.edits === true;
    return <OneQuestion key={step.id} profile={profile} step={step} isEdited={isEdited} />;
  }
  const open = openStep(profile);
  return <Navigate to={open ? paths.introduction(open.id) : paths.memberHome({ invites })} replace />;
}

type OneQuestionProps = { profile: OwnProfile; step: Step; isEdited: boolean };

function OneQuestion({ profile, step, isEdited }: OneQuestionProps) {
  const { t } = useTranslation('introduction');
  const navigate = useNavigate();
  const { key } = useLocation();
  const invites = useFlow()?.invites ?? false;
  const formId = useId();
  const { mutateAsync } = useAnswering();
  const { busy, refusal, attempt } = useAttempt();
  const words = useQuestionWords(step);
  const steps = stepsAsked(profile.fields);
  const number = steps.findIndex(({ id }) => id === step.id) + 1;
  const back = () => {
    // The first page of a visit has this key: before it there is nothing of ours.
    const before = steps[number - 2];
    if (key !== 'default') return void navigate(-1);
    void navigate(isEdited || !before ? paths.profile() : paths.introduction(before.id));
  };

  async function goOn(answers: Answers, skipped = false): Promise<void> {
    if (isEdited) {
      await mutateAsync(answers);
      return void navigate(-1);
    }
    const next = stepAfter(steps, step, skipped);
    const isPassed = next?.field !== step.field;
    await mutateAsync({
      ...answers,
      ...(isPassed && { passedSteps: [step.field] }),
      ...(!next && { introduced: true }),
    });
    await navigate(next ? paths.introduction(next.id) : paths.memberHome({ invites }));
  }
  const leave = async () => {
    await mutateAsync({ introduced: true });
    await navigate(paths.memberHome({ invites }));
  };

  return (
    <>
      <div className="flex min-h-11 items-center gap-3">
        <IconButton
          label={t('back')}
          variant="plain"
          icon={<ArrowLeft aria-hidden="true" className="size-5" />}
          onClick={back}
        />
        {isEdited || number === 0 ? (
          <span className="flex-1" />
        ) : (
          <Progress number={number} total={steps.length} />
        )}
        {!isEdited && !step.required && (
          <Button variant="ghost" loading={busy} onClick={() => void attempt(() => goOn({}, true))}>
            {t('skip')}
          </Button>
        )}
      </div>
      <p className="mt-5 text-[0.9375rem] text-muted">
        {[!isEdited && number > 0 && t('progress', { number, total: steps.length }), words.note]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {words.question && (
        <PageHeading always className="mt-1 mb-6">
          {words.question}
        </PageHeading>
      )}
      <div className="flex-1">
        <Question formId={formId} profile={profile} step={step} onAnswer={(answers) => goOn(answers)} />
        <div className="mt-4 empty:hidden">
          <SubmitError refusal={refusal} />
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-4 mt-8 bg-linear-to-t from-paper from-80% to-transparent px-4 pt-6 pb-[calc(env(safe-area-inset-bottom)+0.75rem)]">
        <Button type="submit" form={formId} size="lg" wide>
          {isEdited ? t('save') : t('continue')}
        </Button>
        {!isEdited && (
          <Button variant="ghost" wide className="mt-2" onClick={() => void attempt(leave)}>
            {t('later')}
          </Button>
        )}
      </div>
    </>
  );
}

/** How many of the questions are behind one. */
function Progress({ number, total }: { number: number; total: number }) {
  const { t } = useTranslation('introduction');
  return (
    <div
      role="progressbar"
      aria-label={t('progress', { number, total })}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={number}
      className="h-1.5 flex-1 overflow-hidden rounded-full bg-soft-hover"
    >
      <div
        className="h-full rounded-full bg-primary-line transition-[width]"
        style={{ width: `${(100 * number) / total}%` }}
      />
    </div>
  );
}
