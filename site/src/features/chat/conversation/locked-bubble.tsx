import { Image, LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../../../../contract/chat/messages.ts';
import { logEvent } from '../../../../../contract/insight/tracking.ts';
import { call } from '../../../shell/api.ts';
import { useOpenPaywall } from '../../billing/paywalls.ts';
import { noteLockedReply } from '../../billing/purchase-origin.ts';
import { useMember } from '../../../shell/session.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';

/** A reply that has to be paid for. Behind the veil are other letters; the real ones are not here. */
export function LockedBubble({ message: { id, profileId, blurred, photo } }: { message: Message }) {
  const { t } = useTranslation('chat');
  const { trackerId } = useMember();
  const openPaywall = useOpenPaywall();
  const read = () => {
    void call(logEvent, { trackerId, profileId, type: 'blurred_read' }).catch(() => undefined);
    noteLockedReply({ profileId, messageId: id });
    openPaywall('blurred');
  };
  return (
    <div className="rounded-bubble border border-dashed border-accent-text/50 bg-bubble-locked px-4 py-3 text-on-bubble-locked">
      <VisuallyHidden>{t('locked.words')}</VisuallyHidden>
      {blurred && (
        <p
          aria-hidden="true"
          className="line-clamp-4 overflow-hidden px-1 wrap-anywhere whitespace-pre-wrap opacity-70 blur-[5px] select-none"
        >
          {blurred}
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <span className="flex items-center gap-2 text-sm font-medium">
          {photo ? (
            <Image aria-hidden="true" className="size-4 shrink-0" />
          ) : (
            <LockKeyhole aria-hidden="true" className="size-4 shrink-0" />
          )}
          {photo ? t('locked.photo') : t('locked.answered')}
        </span>
        <Button size="sm" onClick={read}>
          {t('locked.read')}
        </Button>
      </div>
    </div>
  );
}
