import { CircleX, Hourglass, LockKeyhole, ScanFace } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VerificationReason, VerificationState } from '#contract/moderation/photo-verification.ts';
import { PhotoVerifiedTag } from '#site/features/people/photo-verified.tsx';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { ownPicture } from '#site/shell/me.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Button, ButtonLink, type ButtonVariant } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { Photo } from '#ui/photo.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { ProfileSubpage } from '../profile-subpage.tsx';
import { AskedGesture, Expired } from './asked-gesture.tsx';
import { useStartVerification, useVerification } from './verification-data.ts';

/** A member shows, by a gesture before the camera, that the main photo is theirs. */
export function VerificationScreen() {
  // The sentences for failures must be there before there is something to explain.
  const { t } = useTranslation(['verification', 'people', 'errors']);
  const verification = useVerification();
  return (
    <ProfileSubpage back={t('toProfile')} lead={t('lead')}>
      <div className="mt-6">
        <Loaded query={verification} skeleton={<RowSkeletons />}>
          {(state) => <Verification state={state} />}
        </Loaded>
      </div>
    </ProfileSubpage>
  );
}

function Verification({ state }: { state: VerificationState }) {
  const { t } = useTranslation('verification');
  const { status, gesture, expiresAt, reason, hasPhoto } = state;
  const start = useStartVerification();
  // After the deadline the server reports no requested gesture; the page still explains why it is gone.
  const [asked, setAsked] = useState(false);
  if (status === 'asked' && !asked) setAsked(true);
  const begin = (words: 'start' | 'again' | 'retryAll', variant: ButtonVariant = 'primary') => (
    <Begin
      label={t(words)}
      variant={variant}
      busy={start.isPending}
      error={start.error}
      onBegin={() => start.mutate()}
    />
  );
  if (status === 'verified') return <Verified />;
  if (status === 'waiting') {
    return (
      <Notice tone="warning" icon={<Hourglass aria-hidden="true" />} title={t('waiting.title')}>
        {t('waiting.text')}
      </Notice>
    );
  }
  if (!hasPhoto) {
    return (
      <div className="space-y-6">
        <Notice tone="warning" action={<ButtonLink to={paths.profile()}>{t('noPhoto.link')}</ButtonLink>}>
          {t('noPhoto.text')}
        </Notice>
        <HowItWorks />
      </div>
    );
  }
  if (status === 'asked' && gesture && expiresAt !== null) {
    return (
      <AskedGesture
        key={expiresAt}
        gesture={gesture}
        until={expiresAt}
        again={(variant) => begin('again', variant)}
      />
    );
  }
  if (status === 'refused' && reason) {
    return (
      <div className="space-y-6">
        <Notice tone="danger" icon={<CircleX aria-hidden="true" />} title={t('refused.title')}>
          <p>{t(reasonWords[reason])}</p>
          <p className="mt-1">{t('refused.text')}</p>
        </Notice>
        {begin('retryAll')}
        <HowItWorks />
      </div>
    );
  }
  if (asked) {
    return (
      <div className="space-y-6">
        <Expired />
        {begin('again')}
        <HowItWorks />
      </div>
    );
  }
  return (
    <div className="space-y-6">
      <HowItWorks />
      {begin('start')}
    </div>
  );
}

const reasonWords = {
  gesture: 'reasons.gesture',
  other_person: 'reasons.other_person',
  unclear: 'reasons.unclear',
  edited: 'reasons.edited',
} as const satisfies Record<VerificationReason, string>;

type BeginProps = {
  label: string;
  variant: ButtonVariant;
  busy: boolean;
  error: unknown;
  onBegin: () => void;
};

function Begin({ label, variant, busy, error, onBegin }: BeginProps) {
  const { i18n } = useTranslation('errors');
  return (
    <div className="space-y-3">
      {error !== null && <FormErrors title={explain(error, i18n)} />}
      <Button size="lg" wide variant={variant} loading={busy} onClick={onBegin}>
        {label}
      </Button>
    </div>
  );
}

/** What will happen, what the badge means and who sees the picture. */
function HowItWorks() {
  const { t } = useTranslation('verification');
  const picture = useMember(ownPicture);
  return (
    <Card as="section" className="space-y-5">
      <h2 className="text-2xl">{t('how.title')}</h2>
      <div className="flex items-start gap-5 max-xs:flex-col-reverse">
        <ol className="min-w-0 flex-1 list-decimal space-y-2 pl-[1.25rem] marker:font-semibold marker:text-primary-text">
          <li>{t('how.ask')}</li>
          <li>{t('how.take')}</li>
          <li>{t('how.compare')}</li>
        </ol>
        {picture !== undefined && (
          <Photo
            photo={{ src: picture }}
            alt={t('compared')}
            shape="portrait"
            className="w-24 shrink-0 sm:w-28"
          />
        )}
      </div>
      <div className="space-y-2.5">
        <PhotoVerifiedTag />
        <p>{t('meaning')}</p>
      </div>
      <p className="flex items-start gap-2.5 text-[0.9375rem] text-muted">
        <LockKeyhole aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {t('privacy')}
      </p>
    </Card>
  );
}

function Verified() {
  const { t } = useTranslation(['verification', 'people']);
  return (
    <div className="space-y-6">
      <Notice tone="success" icon={<ScanFace aria-hidden="true" />} title={t('verified.title')}>
        {t('verified.text')}
      </Notice>
      <Card as="section" className="space-y-3">
        <h2 className="text-2xl">{t('shown')}</h2>
        <PhotoVerifiedTag />
        <p className="text-[0.9375rem] text-muted">{t('people:photoVerifiedText')}</p>
      </Card>
    </div>
  );
}
