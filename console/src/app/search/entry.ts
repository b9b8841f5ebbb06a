import type { LucideIcon } from 'lucide-react';

/** Something that the search finds. */
export interface Entry {
  /** Unlike all others. */
  id: string;
  title: string;
  /** A second line that tells it from others of the same name. */
  detail?: string | undefined;
  icon: LucideIcon;
  /** Further words by which it is found. */
  words?: string;
  /** Where it leads, or what it does. */
  act: { to: string } | { run: () => void };
}

export interface EntryGroup {
  value: 'recent' | 'pages' | 'acts' | 'brands' | 'members' | 'payments';
  items: readonly Entry[];
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Those in which every word that was typed begins a word; first those that begin with what was typed. */
export function matchEntries(entries: readonly Entry[], typed: string): Entry[] {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  const matches = (entry: Entry) => {
    const words = plain(`${entry.title} ${entry.words ?? ''}`).split(/[^\p{L}\p{N}]+/u);
    return wanted.every((each) => words.some((word) => word.startsWith(each)));
  };
  const begins = (entry: Entry) => (plain(entry.title).startsWith(plain(typed.trim())) ? 0 : 1);
  return entries.filter(matches).toSorted((one, other) => begins(one) - begins(other));
}
