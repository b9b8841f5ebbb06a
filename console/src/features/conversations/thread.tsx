import { useQuery } from '@tanstack/react-query';
import { Check, CheckCheck, ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { daysBetween, formatDate } from '#client/dates.ts';
import { call } from '#console/shell/api.ts';
import { readStaffChatPhoto } from '#contract/staff/chat.ts';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { MessageTranslation } from './composer/translation.tsx';
import type { Place, StaffConversation, StaffMessage, useConversation } from './conversation-data.ts';
import { MessageActions, MessageSigns, QuotedLine, rowId } from './message-parts.tsx';
import { useMemberTyping } from './use-live-queue.ts';

/** What scrolls is reached by keyboard too. */
const withinReach = { tabIndex: 0 };

interface ThreadProps {
  place: Place;
  conversation: StaffConversation;
  query: ReturnType<typeof useConversation>;
  /** Whether the conversation is this host's now. */
  held: boolean;
  onReply: (message: StaffMessage) => void;
}

/** What was said. It is laid out from its end, so that it begins there and earlier pages move nothing. */
export function Thread({ place, conversation, query, held, onReply }: ThreadProps) {
  const { t } = useTranslation(['conversations', 'shell']);
  const { messages, member } = conversation;
  const isTyping = useMemberTyping(place);
  return (
    <div
      {...withinReach}
      role="log"
      aria-label={t('thread')}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain -outline-offset-3"
    >
      <ol className="mt-auto flex flex-col gap-1 px-3 py-4 lg:px-5">
        {messages.map((message, index) => (
          <Message
            key={message.id}
            place={place}
            message={message}
            member={member.screenName}
            held={held}
            onReply={onReply}
            opensDay={daysBetween(messages[index - 1]?.at ?? 0, message.at) > 0}
          />
        ))}
        {isTyping && <li className="text-xs text-muted">{t('typing', { name: member.screenName })}</li>}
      </ol>
      <LoadMore query={query} label={t('earlier')} failed={t('shell:loadMoreFailed')} scrolls="box" />
    </div>
  );
}

interface MessageProps extends Pick<ThreadProps, 'place' | 'held' | 'onReply'> {
  message: StaffMessage;
  member: string;
  /** The first of its day. */
  opensDay: boolean;
}

function Message({ place, message, member, held, onReply, opensDay }: MessageProps) {
  const { t, i18n } = useTranslation(['conversations', 'shell']);
  const { from, text, at, read, photo, quoted } = message;
  const isOurs = from === 'profile';
  const Ticks = read ? CheckCheck : Check;
  return (
    <li id={rowId(message.number)} className="group flex flex-col">
      {opensDay && (
        <h3 className="my-3 text-center font-text text-xs font-medium text-muted first-letter:uppercase">
          {formatDate(at, i18n.language, { dateStyle: 'full' })}
        </h3>
      )}
      <div
        className={`max-w-[85%] overflow-hidden rounded-card px-3 py-1.5 lg:max-w-[75%] ${isOurs ? 'self-end bg-primary-soft text-on-primary-soft' : 'self-start bg-soft text-ink'}`}
      >
        {quoted && <QuotedLine quoted={quoted} member={member} />}
        {photo && <MessagePhoto place={place} photo={photo} />}
        {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
        <MessageTranslation place={place} message={message} />
        <p className="flex items-center justify-end gap-1 text-[0.6875rem]">
          <time dateTime={new Date(at).toISOString()}>
            {formatDate(at, i18n.language, { timeStyle: 'short' })}
          </time>
          {isOurs && <Ticks role="img" aria-label={t(read ? 'read' : 'sent')} className="size-3.5" />}
        </p>
      </div>
      <MessageSigns message={message} member={member} />
      <MessageActions place={place} message={message} held={held} onReply={() => onReply(message)} />
    </li>
  );
}

function MessagePhoto({ place, photo }: { place: Place; photo: NonNullable<StaffMessage['photo']> }) {
  const { t } = useTranslation(['conversations', 'shell']);
  const shown = photo.status === 'approved';
  const { data, isError } = useQuery({
    queryKey: ['chat-photo', place.brand, photo.id],
    queryFn: async ({ signal }) =>
      addressOf(await call(readStaffChatPhoto, { brand: place.brand, id: photo.id }, { signal })),
    enabled: shown,
    staleTime: Infinity,
  });
  if (!shown || isError)
    return (
      <p className="flex items-center gap-2 py-1 text-[0.8125rem]">
        <ImageOff aria-hidden className="size-4 shrink-0" />
        {t(isError ? 'photo.failed' : photo.status === 'pending' ? 'photo.pending' : 'photo.rejected')}
      </p>
    );
  if (!data) return <Skeleton shape="card" className="my-1 h-40 w-52" />;
  return <img src={data} alt={t('photo.alt')} className="my-1 max-h-72 max-w-full rounded-card" />;
}

/** As a data address, which needs no tidying up. */
function addressOf(photo: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('The photo cannot be read.')));
    reader.readAsDataURL(photo);
  });
}
