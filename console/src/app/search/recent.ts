import { storage } from '#console/shell/storage.ts';

/** What was opened by the search before: it names members, so it ends with the session. */
export interface RecentEntry {
  id: string;
  title: string;
  detail?: string;
  to: string;
}

const MOST = 6;

export function readRecent(): RecentEntry[] {
  return (storage.get('recent') ?? []).flatMap((text) => {
    try {
      return [JSON.parse(text) as RecentEntry];
    } catch {
      return [];
    }
  });
}

/** The newest first, each once. */
export function rememberRecent(entry: RecentEntry): void {
  const others = readRecent().filter(({ id }) => id !== entry.id);
  storage.set(
    'recent',
    [entry, ...others].slice(0, MOST).map((each) => JSON.stringify(each)),
  );
}
