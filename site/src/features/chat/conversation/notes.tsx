import { CircleAlert, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../packages/ui/button.tsx';

/** A line in the middle, said by nobody of the two. */
export function Note({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className="mx-auto my-3 flex w-fit max-w-md items-start gap-2 rounded-card bg-soft px-4 py-2.5 text-sm text-pretty text-ink [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span>{children}</span>
    </p>
  );
}

export function InvitationNote() {
  const { t } = useTranslation('chat');
  return <Note icon={<Hourglass aria-hidden="true" />}>{t('invitationPending')}</Note>;
}

/** What was missed could not be fetched. */
export function BehindNote({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <div role="status">
      <Note icon={<CircleAlert aria-hidden="true" />}>
        {t('behind.text')}
        <Button size="sm" variant="ghost" onClick={onRetry} className="ml-1 min-h-0! px-1! py-0!">
          {t('behind.retry')}
        </Button>
      </Note>
    </div>
  );
}
