import { onSessionEnd } from '../../../shell/session.ts';

/** What somebody began to write and did not send, by the person it was for. A few, the newest. */
const drafts = new Map<string, string>();
const MOST_KEPT = 20;

onSessionEnd(() => drafts.clear());

export function draftOf(id: string): string {
  return drafts.get(id) ?? '';
}

export function keepDraft(id: string, words: string): void {
  drafts.delete(id);
  if (!words.trim()) return;
  drafts.set(id, words);
  const [oldest] = drafts.keys();
  if (drafts.size > MOST_KEPT && oldest !== undefined) drafts.delete(oldest);
}

export function forgetDraft(id: string): void {
  drafts.delete(id);
}
