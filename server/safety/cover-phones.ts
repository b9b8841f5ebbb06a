/**
 * Finds telephone numbers however they are written: in digits of any script or width, as words, with invisible
 * characters in between, with separators that are spelled.
 */

const digitWords = `
  zero uno due tre quattro cinque sei sette otto nove
  cero dos tres cuatro cinco seis siete ocho nueve
  one two three four five six seven eight nine
  zéro un deux trois quatre cinq sept huit neuf`
  .trim()
  .split(/\s+/);
const separatorWords = `
  punto trattino spazio barra meno piu più
  guion guión espacio menos mas más
  dot dash hyphen space slash minus plus
  point tiret espace moins`
  .trim()
  .split(/\s+/);
const words = new Map<string, Kind>([
  ...digitWords.map((word) => [word, 'd'] as const),
  ...separatorWords.map((word) => [word, 's'] as const),
]);

/**
 * Whatever could stand for a digit, and loosely so: this decides about nearly every message, which has fewer than seven
 * of them and is looked at no further.
 */
const anyDigit = new RegExp(
  String.raw`\d|[^\x00-\x7f]|\b(?:${digitWords.map((word) => RegExp.escape(word)).join('|')})\b`,
  'gi',
);
const SHORTEST = 7;

const unit =
  /(?<nothing>[\p{Default_Ignorable_Code_Point}\p{M}]+)|(?<digit>\p{N})|(?<word>\p{L}[\p{L}\p{M}]*)|(?<gap>[\s./()_*·•~|\\．／]|\p{Pd})|./gsu;

/** A digit, a gap of one character, a spelled separator, a word, anything else. */
type Kind = 'd' | ' ' | 's' | 'x' | 'o';

interface Unit {
  kind: Kind;
  start: number;
  end: number;
}

/** Seven to fifteen digits that may be grouped, not part of a longer word: a number that could be called. */
const phone = /(?<![xd])d(?:(?: {0,2}| ?s ?)d){6,14}(?![xd])/g;

export function holdsPhone(text: string): boolean {
  return mayHoldPhone(text) && shapeOf(unitsOf(text)).search(phone) >= 0;
}

/** The same text with the digits of telephone numbers covered. */
export function coverPhones(text: string): string {
  if (!mayHoldPhone(text)) return text;
  const units = unitsOf(text);
  let covered = '';
  let done = 0;
  for (const { index, 0: number } of shapeOf(units).matchAll(phone)) {
    for (const { kind, start, end } of units.slice(index, index + number.length)) {
      covered += text.slice(done, kind === 'd' ? start : end) + (kind === 'd' ? '•' : '');
      done = end;
    }
  }
  return covered + text.slice(done);
}

function mayHoldPhone(text: string): boolean {
  anyDigit.lastIndex = 0;
  for (let count = 0; count < SHORTEST; count += 1) if (!anyDigit.test(text)) return false;
  return true;
}

/** Invisible characters are no unit: they neither join nor part. */
function unitsOf(text: string): Unit[] {
  return [...text.matchAll(unit)]
    .filter(({ groups }) => groups?.['nothing'] === undefined)
    .map(({ index, 0: found, groups }) => ({
      kind: kindOf(found, groups),
      start: index,
      end: index + found.length,
    }));
}

function kindOf(found: string, groups: Record<string, string> = {}): Kind {
  if (groups['word'] !== undefined) return words.get(found.normalize('NFC').toLowerCase()) ?? 'x';
  if (groups['gap'] !== undefined) return ' ';
  // A half or a Roman numeral is a number, but none that one dials.
  if (groups['digit'] !== undefined) return /^(\p{Nd}|\d+)$/u.test(found.normalize('NFKC')) ? 'd' : 'x';
  return 'o';
}

function shapeOf(units: readonly Unit[]): string {
  return units.map(({ kind }) => kind).join('');
}
