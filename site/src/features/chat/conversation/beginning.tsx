import { Bot, Footprints, RotateCw, UsersRound } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadOlder } from '../data/messages-data.ts';
import type { Thread } from '../data/thread.ts';
import { useMember } from '../../../shell/session.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { Spinner } from '../../../../../packages/ui/spinner.tsx';
import { Icebreaker } from './icebreaker.tsx';
import { Note } from './notes.tsx';
import { paths } from '../../../shell/paths.ts';

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
  // With each page a new one, which looks anew whether the next page is near.
  if (older !== null) return <Older key={older} profileId={profileId} thread={thread} scroller={scroller} />;
  return (
    <>
      <WhoAnswers thread={thread} />
      <Visited profileId={profileId} thread={thread} />
      {conversation.icebreaker && conversation.closed === null && (
        <Icebreaker conversation={conversation} onStarter={onStarter} />
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
