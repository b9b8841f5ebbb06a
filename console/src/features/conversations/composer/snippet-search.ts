import type { Language } from '#contract/kernel/constants.ts';
import type { Snippet } from '#contract/staff/writing.ts';

/** A slash and the beginning of a name, right before the caret. */
export interface SlashQuery {
  /** Where the slash stands. */
  start: number;
  name: string;
}

const slash = /(?:^|\s)\/([a-z0-9-]{0,40})$/i;

/** What a host looks for who has typed a slash at the beginning of a word. */
export function slashQueryAt(text: string, caret: number): SlashQuery | null {
  const [, name] = slash.exec(text.slice(0, caret)) ?? [];
  return name === undefined ? null : { start: caret - name.length - 1, name: name.toLowerCase() };
}

const MOST_SHOWN = 8;

/** Those whose name holds what was typed: in the member's language first, then by how the name begins. */
export function matchSnippets(
  snippets: readonly Snippet[],
  name: string,
  language: Language | undefined,
): Snippet[] {
  const rank = (snippet: Snippet) =>
    (snippet.language === language ? 0 : 2) + (snippet.name.startsWith(name) ? 0 : 1);
  return snippets
    .filter((snippet) => snippet.name.includes(name))
    .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
    .slice(0, MOST_SHOWN);
}
