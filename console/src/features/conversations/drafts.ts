import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { storage } from '#console/shell/storage.ts';
import { TICKET_MAX_LETTERS } from '#contract/kernel/constants.ts';
import type { Place } from './conversation-data.ts';

const MOST_KEPT = 50;

/** Of conversations and of tickets, which are longer. */
const kept = z
  .array(z.object({ brand: z.string(), id: z.string(), text: z.string().max(TICKET_MAX_LETTERS) }))
  .max(MOST_KEPT);

/** What the host began to write in a conversation. */
export function draftOf({ brand, id }: Place): string {
  return read().find((draft) => draft.id === id && draft.brand === brand)?.text ?? '';
}

/** The same, as it changes: here, or in another tab. */
export function useDraft(place: Place): string {
  return useSyncExternalStore(
    (listener) => storage.watch('drafts', listener),
    () => draftOf(place),
  );
}

/** Keeps it until it is sent, in this browser alone. The end of the session erases it. */
export function keepDraft({ brand, id }: Place, text: string): void {
  const others = read().filter((draft) => draft.id !== id || draft.brand !== brand);
  const drafts = text.trim() ? [{ brand, id, text }, ...others].slice(0, MOST_KEPT) : others;
  if (drafts.length > 0) storage.set('drafts', JSON.stringify(drafts));
  else storage.remove('drafts');
}

function read(): z.output<typeof kept> {
  try {
    return kept.safeParse(JSON.parse(storage.get('drafts') ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
