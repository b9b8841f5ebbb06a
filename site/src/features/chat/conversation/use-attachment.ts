import { useEffect, useRef, useState } from 'react';
import { type ChatPhoto } from '../../../../../contract/chat/messages.ts';
import { uploadChatPhoto } from '../../../../../contract/chat/photos.ts';
import { call } from '../../../shell/api.ts';
import { photoFault } from '../../../lib/pick-photo.ts';
import { useMember } from '../../../shell/session.ts';
import { useUnderWay } from '../../../shell/under-way.ts';
import { Failure } from '../../../../../contract/kernel/errors.ts';

/** How long an upload may stand still. */
const PATIENCE_MS = 45_000;

/** A photo that goes with the next message. */
export interface Attachment {
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
