import { ArrowRight, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLinkedOverlay } from '#client/overlays.ts';
import type { User } from '#contract/account/user.ts';
import type { OwnProfile } from '#contract/profile/own-profile.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Meter } from '#ui/meter.tsx';
import { openStep } from './introduction/steps.ts';
import { fieldId } from './profile-fields.ts';

export const ADD_PHOTO_ID = 'profile-add-photo';

export function CompletenessCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation(['profile', 'introduction']);
  const member = useMember();
  const { open } = useLinkedOverlay();
  const { percent, next } = completenessOf(profile, member);
  const isOpen = !member.introduced && openStep(profile) !== undefined;
  const take = (step: CompletenessStep) => {
    if (step === 'email') open('email');
    else goTo(step === 'photo' ? ADD_PHOTO_ID : fieldId(step));
  };
  return (
    <Card as="section">
      <Meter value={percent} label={t('complete.label')} text={t('complete.text', { percent })} />
      {isOpen ? (
        <ButtonLink to={paths.introduction()} wide className="mt-4">
          {t('introduction:rows.next')}
        </ButtonLink>
      ) : next ? (
        <button
          type="button"
          onClick={() => take(next)}
          className="mt-3 -mb-2 flex min-h-11 w-full items-center gap-2 rounded-button text-left font-medium text-primary-text underline-offset-4 hover:underline"
        >
          <span className="flex-1">{t(`complete.steps.${next}`)}</span>
          <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
        </button>
      ) : (
        <p className="mt-3 flex items-center gap-2 text-[0.9375rem] text-success-text">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          {t('complete.done')}
        </p>
      )}
    </Card>
  );
}

const completenessSteps = ['photo', 'description', 'lookingFor', 'age', 'place', 'email'] as const;
type CompletenessStep = (typeof completenessSteps)[number];

type About = Pick<OwnProfile, 'description' | 'lookingFor' | 'age' | 'city'>;
type AboutAccount = Pick<User, 'photos' | 'emailConfirmed'>;

/** How much of a profile is there, and what to do next. */
export function completenessOf(
  { description, lookingFor, age, city }: About,
  { photos, emailConfirmed }: AboutAccount,
): { percent: number; next: CompletenessStep | null } {
  const done: Record<CompletenessStep, boolean> = {
    photo: photos.some(({ status }) => status !== 'rejected'),
    description: description.trim() !== '',
    lookingFor: lookingFor.trim() !== '',
    age: age !== null,
    place: city !== null,
    email: emailConfirmed,
  };
  const missing = completenessSteps.filter((step) => !done[step]);
  const share = (completenessSteps.length - missing.length) / completenessSteps.length;
  return { percent: Math.round(share * 100), next: missing[0] ?? null };
}

const controls = 'input, select, textarea, button';

/** Scrolls to something, clear of the bars, and moves the focus to it. */
export function goTo(id: string): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  const control = place?.matches(controls) ? place : place?.querySelector<HTMLElement>(controls);
  control?.focus({ preventScroll: true });
}
