/** A message to support that is not sent yet. It outlives a reload of the tab, and goes with the session. */

import { z } from 'zod';
import { ticketTopics } from '#contract/support/contact.ts';

const KEPT = 'contactDraft';

const kept = z.object({
  /** Stays with the words, so that sending them again is the same message. */
  id: z.uuid(),
  email: z.string().max(320),
  topic: z.enum(ticketTopics),
  text: z.string().max(10_000),
});
export type ContactDraft = z.output<typeof kept>;

export function readContactDraft(): ContactDraft {
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(KEPT) ?? ''));
  } catch {
    return { id: crypto.randomUUID(), email: '', topic: 'other', text: '' };
  }
}

export function keepContactDraft(draft: ContactDraft): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(draft));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export function forgetContactDraft(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Then there was nothing to forget.
  }
}
