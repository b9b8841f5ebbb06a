import { CircleAlert, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Posted, discard, retry } from '../data/outbox.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { timeWords } from './time-words.ts';

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

/** Up to here "in a few seconds" is true. */
const SOON_MS = 45_000;

/** Too many messages in a short time: why it waits, and when it goes out by itself. */
export function LimitedNote({ sendsAt }: { sendsAt: number }) {
  const { t, i18n } = useTranslation('chat');
  const isSoon = sendsAt - Date.now() < SOON_MS;
  return (
    <p role="status" className="mt-1 flex max-w-[88%] items-center justify-end gap-1.5 text-sm text-muted">
      <Hourglass aria-hidden="true" className="size-4 shrink-0" />
      {isSoon ? t('limited.soon') : t('limited.at', { time: timeWords(sendsAt, i18n.language) })}
    </p>
  );
}
