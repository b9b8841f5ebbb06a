import { PREVIEW_MAX_LETTERS } from '../../contract/kernel/constants.ts';

/** The beginning of a message on one line, as long as a list of conversations needs it. No sign is cut in half. */
export function previewOf(text: string): string {
  const line = text
    .slice(0, PREVIEW_MAX_LETTERS * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line
    .slice(0, PREVIEW_MAX_LETTERS)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}
