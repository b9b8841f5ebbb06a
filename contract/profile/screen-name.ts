import type { Language } from '../kernel/constants.ts';

export const SCREEN_NAME_MAX_LETTERS = 60;
/** More digits than this in a name are a telephone number. */
const MOST_DIGITS = 4;
/** An address of any sort: of mail, of a page, of an account elsewhere. */
const address = /[@/\\]|\bwww\b|\.\p{L}{2,}(?=$|\s)/iu;

/** Whether a name can stand where all may read it. It has been cleaned of invisible characters. */
export function isScreenName(name: string): boolean {
  // Letters and digits of other shapes count as what they look like.
  const folded = name.normalize('NFKC');
  const digits = folded.match(/\p{Nd}/gu)?.length ?? 0;
  return (
    /[\p{L}\p{N}]/u.test(folded) &&
    name.length <= SCREEN_NAME_MAX_LETTERS &&
    digits <= MOST_DIGITS &&
    !address.test(folded)
  );
}

/** Things of the evening sky and the garden: no reader takes them for a real name. */
const words: Record<Language, readonly string[]> = {
  it: [
    'Cometa',
    'Brezza',
    'Lanterna',
    'Ginepro',
    'Maestrale',
    'Rugiada',
    'Quercia',
    'Onda',
    'Falena',
    'Nuvola',
  ],
  es: ['Cometa', 'Brisa', 'Farol', 'Enebro', 'Marea', 'Rocío', 'Roble', 'Ola', 'Luciérnaga', 'Nube'],
  en: ['Comet', 'Breeze', 'Lantern', 'Juniper', 'Tide', 'Dewdrop', 'Oak', 'Wave', 'Firefly', 'Cloud'],
  fr: ['Comète', 'Brise', 'Lanterne', 'Genévrier', 'Marée', 'Rosée', 'Chêne', 'Vague', 'Luciole', 'Nuage'],
};

/** A name for a member who has not chosen one. It says nothing about them. */
export function makeUpScreenName(language: Language, random: () => number = Math.random): string {
  const pick = (count: number) => Math.floor(random() * count);
  const known = words[language];
  return `${known[pick(known.length)] ?? ''} ${100 + pick(900)}`;
}
