import { Heart } from 'lucide-react';
import type { OwnPhoto } from '#contract/account/user.ts';
import { KindTag } from '#site/features/people/person-summary.tsx';
import type { Popup } from '#site/shell/popups.ts';
import { useMember } from '#site/shell/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import type { Picture } from '#ui/photo.tsx';

/** Where the small hearts rise from, how large, and when. */
const hearts = [
  'left-2 size-4 [animation-delay:250ms]',
  'left-1/4 size-6 [animation-delay:480ms]',
  'left-1/2 size-5 [animation-delay:320ms]',
  'right-1/4 size-4 [animation-delay:620ms]',
  'right-2 size-6 [animation-delay:400ms]',
];

const frame = 'block rounded-avatar border-4 border-raised shadow-raised';

/** The joy of a mutual like: both portraits meet, and a few hearts rise. */
export function MatchArt({ popup: { person } }: { popup: Popup }) {
  const { screenName, photos } = useMember();
  if (!person) return null;
  return (
    <span className="relative isolate flex flex-col items-center pt-4">
      <span
        aria-hidden="true"
        className="absolute -inset-x-16 -top-8 bottom-0 -z-1 animate-appear bg-[radial-gradient(closest-side,var(--accent-soft),transparent)]"
      />
      <span aria-hidden="true" className="absolute inset-x-0 bottom-10 -z-1 h-16 motion-reduce:hidden">
        {hearts.map((place) => (
          <Heart
            key={place}
            className={classNames('absolute bottom-0 animate-float fill-current text-like opacity-0', place)}
          />
        ))}
      </span>
      <span className="flex">
        <span className={classNames(frame, 'translate-x-3 -rotate-6 animate-meet-left')}>
          <Avatar name={screenName} photo={ownPicture(photos)} size="xl" />
        </span>
        <span className={classNames(frame, '-translate-x-3 rotate-6 animate-meet-right')}>
          <Avatar name={person.screenName} photo={person.photo ? { src: person.photo } : null} size="xl" />
        </span>
      </span>
      <span className="relative -mt-7 grid size-14 animate-beat place-items-center rounded-full border-4 border-raised bg-accent-fill text-on-accent">
        <Heart aria-hidden="true" className="size-7 fill-current" />
      </span>
      <KindTag kind={person.kind} className="mt-3" />
    </span>
  );
}

/** What others see of the member, or will. */
function ownPicture(photos: readonly OwnPhoto[]): Picture | null {
  const shown = photos.filter(({ status }) => status !== 'rejected');
  const photo = shown.find(({ isShown }) => isShown) ?? shown[0];
  return photo ? { src: photo.path } : null;
}
