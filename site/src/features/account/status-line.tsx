import { Bot, CircleCheck, CircleX, EyeOff, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../packages/ui/notice.tsx';
import { useMember } from '../../shell/session.ts';
import { refusalWords as reasons } from './refusal-words.ts';

/** Whether others can see the profile, and why not; what has become of new words; and who looks at all that. */
export function StatusLine() {
  const { t } = useTranslation('profile');
  const { profileStatus, review } = useMember();
  const because = (reason: keyof typeof reasons) => t(reasons[reason]);
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
        <Notice tone="danger" icon={<CircleX aria-hidden="true" />}>
          {review.refusal
            ? t('status.rejected', { reason: because(review.refusal) })
            : t('status.rejectedPlain')}
        </Notice>
      )}
      {profileStatus === 'hidden' && (
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
        <Notice tone="danger" icon={<CircleX aria-hidden="true" />}>
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
