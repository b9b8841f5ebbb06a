import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Slider } from '#ui/slider.tsx';
import { type CropArea, ZOOM_MAX, cropPhoto } from './crop-photo.ts';

const PhotoCropper = lazyPart(async () => (await import('./photo-cropper.tsx')).PhotoCropper);

type CropDialogProps = {
  /** The picture's address in this page. */
  picture: string;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onCropped: (photo: Blob) => void;
  onFault: (fault: 'photo.not_image' | 'photo.too_large') => void;
};

/** Chooses the part of a picture that others will see. */
export function CropDialog({ picture, open, onClose, onClosed, onCropped, onFault }: CropDialogProps) {
  const { t, i18n } = useTranslation(['profile', 'shell']);
  const [area, setArea] = useState<CropArea | null>(null);
  const [zoom, setZoom] = useState(1);
  const [quarters, setQuarters] = useState(0);
  const [busy, setBusy] = useState(false);

  async function use(): Promise<void> {
    if (!area || busy) return;
    setBusy(true);
    try {
      onCropped(await cropPhoto(picture, area, quarters));
    } catch {
      onFault('photo.too_large');
    }
    onClose();
  }

  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      closeLabel={t('shell:close')}
      title={t('crop.title')}
      text={t('crop.text')}
      actions={[
        {
          label: t('crop.use'),
          onClick: () => void use(),
          staysOpen: true,
          loading: busy,
          disabled: area === null,
        },
        { label: t('crop.cancel') },
      ]}
    >
      <div className="relative h-[min(22rem,45dvh)] overflow-hidden rounded-field bg-inverse">
        <PhotoCropper
          waiting={<Skeleton shape="card" className="size-full" />}
          picture={picture}
          label={t('crop.area')}
          zoom={zoom}
          quarters={quarters}
          onZoom={setZoom}
          onArea={setArea}
          onBroken={() => {
            onFault('photo.not_image');
            onClose();
          }}
        />
      </div>
      <div className="mt-3 flex items-center gap-3">
        <Slider
          label={t('crop.zoom')}
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={setZoom}
          valueText={percent.format(zoom)}
          start={<ZoomOut aria-hidden="true" className="size-5 text-muted" />}
          end={<ZoomIn aria-hidden="true" className="size-5 text-muted" />}
          className="flex-1"
        />
        <Button
          size="sm"
          variant="ghost"
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          onClick={() => setQuarters((known) => (known + 1) % 4)}
        >
          {t('crop.turn')}
        </Button>
      </div>
    </Dialog>
  );
}
