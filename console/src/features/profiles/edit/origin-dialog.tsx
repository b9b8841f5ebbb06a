import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import { type HousePhoto } from '#contract/staff/house-photo.ts';
import { addOriginDocument, readOriginDocument } from '#contract/staff/house-photos.ts';
import { type HouseProfile } from '#contract/staff/house-profiles.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { originWords } from '../origin-words.ts';
import type { ProfilePlace } from '../profiles-data.ts';
import { DocumentField } from './origin-fields.tsx';

interface OriginDialogProps {
  place: ProfilePlace;
  photo: HousePhoto | null;
  open: boolean;
  onClose: () => void;
  onSaved: (profile: HouseProfile) => void;
}

/** Where a photo comes from, and the document that shows it: to be read, or to be added. */
export function OriginDialog({ place, photo, open, onClose, onSaved }: OriginDialogProps) {
  const { t } = useTranslation(['profile', 'shell']);
  return (
    <Dialog
      open={open && photo !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t(originWords(photo?.origin ?? null).name)}
      text={t(originWords(photo?.origin ?? null).text)}
    >
      {photo && photo.origin !== null && (
        <Origin key={photo.id} place={place} photo={photo} onSaved={onSaved} />
      )}
    </Dialog>
  );
}

function Origin({
  place,
  photo,
  onSaved,
}: Pick<OriginDialogProps, 'place' | 'onSaved'> & { photo: HousePhoto }) {
  const { t, i18n } = useTranslation('profile');
  const [document, setDocument] = useState<File | null>(null);
  const add = useMutation({
    mutationFn: (chosen: File) =>
      call(addOriginDocument, { ...place, photoId: photo.id, document: chosen }, { patience: 45_000 }),
    onSuccess(next) {
      onSaved(next);
      setDocument(null);
    },
  });
  const show = useMutation({
    mutationFn: () => call(readOriginDocument, { ...place, photoId: photo.id }),
    onSuccess: saveDocument,
  });
  return (
    <div className="flex flex-col gap-4">
      {photo.statement && <p className="wrap-anywhere whitespace-pre-line">{photo.statement}</p>}
      {photo.hasDocument ? (
        <Button variant="secondary" loading={show.isPending} onClick={() => show.mutate()}>
          {t('document.open')}
        </Button>
      ) : (
        photo.origin !== 'own_drawing' && <p className="text-sm text-muted">{t('document.none')}</p>
      )}
      {photo.origin !== 'own_drawing' && (
        <>
          <DocumentField
            required={photo.origin === 'consented' && !photo.hasDocument}
            document={document}
            error={undefined}
            onDocument={setDocument}
          />
          {document && (
            <Button loading={add.isPending} onClick={() => add.mutate(document)}>
              {t(photo.hasDocument ? 'document.replace' : 'document.add')}
            </Button>
          )}
        </>
      )}
      {(add.error ?? show.error) && <FormErrors title={explain(add.error ?? show.error, i18n)} />}
    </div>
  );
}

/** As a file of its own: what others have uploaded is not opened inside the console. */
function saveDocument(document: Blob): void {
  const address = URL.createObjectURL(document);
  const link = window.document.createElement('a');
  link.href = address;
  link.download = `origin${{ 'application/pdf': '.pdf', 'image/jpeg': '.jpg', 'image/png': '.png', 'image/webp': '.webp' }[document.type] ?? ''}`;
  link.click();
  URL.revokeObjectURL(address);
}
