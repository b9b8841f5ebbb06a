import { createStore, useStore } from '#client/store.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { makeUpScreenName } from '#contract/profile/screen-name.ts';
import { type Draft, emptyDraft } from './steps.ts';

const KEPT = 'signUpDraft';

/** An address should not become its owner's name by itself, so another stands there from the beginning. */
function freshDraft(): Draft {
  const language = LANGUAGES.find((each) => each === document.documentElement.lang) ?? 'en';
  return { ...emptyDraft, name: makeUpScreenName(language) };
}

/** What was typed survives a reload of this tab. A value of another type is left out. */
function readDraft(): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Record<string, unknown>;
    const good = Object.entries(kept).filter(([name, value]) => isDraftValue(name, value));
    return { ...freshDraft(), ...(Object.fromEntries(good) as Partial<Draft>) };
  } catch {
    return freshDraft();
  }
}

function isDraftValue(name: string, value: unknown): boolean {
  if (name === 'place') {
    const { city, region } = (value ?? {}) as { city?: unknown; region?: unknown };
    return typeof city === 'string' && typeof region === 'string';
  }
  if (!Object.hasOwn(emptyDraft, name)) return false;
  const empty = emptyDraft[name as keyof Draft];
  return typeof value === (empty === null ? 'string' : typeof empty);
}

export const draftStore = createStore(typeof window === 'undefined' ? emptyDraft : readDraft());

/** The first render over the server's HTML sees an empty form. */
export function useDraft(): Draft {
  return useStore(draftStore, emptyDraft);
}

export function changeDraft(change: Partial<Draft>): void {
  const draft = { ...draftStore.get(), ...change };
  draftStore.set(draft);
  // The password stays in the page's memory alone.
  const { password: _, ...kept } = draft;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export function forgetDraft(): void {
  draftStore.set(freshDraft());
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Then there was nothing to forget.
  }
}
