import { useMutation } from '@tanstack/react-query';
import { ZoomIn, ZoomOut } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import { PHOTO_MAX_BYTES } from '#contract/kernel/constants.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { type PhotoOrigin } from '#contract/staff/house-photo.ts';
import { addHousePhoto, addOriginDocument } from '#contract/staff/house-photos.ts';
import { type HouseProfile } from '#contract/staff/house-profiles.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Slider } from '#ui/slider.tsx';
import { useToast } from '#ui/toast.tsx';
import type { ProfilePlace } from '../profiles-data.ts';
import { type CropPercent, cropShares } from './crop-share.ts';
import { OriginFields } from './origin-fields.tsx';

const PhotoCropper = lazy(async () => ({ default: (await import('./photo-cropper.tsx')).PhotoCropper }));

/** How long an upload may stand still. */
const PATIENCE_MS = 45_000;

interface AddPhotoDialogProps {
  place: ProfilePlace;
  file: File;
  /** The address of the file in this page. */
  picture: string;
  open: boolean;
  onClose: () => Promise<void>;
  onClosed: () => void;
  onSaved: (profile: HouseProfile) => void;
}

/** Which part of a picture is shown, and where it comes from. A refusal says why and leaves all as it is. */
export function AddPhotoDialog({
  place,
  file,
  picture,
  open,
  onClose,
  onClosed,
  onSaved,
}: AddPhotoDialogProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const toast = useToast();
  const [area, setArea] = useState<CropPercent | null>(null);
  const [zoom, setZoom] = useState(1);
  const [origin, setOrigin] = useState<PhotoOrigin | null>(null);
  const [statement, setStatement] = useState('');
  const [document, setDocument] = useState<File | null>(null);
  const [missing, setMissing] = useState<'origin' | 'statement' | 'document' | null>(null);
  const [share, setShare] = useState(0);
  const [broken, setBroken] = useState<'photo.not_image' | 'photo.too_large' | null>(
    file.size > PHOTO_MAX_BYTES ? 'photo.too_large' : null,
  );
  const add = useMutation({
    async mutationFn(chosen: PhotoOrigin) {
      setShare(0);
      const saved = await call(
        addHousePhoto,
        {
          ...place,
          origin: chosen,
          photo: file,
          ...(chosen !== 'own_drawing' && { statement: statement.trim() }),
          ...(area && { crop: cropShares(area) }),
        },
        { patience: PATIENCE_MS, onProgress: setShare },
      );
      onSaved(saved);
      const photoId = saved.photos.at(-1)?.id;
      if (document === null || chosen === 'own_drawing' || photoId === undefined) return;
      // The photo is there already: a document that does not get through is added later, at the photo.
      try {
        onSaved(await call(addOriginDocument, { ...place, photoId, document }, { patience: PATIENCE_MS }));
      } catch (error) {
        toast({ kind: 'danger', text: t('photos.documentFailed', { reason: explain(error, i18n) }) });
      }
    },
    async onSuccess() {
      await onClose();
      toast({ kind: 'success', text: t('photos.added') });
    },
  });
  const send = () => {
    if (add.isPending || broken) return;
    const lacks = whatIsMissing(origin, statement, document);
    setMissing(lacks);
    if (lacks === null && origin !== null) add.mutate(origin);
  };
  return (
    <Dialog
      open={open}
      onClose={() => void onClose()}
      onClosed={onClosed}
      closeLabel={t('shell:close')}
      title={t('photos.addTitle')}
      text={t('photos.addText')}
      actions={[
        {
          label: t('photos.addAction'),
          onClick: send,
          staysOpen: true,
          loading: add.isPending,
          disabled: broken !== null,
        },
        { label: t('shell:cancel') },
      ]}
    >
      <div className="flex flex-col gap-4">
        {broken ? (
          <FormErrors title={t(broken, { ns: 'errors' })} />
        ) : (
          <>
            <div className="relative h-72 overflow-hidden rounded-field bg-inverse">
              <Suspense fallback={<Skeleton shape="card" className="size-full" />}>
                <PhotoCropper
                  picture={picture}
                  label={t('crop.area')}
                  zoom={zoom}
                  onZoom={setZoom}
                  onArea={setArea}
                  onBroken={() => setBroken('photo.not_image')}
                />
              </Suspense>
            </div>
            <Slider
              label={t('crop.zoom')}
              min={1}
              max={4}
              step={0.05}
              value={zoom}
              onChange={setZoom}
              valueText={new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(zoom)}
              start={<ZoomOut aria-hidden className="size-5 text-muted" />}
              end={<ZoomIn aria-hidden className="size-5 text-muted" />}
            />
            <OriginFields
              origin={origin}
              onOrigin={(next) => {
                setOrigin(next);
                setMissing(null);
              }}
              statement={statement}
              onStatement={setStatement}
              document={document}
              onDocument={setDocument}
              missing={missing}
            />
          </>
        )}
        {add.isPending && (
          <ProgressBar
            value={share >= 1 ? null : share * 100}
            label={t(share >= 1 ? 'photos.checking' : 'photos.uploading')}
          />
        )}
        {add.isError && (
          <FormErrors title={t('photos.refused')} errors={[{ text: explain(add.error, i18n) }]} />
        )}
        {add.error instanceof Failure && add.error.code === 'photo.used_elsewhere' && (
          <p className="text-sm text-muted">{t('photos.usedElsewhereHint')}</p>
        )}
      </div>
    </Dialog>
  );
}

function whatIsMissing(origin: PhotoOrigin | null, statement: string, document: File | null) {
  if (origin === null) return 'origin';
  if (origin !== 'own_drawing' && statement.trim() === '') return 'statement';
  return origin === 'consented' && document === null ? 'document' : null;
}
