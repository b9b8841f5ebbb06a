import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makePhotoFirst, removePhoto } from '../../../../contract/profile/own-profile.ts';
import type { OwnPhoto } from '../../../../contract/account/user.ts';
import { call } from '../../shell/api.ts';
import { explain } from '../../shell/explain.ts';
import { withUser } from '../../shell/me.ts';
import { updateMember, useMember } from '../../shell/session.ts';
import { Dialog, type DialogAction } from '../../../../packages/ui/dialog.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { Photo } from '../../../../packages/ui/photo.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { PhotoStateTag } from './photo-state-tag.tsx';
import { refusalWords } from './refusal-words.ts';
import { useHash } from './use-hash.ts';

const PREFIX = 'photo-';

/** The photo whose name is in the address, with what can be done with it. */
export function PhotoDialog() {
  const { photos } = useMember();
  const { name, close } = useHash();
  const [shown, setShown] = useState<OwnPhoto | null>(null);
  const named = photos.find((photo) => name === PREFIX + photo.name);
  if (named && named !== shown) setShown(named);
  if (!shown) return null;
  return (
    <ShownPhoto
      key={shown.name}
      photo={shown}
      open={named !== undefined}
      onClose={close}
      onClosed={() => setShown(null)}
    />
  );
}

type ShownPhotoProps = { photo: OwnPhoto; open: boolean; onClose: () => void; onClosed: () => void };

const acts = {
  remove: { endpoint: removePhoto, done: 'photos.removed' },
  first: { endpoint: makePhotoFirst, done: 'photos.madeFirst' },
} as const;

const aboutWords = {
  pending: 'photos.about.pending',
  approved: 'photos.about.approved',
  rejected: 'photos.about.rejected',
} as const;

function ShownPhoto({ photo, open, onClose, onClosed }: ShownPhotoProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const toast = useToast();
  const { trackerId } = useMember();
  const [removing, setRemoving] = useState(false);
  const act = useMutation({
    mutationFn: (what: keyof typeof acts) => call(acts[what].endpoint, { trackerId, photoId: photo.name }),
    onSuccess: ({ user }, what) => {
      // First the address, then the photo: what is gone can't be closed any more.
      onClose();
      updateMember(withUser, user);
      toast({ kind: 'success', text: t(acts[what].done) });
    },
  });
  const doing = (what: keyof typeof acts) => act.isPending && act.variables === what;

  const actions: DialogAction[] = removing
    ? [
        {
          label: t('photos.removeNow'),
          kind: 'danger',
          staysOpen: true,
          loading: doing('remove'),
          onClick: () => act.mutate('remove'),
        },
        { label: t('photos.keep'), staysOpen: true, onClick: () => setRemoving(false) },
      ]
    : [
        ...(photo.isDefault || photo.status === 'rejected'
          ? []
          : [
              {
                label: t('photos.makeFirst'),
                staysOpen: true,
                loading: doing('first'),
                onClick: () => act.mutate('first'),
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
      {act.error && <FormErrors title={explain(act.error, i18n)} />}
    </Dialog>
  );
}
