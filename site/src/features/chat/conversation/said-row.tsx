import { EllipsisVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../../../../contract/chat/conversations.ts';
import { classNames } from '../../../../../packages/ui/class-names.ts';
import { IconButton } from '../../../../../packages/ui/icon-button.tsx';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { Bubble } from './bubble.tsx';
import { FailedActions, LimitedNote } from './failed-actions.tsx';
import { LockedBubble } from './locked-bubble.tsx';
import { PhoneWarning } from './phone-warning.tsx';
import type { Said } from './rows.ts';
import type { OnMenu } from './thread-row.tsx';
import { TimeAndTicks } from './time-and-ticks.tsx';
import { useLongPress } from './use-long-press.ts';

type SaidRowProps = { said: Said; conversation: Conversation; onMenu: OnMenu };

/** A message with all that belongs to it. */
export function SaidRow({ said, conversation, onMenu }: SaidRowProps) {
  const { t } = useTranslation('chat');
  const { message, progress, posted, sendsAt, first, last } = said;
  const own = message.type === 'own';
  const press = useLongPress((anchor) => onMenu(message, anchor));
  const name = conversation.screenName;
  return (
    <div
      data-row={message.number}
      className={classNames('flex flex-col', own ? 'items-end' : 'items-start', first ? 'mt-3' : 'mt-1')}
    >
      <div
        className={classNames(
          'group flex max-w-[88%] min-w-0 items-center gap-0.5 sm:max-w-[78%]',
          own && 'flex-row-reverse',
        )}
      >
        <div
          {...(posted ? {} : press)}
          className="min-w-0 pointer-coarse:select-none [-webkit-touch-callout:none]"
        >
          <VisuallyHidden>{own ? t('you') : t('says', { name })}</VisuallyHidden>
          {message.blurred === null ? <Bubble said={said} name={name} /> : <LockedBubble message={message} />}
        </div>
        {!posted && (
          <IconButton
            label={t('message.menu')}
            aria-haspopup="menu"
            icon={<EllipsisVertical aria-hidden="true" className="size-4" />}
            onClick={(event) => onMenu(message, event.currentTarget)}
            className="text-muted! pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus-visible:opacity-100 pointer-coarse:-mx-2"
          />
        )}
      </div>
      {message.phoneCovered && own && <PhoneWarning />}
      {posted && progress === 'failed' && <FailedActions posted={posted} />}
      {last && sendsAt !== null && <LimitedNote sendsAt={sendsAt} />}
      {last && <TimeAndTicks said={said} receiptsHidden={conversation.receiptsHidden} />}
    </div>
  );
}
