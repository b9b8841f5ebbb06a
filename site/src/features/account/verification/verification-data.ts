import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '#client/clock.ts';
import { Failure } from '#contract/kernel/errors.ts';
import type { VerificationState } from '#contract/moderation/photo-verification.ts';
import {
  readVerification,
  sendVerification,
  startVerification,
} from '#contract/moderation/photo-verification.ts';
import { photoFault } from '#site/lib/files.ts';
import { call } from '#site/shell/api.ts';
import { useMember } from '#site/shell/session.ts';
import { useUnderWay } from '#site/shell/under-way.ts';

const verificationKey = (trackerId: string) => [trackerId, 'verification'];

/** How far the verification of the member's main photo is. */
export function useVerification() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: verificationKey(trackerId),
    queryFn: ({ signal }) => call(readVerification, { trackerId }, { signal }),
    staleTime: 0,
  });
}

/** Asks for a gesture; each call returns another one. */
export function useStartVerification() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = verificationKey(trackerId);
  return useMutation({
    mutationFn: () => call(startVerification, { trackerId }),
    onSuccess: (state) => client.setQueryData<VerificationState>(queryKey, state),
    // What stood in the way, such as a picture sent from another device, is shown by the state itself.
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}

/** How long an upload may stand still. */
const PATIENCE_MS = 45_000;

interface GesturePicture {
  file: File;
  /** Where the page shows it from. */
  preview: string;
  /** Which share has left, 0 to 1; null while it is not being sent. */
  share: number | null;
  error: unknown;
}

/** The picture of the gesture, until it has arrived. What fails is kept, to be sent again without being taken again. */
export function useGesturePicture() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const [picture, setPicture] = useState<GesturePicture | null>(null);
  const stop = useRef<AbortController | null>(null);
  const preview = picture?.preview;
  useUnderWay(picture !== null);
  useEffect(
    () => () => {
      if (preview !== undefined) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  useEffect(() => () => stop.current?.abort(), []);

  async function send(photo: File): Promise<void> {
    const control = new AbortController();
    stop.current = control;
    const update = (change: Partial<GesturePicture>) =>
      setPicture((known) => (known && !control.signal.aborted ? { ...known, ...change } : known));
    update({ share: 0, error: null });
    const queryKey = verificationKey(trackerId);
    try {
      const state = await call(
        sendVerification,
        { trackerId, photo },
        { signal: control.signal, patience: PATIENCE_MS, onProgress: (share) => update({ share }) },
      );
      client.setQueryData<VerificationState>(queryKey, state);
    } catch (error) {
      update({ share: null, error });
      // It may have arrived though the answer has not.
      if (!control.signal.aborted) void client.invalidateQueries({ queryKey });
    }
  }

  return {
    picture,
    pick(file: File) {
      stop.current?.abort();
      const fault = photoFault(file);
      const error = fault && new Failure(fault, undefined);
      setPicture({ file, preview: URL.createObjectURL(file), share: null, error });
    },
    send() {
      if (picture && picture.share === null) void send(picture.file);
    },
    cancel() {
      stop.current?.abort();
      setPicture((known) => known && { ...known, share: null, error: null });
    },
  };
}

const MINUTE_MS = 60_000;
const minutesUntil = (at: number) => Math.max(0, Math.ceil((at - serverNow()) / MINUTE_MS));

/** Whole minutes until a moment, the last of them counted as one. */
export function useMinutesLeft(until: number): number {
  const [left, setLeft] = useState(() => minutesUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setLeft(minutesUntil(until)), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
