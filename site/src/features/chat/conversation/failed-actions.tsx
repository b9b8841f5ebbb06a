import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Posted, discard, retry } from '../data/outbox.ts';
import { Button } from '../../../../../packages/ui/button.tsx';

/** What can be done about a message that was not sent. */
export function FailedActions({ posted }: { posted: Posted }) {
  const { t } = useTranslation('chat');
  return (
    <div
      role="alert"
      className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-sm text-danger-text"
    >
      <CircleAlert aria-hidden="true" className="size-4" />
      {t('failed.text')}
      <Button size="sm" variant="ghost" className="px-2!" onClick={() => retry(posted)}>
        {t('failed.retry')}
      </Button>
      <Button size="sm" variant="ghost" className="px-2!" onClick={() => discard(posted)}>
        {t('failed.delete')}
      </Button>
    </div>
  );
}
