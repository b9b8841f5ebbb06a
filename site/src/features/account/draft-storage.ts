import { type ProfileDraft, profileDraft } from './profile-fields.ts';

/** For this tab only: what somebody has not saved should not wait for the next person at this computer. */
const nameFor = (trackerId: string) => `profileDraft.${trackerId}`;

export function readDraft(trackerId: string): ProfileDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameFor(trackerId)) ?? '{}');
    return (profileDraft.safeParse(kept).data ?? {}) as ProfileDraft;
  } catch {
    return {};
  }
}

export function keepDraft(trackerId: string, draft: ProfileDraft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(nameFor(trackerId));
    else sessionStorage.setItem(nameFor(trackerId), JSON.stringify(draft));
  } catch {
    // Without storage the draft lives as long as the page.
  }
}
