import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileText, ImagePlus, MoveLeft, MoveRight, Star, Trash2 } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { call, explain } from '#console/shell/api.ts';
import { PHOTO_TYPES } from '#contract/kernel/constants.ts';
import { HOUSE_PHOTOS_MOST, type HousePhoto } from '#contract/staff/house-photo.ts';
import { moveHousePhoto, removeHousePhoto } from '#contract/staff/house-photos.ts';
import { type HouseProfile } from '#contract/staff/house-profiles.ts';
import { Tag } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { Confirm } from '#ui/confirm.tsx';
import { Menu } from '#ui/menu.tsx';
import { Photo } from '#ui/photo.tsx';
import { useToast } from '#ui/toast.tsx';
import { originWords } from '../origin-words.ts';
import { type ProfilePlace, profileKey, profilesKey } from '../profiles-data.ts';
import { AddPhotoDialog } from './add-photo-dialog.tsx';
import { OriginDialog } from './origin-dialog.tsx';
import { Section } from './section.tsx';

interface PhotosSectionProps {
  brand: string;
  profile: HouseProfile;
}

/** Up to six photos, the first of which is the profile's face. They are saved at once, each by itself. */
export function PhotosSection({ brand, profile }: PhotosSectionProps) {
  const { t, i18n } = useTranslation(['profile', 'shell']);
  const toast = useToast();
  const place: ProfilePlace = { brand, id: profile.id };
  const setProfile = useSetProfile(place);
  const { photos, state } = profile;
  const [picked, setPicked] = useState<{ file: File; picture: string } | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const adding = useOverlay('add-photo', { endsWithPage: true });
  const origin = useOverlay<string>('photo-origin', { endsWithPage: true });
  const removing = useOverlay<string>('remove-photo', { endsWithPage: true });
  const input = useRef<HTMLInputElement>(null);
  const canChange = state !== 'retired';

  const move = useMutation({
    mutationFn: (to: { photoId: string; position: number }) => call(moveHousePhoto, { ...place, ...to }),
    onSuccess(next, { position }) {
      setProfile(next);
      toast({ kind: 'success', text: t('photos.moved', { number: position + 1 }) });
    },
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
  });
  const remove = useMutation({
    mutationFn: (photoId: string) => call(removeHousePhoto, { ...place, photoId }),
    onSuccess(next) {
      setProfile(next);
      toast({ kind: 'success', text: t('photos.removed') });
    },
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: () => removing.close(),
  });
  const shown = move.isPending ? withMove(photos, move.variables) : photos;
  const moveTo = (photoId: string, position: number) => {
    if (canChange && !move.isPending && position >= 0 && position < photos.length)
      move.mutate({ photoId, position });
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    setPicked({ file, picture: URL.createObjectURL(file) });
    adding.open(true);
  };

  /** A file that is dropped beside the photos is a new one. */
  const dropZone = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (canChange && photos.length < HOUSE_PHOTOS_MOST) take(event.dataTransfer.files[0]);
    },
  };
  /** A photo that is dropped on another takes its place. */
  const dragProps = (photoId: string, index: number) => ({
    draggable: canChange,
    onDragStart: () => setDragged(photoId),
    onDragEnd: () => setDragged(null),
    onDrop: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (dragged !== photoId) moveTo(dragged, index);
      setDragged(null);
    },
  });

  return (
    <Section
      title={t('photos.title')}
      text={t(photos.length > 1 ? 'photos.text' : 'photos.textFirst')}
      aside={
        <span className="text-sm text-muted tabular-nums">
          {photos.length} / {HOUSE_PHOTOS_MOST}
        </span>
      }
    >
      <ul className="grid grid-cols-3 gap-2.5 max-xs:grid-cols-2" {...dropZone}>
        {shown.map((photo, index) => (
          <li
            key={photo.id}
            {...dragProps(photo.id, index)}
            className={classNames(
              'min-w-0',
              index === 0 && 'col-span-2 row-span-2',
              dragged === photo.id && 'opacity-50',
            )}
          >
            <PhotoTile
              photo={photo}
              index={index}
              count={shown.length}
              name={profile.settings.screenName}
              canChange={canChange}
              onMove={(position) => moveTo(photo.id, position)}
              onOrigin={() => origin.open(photo.id)}
              onRemove={() => removing.open(photo.id)}
            />
          </li>
        ))}
        {canChange && photos.length < HOUSE_PHOTOS_MOST && (
          <li className={photos.length === 0 ? 'col-span-2 row-span-2' : undefined}>
            <button
              type="button"
              onClick={() => input.current?.click()}
              className="flex aspect-4/5 w-full flex-col items-center justify-center gap-1.5 rounded-card border-2 border-dashed border-field-line bg-soft p-2 text-center text-sm font-semibold text-primary-text transition hover:border-primary-line hover:bg-soft-hover"
            >
              <ImagePlus aria-hidden className="size-6" strokeWidth={1.75} />
              {t(photos.length === 0 ? 'photos.addFirst' : 'photos.add')}
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES.join(',')}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        data-photo-input
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file may be picked again after a mistake.
          target.value = '';
        }}
      />
      {picked && (
        <AddPhotoDialog
          key={picked.picture}
          place={place}
          {...picked}
          open={adding.isOpen}
          onClose={adding.close}
          onClosed={() => {
            URL.revokeObjectURL(picked.picture);
            setPicked(null);
          }}
          onSaved={setProfile}
        />
      )}
      <OriginDialog
        place={place}
        photo={photos.find(({ id }) => id === origin.props) ?? null}
        open={origin.isOpen}
        onClose={() => void origin.close()}
        onSaved={setProfile}
      />
      <Confirm
        open={removing.isOpen}
        danger
        title={t('photos.removeTitle')}
        text={t('photos.removeText')}
        action={t('photos.remove')}
        cancel={t('shell:cancel')}
        busy={remove.isPending}
        onConfirm={() => removing.props !== null && remove.mutate(removing.props)}
        onClose={() => void removing.close()}
      />
    </Section>
  );
}

/** Every act answers with the whole profile as it is now. */
export function useSetProfile(place: ProfilePlace) {
  const client = useQueryClient();
  return (next: HouseProfile) => {
    client.setQueryData(profileKey(place), next);
    void client.invalidateQueries({ queryKey: [...profilesKey, 'list'] });
  };
}

function withMove(
  photos: readonly HousePhoto[],
  { photoId, position }: { photoId: string; position: number },
): readonly HousePhoto[] {
  const moved = photos.find(({ id }) => id === photoId);
  return moved ? photos.filter((photo) => photo !== moved).toSpliced(position, 0, moved) : photos;
}

interface PhotoTileProps {
  photo: HousePhoto;
  index: number;
  count: number;
  name: string;
  canChange: boolean;
  onMove: (position: number) => void;
  onOrigin: () => void;
  onRemove: () => void;
}

/** One photo. Its button opens what can be done with it; with Alt the arrow keys move it. */
function PhotoTile(props: PhotoTileProps) {
  const { photo, index, count, name, canChange, onMove, onOrigin, onRemove } = props;
  const { t } = useTranslation('profile');
  const last = index === count - 1;
  const moves = canChange
    ? [
        ...(index > 0
          ? [
              { label: t('photos.makeFirst'), icon: <Star aria-hidden />, onClick: () => onMove(0) },
              {
                label: t('photos.earlier'),
                icon: <MoveLeft aria-hidden />,
                onClick: () => onMove(index - 1),
              },
            ]
          : []),
        ...(last
          ? []
          : [
              { label: t('photos.later'), icon: <MoveRight aria-hidden />, onClick: () => onMove(index + 1) },
            ]),
      ]
    : [];
  const isMissing = photo.origin === 'consented' && !photo.hasDocument;
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
          onKeyDown={(event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (!event.altKey || step === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            onMove(index + step);
          }}
          className="block w-full rounded-card text-start focus-visible:outline-offset-3"
        >
          <Photo
            photo={{ src: photo.address }}
            alt={t('photos.one', { number: index + 1, name })}
            shape="card"
            priority={index === 0}
          >
            <span className="absolute inset-x-1.5 bottom-1.5 flex flex-wrap gap-1">
              <Tag tone={isMissing ? 'warning' : 'neutral'} className="max-w-full">
                <span className="truncate">
                  {isMissing ? t('photos.noDocument') : t(originWords(photo.origin).name)}
                </span>
              </Tag>
            </span>
          </Photo>
        </button>
      }
      actions={[
        { label: t('photos.origin'), icon: <FileText aria-hidden />, onClick: onOrigin },
        ...moves,
        ...(canChange
          ? [
              {
                label: t('photos.remove'),
                icon: <Trash2 aria-hidden />,
                tone: 'danger' as const,
                onClick: onRemove,
              },
            ]
          : []),
      ]}
    />
  );
}
