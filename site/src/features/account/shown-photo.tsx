import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnPhoto } from '#contract/account/user.ts';
import { removePhoto } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { withUser } from '#site/shell/me.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { DialogAction } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Photo } from '#ui/photo.tsx';
import { useToast } from '#ui/toast.tsx';
import { AppealState, useRefusal } from './appeals.tsx';
import { PhotoStateTag, movedWords } from './photo-state.tsx';
import { refusalWords } from './profile-status.tsx';
import { useMovePhoto } from './use-photo-order.ts';

type ShownPhotoProps = { photo: OwnPhoto; open: boolean; onClose: () => void; onClosed: () => void };

const aboutWords = {
  pending: 'photos.about.pending',
  approved: 'photos.about.approved',
  rejected: 'photos.about.rejected',
} as const;

/** One of the member’s photos, with what can be done with it. */
export function ShownPhoto({ photo, open, onClose, onClosed }: ShownPhotoProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const toast = useToast();
  const { trackerId, photos } = useMember();
  const [removing, setRemoving] = useState(false);
  const place = photos.findIndex(({ name }) => name === photo.name);
  const move = useMovePhoto();
  const refusal = useRefusal('photo', photo.name);
  const moveTo = (position: number) => {
    const possible = position >= 0 && position < photos.length;
    if (possible && !move.isPending) move.mutate({ photoId: photo.name, position });
  };
  const makeFirst = () =>
    move.mutate(
      { photoId: photo.name, position: 0 },
      {
        onSuccess: () => {
          onClose();
          toast({ kind: 'success', text: t('photos.madeFirst') });
        },
      },
    );
  const remove = useMutation({
    mutationFn: () => call(removePhoto, { trackerId, photoId: photo.name }),
    onSuccess: ({ user }) => {
      // First the address, then the photo: what is gone can't be closed any more.
      onClose();
      updateMember(withUser, user);
      toast({ kind: 'success', text: t('photos.removed') });
    },
  });
  const error = remove.error ?? move.error;

  const actions: DialogAction[] = removing
    ? [
        {
          label: t('photos.removeNow'),
          kind: 'danger',
          staysOpen: true,
          loading: remove.isPending,
          onClick: () => remove.mutate(),
        },
        { label: t('photos.keep'), staysOpen: true, onClick: () => setRemoving(false) },
      ]
    : [
        ...(place <= 0 || photo.status === 'rejected'
          ? []
          : [
              {
                label: t('photos.makeFirst'),
                staysOpen: true,
                loading: move.isPending && move.variables.position === 0,
                onClick: makeFirst,
              },
            ]),
        { label: t('photos.remove'), kind: 'secondary', staysOpen: true, onClick: () => setRemoving(true) },
      ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      closeLabel={t('shell:close')}
      title={removing ? t('photos.removeTitle') : t('photos.yours')}
      text={
        removing
          ? t('photos.removeText')
          : photo.refusal
            ? t('photos.about.rejectedWhy', { reason: t(refusalWords[photo.refusal]) })
            : t(aboutWords[photo.status])
      }
      picture={
        <Photo
          photo={photo.path === '' ? null : { src: photo.path }}
          alt=""
          shape="portrait"
          priority
          className="w-48"
        >
          <span className="absolute inset-x-0 bottom-0 flex justify-center pb-3">
            <PhotoStateTag status={photo.status} />
          </span>
        </Photo>
      }
      actions={actions}
    >
      {refusal && !removing && (
        <div className="text-center">
          <AppealState decision={refusal} />
        </div>
      )}
      {photos.length > 1 && !removing && (
        <div className="grid grid-cols-2 gap-2 max-xs:grid-cols-1">
          <Button
            size="sm"
            variant="ghost"
            aria-disabled={place <= 0}
            icon={<ArrowLeft aria-hidden="true" className="size-4" />}
            onClick={() => moveTo(place - 1)}
          >
            {t('photos.earlier')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-disabled={place >= photos.length - 1}
            icon={<ArrowRight aria-hidden="true" className="size-4" />}
            onClick={() => moveTo(place + 1)}
          >
            {t('photos.later')}
          </Button>
        </div>
      )}
      <p role="status" className="text-center text-sm text-muted">
        {move.isSuccess && !removing && movedWords(t, place)}
      </p>
      {error && <FormErrors title={explain(error, i18n)} />}
    </Dialog>
  );
}
