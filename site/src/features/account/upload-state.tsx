import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../packages/ui/button.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { Photo } from '../../../../packages/ui/photo.tsx';
import { ProgressBar } from '../../../../packages/ui/progress-bar.tsx';
import { Spinner } from '../../../../packages/ui/spinner.tsx';
import { explain } from '../../shell/explain.ts';
import type { PhotoUpload } from './use-photo-upload.ts';

/** The photo that is on its way, where it will stand. */
export function UploadTile({ upload: { preview, error } }: { upload: PhotoUpload }) {
  return (
    <Photo photo={{ src: preview }} alt="" shape="portrait" priority className="opacity-60">
      {error === null && (
        <span className="absolute inset-0 grid place-items-center bg-overlay text-white">
          <Spinner size="lg" />
        </span>
      )}
    </Photo>
  );
}

/** How far an upload has come, or why it stopped. */
export function UploadState({ upload }: { upload: PhotoUpload }) {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const { share, error, cancel, retry } = upload;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const sent = share >= 1;
  if (error !== null) {
    return (
      <div className="mt-4 space-y-3">
        <FormErrors title={t('photos.failed')} errors={[{ text: explain(error, i18n) }]} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<RotateCw aria-hidden="true" className="size-4" />} onClick={retry}>
            {t('photos.again')}
          </Button>
          <Button size="sm" variant="ghost" onClick={cancel}>
            {t('photos.discard')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="mt-4 flex items-center gap-3">
      <ProgressBar
        value={sent ? null : share * 100}
        label={sent ? t('photos.arriving') : t('photos.uploading')}
        text={sent ? undefined : percent.format(share)}
        className="flex-1"
      />
      <Button size="sm" variant="ghost" onClick={cancel}>
        {t('photos.cancel')}
      </Button>
    </div>
  );
}
