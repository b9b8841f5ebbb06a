import { useTranslation } from 'react-i18next';
import type { OwnPhoto } from '../../../../contract/account/user.ts';
import { classNames } from '../../../../packages/ui/class-names.ts';
import { Photo } from '../../../../packages/ui/photo.tsx';
import { refreshUser } from '../../shell/member-query.ts';
import { useMember } from '../../shell/session.ts';
import { PhotoStateTag } from './photo-state-tag.tsx';

type PhotoTileProps = { photo: OwnPhoto; number: number; large?: boolean; onOpen: () => void };

/** One of my photos. It opens what can be done with it. */
export function PhotoTile({ photo, number, large = false, onOpen }: PhotoTileProps) {
  const { t } = useTranslation('profile');
  const { trackerId } = useMember();
  // The address of a photo that waits is good for an hour or two: a page that was left open asks for another.
  const askAgain = () => void refreshUser(trackerId).catch(() => undefined);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="group block w-full rounded-portrait focus-visible:outline-offset-3"
    >
      <Photo
        photo={photo.path === '' ? null : { src: photo.path }}
        alt={large ? t('photos.first') : t('photos.one', { number })}
        shape="portrait"
        priority={large}
        onBroken={photo.status === 'pending' ? askAgain : undefined}
        className={classNames(photo.status === 'rejected' && 'opacity-60')}
      >
        <span
          className={classNames(
            'absolute inset-x-0 bottom-0 flex justify-center p-2 transition',
            large ? 'pb-3' : 'p-1.5',
          )}
        >
          {(large || photo.status !== 'approved') && <PhotoStateTag status={photo.status} small={!large} />}
        </span>
      </Photo>
    </button>
  );
}
