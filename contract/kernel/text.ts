import { z } from 'zod';

/**
 * The texts that may come from outside. What is only claimed or written by a person is cleaned; what names something
 * (a token, an id, an address) is refused, because a changed name would be another's. A test over the whole contract
 * holds that no input has any other sort of text.
 */

/** Needs no cleaning and is the same in every normal form. Nearly all texts are made of these alone. */
const ordinary = /^[\n\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff]*$/;
/** Control characters, halves of a character, and those that reverse the direction of reading for whatever follows. */
const unwelcome = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Take no room and join nothing. The two joiners stay: emoji and some scripts are written with them. */
const withoutRoom = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]+/g;
/** More marks than a letter of any script has. Putting them in order takes the square of their number. */
const piledMarks = /(\p{M}{30})\p{M}+/gu;
const legible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether there is anything to see. A text of spaces and invisible characters alone is empty. */
export function isLegible(text: string): boolean {
  return legible.test(text);
}

function clean(text: string): string {
  if (ordinary.test(text)) return text;
  return text.replace(withoutRoom, '').replace(unwelcome, ' ').replace(piledMarks, '$1').normalize('NFC');
}

/** What was typed into a field of one line. */
export function cleanLine(typed: string): string {
  const line = clean(typed).replace(/\s+/g, ' ').trim();
  return isLegible(line) ? line : '';
}

/** What was typed into a field of many lines. */
export function cleanLines(typed: string): string {
  const lines = ordinary.test(typed)
    ? typed
    : typed
        .split(/\r\n?|[\n\u2028\u2029]/)
        .map(clean)
        .join('\n');
  const text = withoutSpacesAtEnds(lines).trim();
  return isLegible(text) ? text : '';
}

function withoutSpacesAtEnds(lines: string): string {
  if (!lines.includes('\n')) return lines;
  return lines
    .split('\n')
    .map((each) => each.trimEnd())
    .join('\n');
}

/** Without control characters and halves of characters, which no database, log or header should hold. */
export function isSound(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** Nothing looks at a text that is longer than it may be: its length is checked first, and the rest only then. */
const bounded = (longest: number, error?: string) =>
  z.string().max(longest, { abort: true, ...(error !== undefined && { error }) });

/** How long a typed text may be, with the spaces and invisible characters that cleaning takes away. */
const typedAtMost = (longest: number) => longest * 4 + 200;

/** A line that a user or a program says of itself: a name, a town, a campaign, a browser. */
export const line = (longest: number) => bounded(typedAtMost(longest)).overwrite(cleanLine).max(longest);

/** What a person writes: a message, a description, a report. */
export const writing = (longest: number) => bounded(typedAtMost(longest)).overwrite(cleanLines).max(longest);

/** A token, an id, a cursor, an address: taken as it is, or not at all. */
export const code = (longest: number) => bounded(longest).refine(isSound, { error: 'control characters' });

/** A word of a closed alphabet. */
export const word = (longest: number, spelling: RegExp, error?: string) =>
  bounded(longest, error).regex(spelling, error === undefined ? undefined : { error });

/** A mail address. People paste it with spaces, and some with invisible characters. */
export const address = (longest: number) =>
  bounded(typedAtMost(longest))
    .overwrite((typed) => typed.replace(/[\s\u00ad\u180e\u200b\u2060-\u2064\ufeff]+/g, ''))
    .max(longest)
    .refine(isSound, { error: 'control characters' });

/** Every letter counts and none is changed. */
export const password = (longest: number) => bounded(longest).refine(isText, { error: 'not a text' });

const LONGEST = Symbol('longest');

/** An object that only a foreign library understands. Its texts are refused like a code, wherever they stand. */
export const foreignObject = (longest: number) =>
  Object.assign(
    z.record(code(100), z.unknown()).refine((value) => isShortAndSound(value, longest), {
      error: 'too long, too deep or not text',
    }),
    { [LONGEST]: longest },
  );

/** How long the JSON of a foreign object may be; undefined of any other schema. */
export function longestForeign(schema: z.ZodType): number | undefined {
  return (schema as { [LONGEST]?: number })[LONGEST];
}

/** Deeper than any library nests. A recursive walk would fall over one of ten thousand brackets. */
const DEEPEST = 32;

/** Looks at no more of it than may come: it ends where the value is too long or too deep. */
function isShortAndSound(whole: object, longest: number): boolean {
  const open: [value: unknown, depth: number][] = [[whole, 0]];
  let left = longest;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    // With quotation marks, a bracket or a comma.
    left -= 2 + (typeof value === 'string' ? value.length : 0);
    if (left < 0 || depth > DEEPEST || (typeof value === 'string' && !isText(value))) return false;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [name, part] of Object.entries(value)) {
      if (!isList) left -= name.length + 3;
      if (left < 0 || !isText(name)) return false;
      open.push([part, depth + 1]);
    }
  }
  return true;
}

const isText = (text: string) => text.isWellFormed() && !text.includes('\0');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries(entities).map(([letter, entity]) => [entity, letter]),
);

/** A text that may stand in markup, also in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter);
}

/** The other way round, for markup that was made by `escapeHtml`. */
export function unescapeHtml(markup: string): string {
  return markup.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => letters.get(entity) ?? entity);
}

/** Small letters without accents, for comparing. Each letter stays where it is, so that places are the same in both texts. */
export function foldLetters(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    const plain = letter.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
    return plain.length === letter.length ? plain : letter;
  }).join('');
}
