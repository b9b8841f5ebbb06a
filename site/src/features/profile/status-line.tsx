import { CircleCheck, CircleX, EyeOff, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMember } from '../../lib/session.ts';
import { Notice } from '../../ui/notice.tsx';

const looks = {
  visible: { tone: 'success', Icon: CircleCheck, words: 'status.visible' },
  pending: { tone: 'warning', Icon: Hourglass, words: 'status.pending' },
  rejected: { tone: 'danger', Icon: CircleX, words: 'status.rejected' },
  hidden: { tone: 'neutral', Icon: EyeOff, words: 'status.hidden' },
} as const;

/** Whether others can see the profile, and why not. */
export function StatusLine() {
  const { t } = useTranslation('profile');
  const { profileStatus } = useMember();
  const { tone, Icon, words } = looks[profileStatus];
  return (
    <div role="status">
      {profileStatus === 'visible' ? (
        <p className="flex items-start gap-2 text-[0.9375rem] text-success-text">
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {t(words)}
        </p>
      ) : (
        <Notice tone={tone} icon={<Icon aria-hidden="true" />}>
          {t(words)}
        </Notice>
      )}
    </div>
  );
}
