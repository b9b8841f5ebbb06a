/** Control characters, and those that reverse the direction of reading for whatever follows. */
const unwelcome = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** What somebody typed into a field of one line. */
export function cleanLine(typed: string): string {
  return typed.replace(unwelcome, ' ').toWellFormed().replace(/\s+/g, ' ').trim();
}

/** What somebody typed into a field of many lines. Never longer than it was. */
export function cleanLines(typed: string): string {
  return typed
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.replace(unwelcome, ' ').toWellFormed().trimEnd())
    .join('\n')
    .trim();
}

/** A name of spaces and invisible characters alone is none. */
export function isLegible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}
