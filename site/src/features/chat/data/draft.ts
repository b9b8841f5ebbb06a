import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { MESSAGE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { useMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';

const MOST_KEPT = 30;

const kept = z
  .array(
    z.object({ trackerId: z.string(), profileId: z.string(), text: z.string().max(MESSAGE_MAX_LETTERS) }),
  )
  .max(MOST_KEPT);

/** The member's draft to this person. */
export function draftOf(trackerId: string, profileId: string): string {
  return read(trackerId).find((draft) => draft.profileId === profileId)?.text ?? '';
}

/** The same, as it changes: here, or in another tab. */
export function useDraft(profileId: string): string {
  const { trackerId } = useMember();
  return useSyncExternalStore(
    (listener) => storage.watch('drafts', listener),
    () => draftOf(trackerId, profileId),
    () => '',
  );
}

/** Keeps it until it is sent, in this browser and for this member alone. */
export function keepDraft(trackerId: string, profileId: string, text: string): void {
  const others = read(trackerId).filter((draft) => draft.profileId !== profileId);
  const drafts = text.trim() ? [{ trackerId, profileId, text }, ...others].slice(0, MOST_KEPT) : others;
  if (drafts.length > 0) storage.set('drafts', JSON.stringify(drafts));
  else storage.remove('drafts');
}

function read(trackerId: string): z.output<typeof kept> {
  try {
    const drafts = kept.safeParse(JSON.parse(storage.get('drafts') ?? '[]')).data ?? [];
    return drafts.filter((draft) => draft.trackerId === trackerId);
  } catch {
    return [];
  }
}
