import { RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatPhoto } from '#contract/chat/messages.ts';
import { uploadChatPhoto } from '#contract/chat/photos.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { photoFault } from '#site/lib/files.ts';
import { call } from '#site/shell/api.ts';
import { codeOf, explain } from '#site/shell/explain.ts';
import { useMember } from '#site/shell/session.ts';
import { useUnderWay } from '#site/shell/under-way.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Photo } from '#ui/photo.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';

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

/** How long an upload may stand still. */
const PATIENCE_MS = 45_000;

/** A photo that goes with the next message. */
interface Attachment {
  /** Where the page shows it from. Null for one that came back with words that could not be paid for. */
  preview: string | null;
  /** Which share has left, 0 to 1. */
  share: number;
  error: unknown;
  /** There once it has arrived. */
  photo: ChatPhoto | null;
}

/** Uploads one photo at a time. What fails is kept, so that it can be sent again without being picked again. */
export function useAttachment(profileId: string) {
  const { trackerId } = useMember();
  const [attachment, setAttachment] = useState<Attachment | null>(null);
  const picked = useRef<{ file: File; stop: AbortController } | null>(null);
  const preview = attachment?.preview ?? null;
  useUnderWay(attachment !== null && attachment.photo === null && attachment.error === null);
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  useEffect(() => () => picked.current?.stop.abort(), []);

  async function upload(file: File): Promise<void> {
    const stop = new AbortController();
    picked.current = { file, stop };
    const update = (change: Partial<Attachment>) =>
      setAttachment((known) => (known && !stop.signal.aborted ? { ...known, ...change } : known));
    update({ share: 0, error: null });
    try {
      const { photo } = await call(
        uploadChatPhoto,
        { trackerId, profileId, photo: file },
        { signal: stop.signal, patience: PATIENCE_MS, onProgress: (share) => update({ share }) },
      );
      update({ photo, share: 1 });
    } catch (error) {
      update({ error });
    }
  }

  return {
    attachment,
    pick(file: File) {
      picked.current?.stop.abort();
      const fault = photoFault(file);
      const error = fault && new Failure(fault, undefined);
      setAttachment({ preview: URL.createObjectURL(file), share: 0, error, photo: null });
      if (!fault) void upload(file);
    },
    retry() {
      if (picked.current) void upload(picked.current.file);
    },
    remove() {
      picked.current?.stop.abort();
      picked.current = null;
      setAttachment(null);
    },
    bringBack(photo: ChatPhoto) {
      setAttachment({ preview: null, share: 1, error: null, photo });
    },
  };
}
