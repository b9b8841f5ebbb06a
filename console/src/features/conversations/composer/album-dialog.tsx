import { Check, ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { readAlbum } from '#contract/staff/writing.ts';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Place } from '../conversation-data.ts';
import { useAlbum } from './writing-data.ts';

export type AlbumPhoto = ReplyOf<typeof readAlbum>['photos'][number];

interface AlbumDialogProps {
  place: Place;
  /** The profile's. */
  name: string;
  isOpen: boolean;
  onPick: (photo: AlbumPhoto) => void;
  onClose: () => void;
}

/** The profile's own photos, of which one goes with the reply. */
export function AlbumDialog({ place, name, isOpen, onPick, onClose }: AlbumDialogProps) {
  const { t } = useTranslation(['composer', 'shell']);
  const query = useAlbum(place, isOpen);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('photo.pick')}
      text={t('photo.text', { name })}
    >
      <Loaded query={query} skeleton={<SkeletonRows rows={2} className="h-28" />}>
        {(photos) =>
          photos.length === 0 ? (
            <EmptyState compact icon={<ImageOff />} title={t('photo.empty')} />
          ) : (
            <ul className="grid grid-cols-3 gap-2">
              {photos.map((photo, index) => (
                <li key={photo.id}>
                  <AlbumButton photo={photo} number={index + 1} onPick={onPick} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface AlbumButtonProps extends Pick<AlbumDialogProps, 'onPick'> {
  photo: AlbumPhoto;
  number: number;
}

function AlbumButton({ photo, number, onPick }: AlbumButtonProps) {
  const { t } = useTranslation(['composer']);
  return (
    <button
      type="button"
      disabled={photo.sent}
      onClick={() => onPick(photo)}
      className="relative block w-full overflow-hidden rounded-field edge disabled:cursor-not-allowed"
    >
      <img
        src={photo.address}
        alt={t('photo.choose', { number })}
        width={photo.width}
        height={photo.height}
        className={`aspect-3/4 w-full object-cover ${photo.sent ? 'opacity-40' : ''}`}
      />
      {photo.sent && (
        <span className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-1 bg-inverse py-1 text-xs font-medium text-on-inverse">
          <Check aria-hidden className="size-3.5" />
          {t('photo.sent')}
        </span>
      )}
    </button>
  );
}
