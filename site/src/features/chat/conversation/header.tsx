import { Link } from 'react-router';
import { CompanionAvatar } from '../data/companion-avatar.tsx';
import type { Thread } from '../data/thread.ts';
import { KindTag } from '../../people/kind-tag.tsx';
import { nameAndAge } from '../../people/name-and-age.ts';
import { PageHeading } from '../../../shell/page-heading.tsx';
import { BackLink, StatusLine, hasPage } from './header-parts.tsx';
import { HeaderMenu } from './header-menu.tsx';
import { paths } from '../../../shell/paths.ts';

type HeaderProps = { profileId: string; thread: Thread; typing: boolean };

/** Who the conversation is with, who answers for them, and what they are doing. */
export function Header({ profileId, thread, typing }: HeaderProps) {
  const { conversation } = thread;
  const { screenName, photo, kind } = conversation;
  const leadsToProfile = kind !== null && hasPage(conversation);
  const name = (
    <PageHeading always className="truncate text-xl! leading-tight! sm:text-xl!">
      {nameAndAge(conversation)}
    </PageHeading>
  );
  return (
    <header className="relative z-10 flex items-center gap-1 border-b-(length:--stroke) border-line bg-surface py-2 pt-[max(0.5rem,env(safe-area-inset-top))] pr-1.5 pl-1 sm:pt-2 lg:pr-3 lg:pl-5">
      <span className="lg:hidden">
        <BackLink />
      </span>
      <CompanionAvatar name={screenName} photo={photo} kind={kind} className="mr-2" />
      <div className="min-w-0 flex-1">
        {leadsToProfile ? (
          <Link to={paths.person(profileId)} className="block rounded-field hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {kind && <KindTag kind={kind} className="my-0.5 py-1! sm:hidden" />}
          <StatusLine conversation={conversation} typing={typing} />
        </div>
      </div>
      {kind && <KindTag kind={kind} className="max-sm:hidden" />}
      {kind && <HeaderMenu profileId={profileId} thread={thread} />}
    </header>
  );
}
