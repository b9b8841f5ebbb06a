import { RotateCw } from 'lucide-react';
import { useState, useEffect, useEffectEvent, useRef } from 'react';
import type { ChangeEvent, DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { uploadPhoto } from '#contract/profile/own-profile.ts';
import { fileIn, photoFault } from '#site/lib/files.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { withUser } from '#site/shell/me.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { useUnderWay } from '#site/shell/under-way.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Photo } from '#ui/photo.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useToast } from '#ui/toast.tsx';

/** How long an upload may stand still. */
const PATIENCE_MS = 45_000;

interface PhotoUpload {
  preview: string;
  /** Which share has left, 0 to 1. */
  share: number;
  error: unknown;
  cancel: () => void;
  retry: () => void;
}

/** Sends one photo at a time. What fails is kept, so that it can be sent again without being picked again. */
export function usePhotoUpload() {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const { trackerId } = useMember();
  const [upload, setUpload] = useState<PhotoUpload | null>(null);
  useUnderWay(upload !== null);

  async function send(photo: Blob, preview = URL.createObjectURL(photo)): Promise<void> {
    const stop = new AbortController();
    const leave = () => {
      setUpload(null);
      URL.revokeObjectURL(preview);
    };
    const update = (change: Partial<PhotoUpload>) => setUpload((known) => known && { ...known, ...change });
    const cancel = () => {
      stop.abort();
      leave();
    };
    setUpload({ preview, share: 0, error: null, cancel, retry: () => void send(photo, preview) });
    try {
      const { user } = await call(
        uploadPhoto,
        { trackerId, photo },
        { signal: stop.signal, patience: PATIENCE_MS, onProgress: (share) => update({ share }) },
      );
      updateMember(withUser, user);
      leave();
      toast({ kind: 'success', text: t(user.review.automatic ? 'photos.uploadedAuto' : 'photos.uploaded') });
    } catch (error) {
      if (!stop.signal.aborted) update({ error });
    }
  }

  return { upload, send: (photo: Blob) => void send(photo) };
}

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

type Picker = { active: boolean; onPicked: (address: string) => void };

/** Takes a photo however it comes: chosen, dropped or pasted. Hands on its address in the page. */
export function usePhotoPicker({ active, onPicked }: Picker) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<ErrorCode | null>(null);
  const [over, setOver] = useState(false);

  const take = (file: File | null) => {
    if (!file || !active) return;
    const found = photoFault(file);
    setFault(found);
    if (!found) onPicked(URL.createObjectURL(file));
  };

  const takePasted = useEffectEvent(take);
  useEffect(() => {
    const pasted = ({ target, clipboardData }: ClipboardEvent) => {
      const typing = target instanceof Element && target.closest('input, textarea, [role=dialog]');
      if (!typing) takePasted(fileIn(clipboardData));
    };
    window.addEventListener('paste', pasted);
    return () => window.removeEventListener('paste', pasted);
  }, []);

  return {
    fault,
    setFault,
    over: over && active,
    browse: () => input.current?.click(),
    input: {
      ref: input,
      type: 'file',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        take(target.files?.[0] ?? null);
        // The same file may be picked again after a mistake.
        target.value = '';
      },
    },
    dropZone: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take(fileIn(event.dataTransfer));
      },
    },
  } as const;
}
