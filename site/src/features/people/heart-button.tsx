import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../contract/profile/people.ts';
import { IconButton, type IconLook } from '../../../../packages/ui/icon-button.tsx';
import { useIsLiked, useLike } from './likes.ts';

/** Likes somebody with one tap. Once liked, it only says so. */
export function HeartButton({ person, ...look }: { person: Person; className?: string } & IconLook) {
  const { t } = useTranslation('people');
  const liked = useIsLiked(person);
  const like = useLike();
  const name = person.screenName;
  return (
    <IconButton
      label={liked ? t('like.liked', { name }) : t('like.give', { name })}
      aria-pressed={liked}
      onClick={() => {
        if (!liked) void like(person);
      }}
      {...look}
      icon={<Heart aria-hidden="true" className={liked ? 'size-6 fill-current text-like' : 'size-6'} />}
    />
  );
}
