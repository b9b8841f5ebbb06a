import { useMutation } from '@tanstack/react-query';
import { Bot, CircleCheck, CirclePause, CircleX, EyeOff, Hourglass, ScrollText, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { keepAccount } from '#contract/account/own-account.ts';
import { acceptTerms } from '#contract/account/sign-up.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { withUser } from '#site/shell/me.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember, updateMember, useMustAgreeAgain } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useToast } from '#ui/toast.tsx';
import { AppealState, useDecisions, useRefusal } from './appeals.tsx';

/** Whether others can see the profile, and why not; what has become of new words; and who looks at all that. */
export function StatusLine() {
  const { t } = useTranslation('profile');
  const { profileStatus, review, pause } = useMember();
  const isWithheld = useDecisions().data?.sanctions.some(
    ({ kind, endedAt }) => kind === 'hide' && endedAt === null,
  );
  const because = (reason: keyof typeof refusalWords) => t(refusalWords[reason]);
  return (
    <div role="status" className="space-y-3">
      {profileStatus === 'visible' && (
        <p className="flex items-start gap-2 text-[0.9375rem] text-success-text">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {t('status.visible')}
        </p>
      )}
      {profileStatus === 'pending' && (
        <Notice tone="warning" icon={<Hourglass aria-hidden="true" />}>
          {t('status.pending')} {t('status.meanwhile')}
        </Notice>
      )}
      {profileStatus === 'rejected' && (
        <Notice tone="danger" icon={<CircleX aria-hidden="true" />} action={<AppealOf what="profile" />}>
          {review.refusal
            ? t('status.rejected', { reason: because(review.refusal) })
            : t('status.rejectedPlain')}
        </Notice>
      )}
      {pause && (
        <Notice
          tone="neutral"
          icon={<CirclePause aria-hidden="true" />}
          action={
            <ButtonLink to={paths.safety('pause')} size="sm" variant="secondary">
              {t('rows.safety')}
            </ButtonLink>
          }
        >
          {t('status.paused')}
        </Notice>
      )}
      {profileStatus === 'hidden' && !isWithheld && !pause && (
        <Notice tone="neutral" icon={<EyeOff aria-hidden="true" />}>
          {t('status.hidden')}
        </Notice>
      )}
      {review.change === 'pending' && (
        <Notice tone="warning" icon={<Hourglass aria-hidden="true" />}>
          {t('status.changePending')}
        </Notice>
      )}
      {review.change === 'rejected' && review.changeRefusal && (
        <Notice tone="danger" icon={<CircleX aria-hidden="true" />} action={<AppealOf what="change" />}>
          {t('status.changeRejected', { reason: because(review.changeRefusal) })}
        </Notice>
      )}
      {review.automatic && (
        <p className="flex items-start gap-2 text-[0.9375rem] text-muted">
          <Bot aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {t('status.automatic')}
        </p>
      )}
    </div>
  );
}

function AppealOf({ what }: { what: 'profile' | 'change' }) {
  const refusal = useRefusal(what);
  return refusal && <AppealState decision={refusal} />;
}

/** What is open to a member who has not agreed to new terms, and the way back to the rest. */
export function TermsNotice() {
  const { t } = useTranslation('profile');
  const { trackerId } = useMember();
  const { busy, refusal, attempt } = useAttempt();
  const isAsked = useMustAgreeAgain();
  if (!isAsked) return null;
  const accept = async () => {
    const { user } = await call(acceptTerms, { trackerId, terms: true, adult: true });
    updateMember(withUser, user);
  };
  return (
    <Notice
      tone="warning"
      icon={<ScrollText aria-hidden="true" />}
      title={t('termsRefused.title')}
      action={
        <Button size="sm" variant="secondary" loading={busy} onClick={() => void attempt(accept)}>
          {t('termsRefused.accept')}
        </Button>
      }
    >
      {t('termsRefused.text')}
      <SubmitError refusal={refusal} />
    </Notice>
  );
}

/** Says when the account will be erased, and takes that back. */
export function ClosingBanner() {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const toast = useToast();
  const dates = useDates();
  const { trackerId, closesAt } = useMember();
  const keep = useMutation({
    mutationFn: () => call(keepAccount, { trackerId }),
    onSuccess: ({ user }) => {
      updateMember(withUser, user);
      toast({ kind: 'success', text: t('closing.kept') });
    },
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
  });
  if (closesAt === null) return null;
  return (
    <Notice
      tone="danger"
      icon={<Trash2 aria-hidden="true" />}
      title={t('closing.title', { date: dates.day(closesAt) })}
      action={
        <Button loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('closing.keep')}
        </Button>
      }
    >
      {t('closing.text')}
    </Notice>
  );
}

/** Why moderation refused something, as keys of the profile's words. */
export const refusalWords = {
  contact_details: 'refusals.contact_details',
  offensive: 'refusals.offensive',
  sexual: 'refusals.sexual',
  minor: 'refusals.minor',
  not_you: 'refusals.not_you',
  advertising: 'refusals.advertising',
  unclear: 'refusals.unclear',
} as const satisfies Record<RefusalReason, string>;
