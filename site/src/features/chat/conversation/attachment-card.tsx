import { RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { codeOf, explain } from '../../../shell/explain.ts';
import { IconButton } from '../../../../../packages/ui/icon-button.tsx';
import { Photo } from '../../../../../packages/ui/photo.tsx';
import { ProgressBar } from '../../../../../packages/ui/progress-bar.tsx';
import type { Attachment } from './use-attachment.ts';

type AttachmentCardProps = { attachment: Attachment; onRetry: () => void; onRemove: () => void };

/** The photo that goes with the next message: how far it has come, or why it stopped. */
export function AttachmentCard({ attachment, onRetry, onRemove }: AttachmentCardProps) {
  const { t } = useTranslation('chat');
  const { preview, error } = attachment;
  const isHopeless = ['photo.not_image', 'photo.too_large'].includes(codeOf(error) ?? '');
  return (
    <div className="mb-2 flex items-center gap-3 rounded-card edge bg-raised p-2 pr-1">
      <div className="size-14 shrink-0 overflow-hidden rounded-field">
        <Photo photo={preview === null ? null : { src: preview }} alt="" ratio="fill" priority />
      </div>
      <div className="min-w-0 flex-1 text-[0.9375rem]">
        <State attachment={attachment} />
      </div>
      {error !== null && !isHopeless && (
        <IconButton
          label={t('photo.again')}
          icon={<RotateCw aria-hidden="true" className="size-5" />}
          onClick={onRetry}
        />
      )}
      <IconButton
        label={t('photo.remove')}
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={onRemove}
      />
    </div>
  );
}

function State({ attachment: { share, error, photo } }: { attachment: Attachment }) {
  const { t, i18n } = useTranslation(['chat', 'errors', 'shell']);
  if (error !== null) {
    return (
      <p role="alert" className="text-danger-text">
        {explain(error, i18n)}
      </p>
    );
  }
  if (photo) return <p className="text-muted">{t('photo.ready')}</p>;
  const sent = share >= 1;
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share);
  return (
    <ProgressBar
      value={sent ? null : share * 100}
      label={sent ? t('photo.arriving') : t('photo.uploading')}
      text={sent ? undefined : percent}
    />
  );
}
