import { Camera, ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinkedOverlay, useOverlay } from '#client/overlays.ts';
import type { OwnPhoto } from '#contract/account/user.ts';
import { PHOTO_TYPES } from '#contract/kernel/constants.ts';
import { explain } from '#site/shell/explain.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { refreshUser } from '#site/shell/member-query.ts';
import { useMember } from '#site/shell/session.ts';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { FieldError } from '#ui/field.tsx';
import { Photo } from '#ui/photo.tsx';
import { useToast } from '#ui/toast.tsx';
import { ADD_PHOTO_ID } from './completeness.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import { movedWords, PhotoStateTag } from './photo-state.tsx';
import { UploadState, UploadTile, usePhotoPicker, usePhotoUpload } from './photo-upload.tsx';
import { refusalWords } from './profile-status.tsx';
import { useMovePhoto, usePhotoDrag, withMove } from './use-photo-order.ts';

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

/** As many as a profile may have. */
const PHOTOS_MAX = 6;
const FAULT_ID = 'profile-photo-fault';

export function PhotosCard() {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const { photos, review } = useMember();
  const { open } = useLinkedOverlay();
  const crop = useOverlay('crop', { endsWithPage: true });
  const { upload, send } = usePhotoUpload();
  const [picture, setPicture] = useState<string | null>(null);
  const free = PHOTOS_MAX - photos.length;
  const { fault, setFault, over, browse, input, dropZone } = usePhotoPicker({
    active: free > 0 && upload === null,
    onPicked: (address) => {
      setPicture(address);
      crop.open(true);
    },
  });
  const forget = () => {
    if (picture) URL.revokeObjectURL(picture);
    setPicture(null);
  };
  const toast = useToast();
  const move = useMovePhoto();
  const shown = move.isPending ? withMove(photos, move.variables) : photos;
  const { list, drag, itemProps } = usePhotoDrag((photoId, target) => {
    const position = photos.findIndex((photo) => photo.name === target);
    move.mutate(
      { photoId, position },
      {
        onSuccess: () => toast({ kind: 'success', text: movedWords(t, position) }),
        onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
      },
    );
  });
  const lead = t(review.automatic ? 'photos.leadAuto' : 'photos.lead', { count: PHOTOS_MAX });

  return (
    <Card
      as="section"
      aria-labelledby="profile-photos"
      {...dropZone}
      className={classNames(over && 'outline-3 outline-dashed outline-offset-2 outline-ring')}
    >
      <h2 id="profile-photos" className="text-2xl">
        {t('photos.title')}
      </h2>
      <p className="mt-1 mb-5 text-[0.9375rem] text-muted">
        {photos.length > 1 ? `${lead} ${t('photos.arrange')}` : lead}
      </p>
      <ul ref={list} className="grid grid-cols-3 gap-3 max-xs:grid-cols-2">
        {shown.map((photo, index) => (
          <li
            key={photo.name}
            {...(photos.length > 1 && itemProps(photo.name))}
            style={
              drag?.name === photo.name ? { transform: `translate(${drag.x}px, ${drag.y}px)` } : undefined
            }
            className={classNames(
              'rounded-portrait select-none',
              index === 0 && 'col-span-2 row-span-2',
              drag?.name === photo.name && 'z-10 cursor-grabbing opacity-80',
              drag?.over === photo.name && 'outline-3 outline-offset-2 outline-ring',
            )}
          >
            <PhotoTile
              photo={photo}
              number={index + 1}
              large={index === 0}
              onOpen={() => open(`photo-${photo.name}`)}
            />
          </li>
        ))}
        {upload && (
          <li className={photos.length === 0 ? 'col-span-2 row-span-2' : undefined}>
            <UploadTile upload={upload} />
          </li>
        )}
        {free > 0 && !upload && (
          <li className={photos.length === 0 ? 'col-span-2 row-span-2' : undefined}>
            <button
              type="button"
              id={ADD_PHOTO_ID}
              onClick={browse}
              aria-describedby={fault ? FAULT_ID : undefined}
              className="flex aspect-4/5 w-full flex-col items-center justify-center gap-2 rounded-portrait border-2 border-dashed border-field-line bg-soft p-1 text-center text-xs font-semibold wrap-normal text-primary-text min-[22.5rem]:p-2 min-[22.5rem]:text-sm transition hover:border-primary-line hover:bg-soft-hover"
            >
              {photos.length === 0 ? (
                <Camera aria-hidden="true" className="size-9" strokeWidth={1.5} />
              ) : (
                <ImagePlus aria-hidden="true" className="size-6" strokeWidth={1.75} />
              )}
              {photos.length === 0 ? t('photos.addFirst') : t('photos.add')}
            </button>
          </li>
        )}
      </ul>
      <Refusals onOpen={(name) => open(`photo-${name}`)} />
      <input
        {...input}
        accept={PHOTO_TYPES.join(',')}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        data-photo-input
      />
      <div role="alert">
        <FieldError id={FAULT_ID}>{fault ? i18n.t(fault, { ns: 'errors' }) : undefined}</FieldError>
      </div>
      {upload && <UploadState upload={upload} />}
      <PhotoDialog />
      {picture && (
        <CropDialog
          picture={picture}
          open={crop.isOpen}
          onClose={() => void crop.close()}
          onClosed={forget}
          onCropped={send}
          onFault={setFault}
        />
      )}
    </Card>
  );
}

/** Why photos were refused, where one looks for it. What can be done about it stands in each photo's own dialog. */
function Refusals({ onOpen }: { onOpen: (name: string) => void }) {
  const { t } = useTranslation('profile');
  const { photos } = useMember();
  if (photos.every(({ refusal }) => refusal === null)) return null;
  return (
    <ul className="mt-4 space-y-2 text-[0.9375rem]">
      {photos.map(
        ({ name, refusal }, index) =>
          refusal && (
            <li key={name}>
              <span className="text-danger-text">
                {t('photos.refused', { number: index + 1, reason: t(refusalWords[refusal]) })}
              </span>{' '}
              <button
                type="button"
                onClick={() => onOpen(name)}
                className="relative touch-target font-semibold text-primary-text underline underline-offset-4"
              >
                {t('photos.whatNow')}
              </button>
            </li>
          ),
      )}
    </ul>
  );
}

type PhotoTileProps = { photo: OwnPhoto; number: number; large?: boolean; onOpen: () => void };

/** One of my photos. It opens what can be done with it. */
function PhotoTile({ photo, number, large = false, onOpen }: PhotoTileProps) {
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
        className={classNames(photo.status === 'rejected' && '[&_img]:opacity-60')}
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
