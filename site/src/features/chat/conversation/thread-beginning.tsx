import { Bot, Footprints, RotateCw, UsersRound, CircleAlert, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RefObject, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Conversation } from '#contract/chat/conversations.ts';
import { usePerson } from '#site/features/people/person-data.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { loadOlder } from '../data/messages-data.ts';
import type { Thread } from '../data/thread.ts';
import { ParticipantAvatar } from '../participant-parts.tsx';
import { useMutedUntil } from './use-conversation.ts';

/** How far ahead of the reader older messages are fetched. */
const AHEAD_PX = 1_500;

type BeginningProps = {
  profileId: string;
  thread: Thread;
  scroller: RefObject<HTMLElement | null>;
  onStarter: (words: string) => void;
};

/** The top of a conversation: more of it, or how it begins. */
export function Beginning({ profileId, thread, scroller, onStarter }: BeginningProps) {
  const { conversation, older } = thread;
  const mayWrite = useMutedUntil() === null && conversation.closed === null;
  // Each page mounts a new one, which looks again whether the next page is near.
  if (older !== null) return <Older key={older} profileId={profileId} thread={thread} scroller={scroller} />;
  return (
    <>
      <WhoAnswers thread={thread} />
      <Visited profileId={profileId} thread={thread} />
      {conversation.icebreaker && mayWrite && (
        <Icebreaker profileId={profileId} conversation={conversation} onStarter={onStarter} />
      )}
    </>
  );
}

function Older({ profileId, thread: { phase }, scroller }: Omit<BeginningProps, 'onStarter'>) {
  const { t } = useTranslation('chat');
  const { trackerId } = useMember();
  const mark = useRef<HTMLDivElement>(null);
  const waits = phase !== 'loading_older' && phase !== 'older_failed';
  useEffect(() => {
    if (!mark.current || !waits) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) void loadOlder(trackerId, profileId);
      },
      { root: scroller.current, rootMargin: `${AHEAD_PX}px 0px 0px` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [trackerId, profileId, scroller, waits]);
  return (
    <div ref={mark} className="grid min-h-14 place-items-center text-muted">
      {phase === 'older_failed' ? (
        <Button
          variant="secondary"
          size="sm"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => void loadOlder(trackerId, profileId)}
        >
          {t('older.failed')}
        </Button>
      ) : (
        <Spinner label={t('older.loading')} />
      )}
    </div>
  );
}

/** Who really writes, in a line of its own. */
function WhoAnswers({ thread: { conversation } }: { thread: Thread }) {
  const { t } = useTranslation('chat');
  const { kind, screenName: name } = conversation;
  if (kind === 'ai') return <Note icon={<Bot aria-hidden="true" />}>{t('who.ai', { name })}</Note>;
  if (kind === 'staff')
    return <Note icon={<UsersRound aria-hidden="true" />}>{t('who.staff', { name })}</Note>;
  return null;
}

function Visited({ profileId, thread: { conversation } }: { profileId: string; thread: Thread }) {
  const { t } = useTranslation('chat');
  const visited = useMember((me) => me.visited.includes(profileId));
  if (!visited || !conversation.icebreaker || conversation.kind === null) return null;
  return (
    <Note icon={<Footprints aria-hidden="true" />}>
      {t('visited.text')}{' '}
      <Link
        to={paths.person(profileId)}
        className="font-semibold text-primary-text underline underline-offset-4"
      >
        {t('visited.link')}
      </Link>
    </Note>
  );
}

const starters = ['starters.evening', 'starters.profile', 'starters.weekend', 'starters.smile'] as const;

type IcebreakerProps = {
  profileId: string;
  conversation: Conversation;
  onStarter: (words: string) => void;
};

/** No messages yet: a warm word, and a few to begin with. They go into the input, where they can be changed. */
function Icebreaker({ profileId, conversation, onStarter }: IcebreakerProps) {
  const { t } = useTranslation(['chat', 'prompts']);
  const { data: person } = usePerson(profileId);
  const answers = person?.prompts ?? [];
  const { screenName: name, photo, kind } = conversation;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-6 text-center">
      <ParticipantAvatar name={name} photo={photo} kind={kind} size="lg" />
      <h2 className="mt-4 text-2xl">{t('icebreaker.title', { name })}</h2>
      <p className="mt-2 text-muted">{t('icebreaker.text')}</p>
      {answers.length > 0 && (
        <ul aria-label={t('starters.theirs', { name })} className="mt-5 w-full space-y-2 text-left">
          {answers.map(({ prompt, text }) => {
            const title = t(`prompts:prompts.${prompt}.title`);
            return (
              <li key={prompt}>
                <button
                  type="button"
                  onClick={() => onStarter(t('starters.about', { title }))}
                  className="w-full rounded-card edge bg-surface px-4 py-3 text-left transition-colors hover:bg-soft"
                >
                  <span className="block text-sm text-muted">{title}</span>
                  <q className="line-clamp-3 font-heading text-lg wrap-anywhere">{text}</q>
                  <span className="mt-1 block text-sm font-semibold text-primary-text">
                    {t('starters.start')}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <ul className="mt-5 flex flex-wrap justify-center gap-2">
        {starters.map((key) => {
          const words = t(key, { name });
          return (
            <li key={key}>
              <button
                type="button"
                onClick={() => onStarter(words)}
                className="min-h-11 rounded-bubble edge bg-surface px-4 py-2 text-[0.9375rem] text-ink transition-colors hover:bg-soft"
              >
                {words}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A line in the middle that neither of the two wrote. */
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
