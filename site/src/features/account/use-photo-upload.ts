import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadPhoto } from '../../../../contract/profile/own-profile.ts';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { call } from '../../shell/api.ts';
import { withUser } from '../../shell/me.ts';
import { updateMember, useMember } from '../../shell/session.ts';
import { useUnderWay } from '../../shell/under-way.ts';

/** How long an upload may stand still. */
const PATIENCE_MS = 45_000;

export interface PhotoUpload {
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
