import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import type { LikedThing } from '#contract/profile/liked-thing.ts';
import type { Person } from '#contract/profile/people.ts';
import { lazyOverlay } from '#site/shell/lazy-part.tsx';
import { IconButton } from '#ui/icon-button.tsx';

const LikeSheet = lazyOverlay(async () => (await import('./like-sheet.tsx')).LikeSheet);

type LikeThingProps = {
  person: Person;
  what: LikedThing;
  /** A photo's number, or the title of a question. */
  name: string;
  className?: string;
};

/** A heart of its own at a photo or an answer. It asks whether words go with it. */
export function LikeThing({ person, what, name, className }: LikeThingProps) {
  const { t } = useTranslation('person');
  const key = 'photoId' in what ? what.photoId : what.prompt;
  const sheet = useOverlay(`like-${key}`);
  const kind = 'photoId' in what ? 'photo' : 'prompt';
  return (
    <>
      <IconButton
        label={t(`likeThing.${kind}`, { name })}
        variant="primary"
        icon={<Heart aria-hidden="true" className="size-5 fill-current" />}
        onClick={() => sheet.open(true)}
        className={className}
      />
      <LikeSheet
        open={sheet.isOpen}
        onClose={() => void sheet.close()}
        title={t(`likeThing.${kind}Title`, { name })}
        person={person}
        what={what}
      />
    </>
  );
}
