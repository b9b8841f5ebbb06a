/**
 * How the columns of a file become rows of an import: the same for the console's page and for the command line. What a value
 * means is read here; whether it fits is said by the server.
 */

import { detailNames, details, isChoice, isSeveral } from '../profile/details.ts';
import type { DetailName } from '../profile/details.ts';
import { HOUSE_PHOTOS_MOST } from './house-photo.ts';
import type { PhotoOrigin } from './house-photo.ts';
import type { HouseKind } from './house-profiles.ts';

const ownFields = [
  'screenName',
  'age',
  'gender',
  'kind',
  'region',
  'city',
  'language',
  'about',
  'description',
  'lookingFor',
  'notes',
  'character',
  'limits',
  'pictures',
  'origin',
  'statement',
  'shown',
] as const;
export type OwnImportField = (typeof ownFields)[number];
export type ImportField = OwnImportField | DetailName;
export const importFields: readonly ImportField[] = [...ownFields, ...detailNames];
export const isDetailField = (field: ImportField): field is DetailName =>
  (detailNames as readonly string[]).includes(field);

/** Without these there is no profile. */
export const neededFields = ['screenName', 'age', 'gender'] as const satisfies readonly ImportField[];

/** Which column stands for what, by its head. Several may name pictures. */
export type ColumnMapping = Readonly<Record<string, ImportField | null>>;

/** What holds for rows that say nothing of it. */
export interface ImportDefaults {
  kind: HouseKind;
  origin: PhotoOrigin;
  statement: string;
  shown: boolean;
}

/** One row of the file, by the heads of its columns. In JSON a value may be anything. */
export type ImportRecord = Readonly<Record<string, unknown>>;

/** How people call these columns, in the four languages of the console, without spaces and signs. */
const otherHeads: Partial<Record<ImportField, readonly string[]>> = {
  screenName: ['name', 'nickname', 'nome', 'nombre', 'nom', 'pseudo'],
  age: ['eta', 'edad', 'years'],
  gender: ['sex', 'sesso', 'sexo', 'sexe', 'genere', 'genero', 'genre'],
  kind: ['type', 'tipo'],
  region: ['regione', 'state', 'provincia'],
  city: ['town', 'citta', 'ciudad', 'ville', 'place', 'comune'],
  language: ['lingua', 'idioma', 'langue', 'lang'],
  about: ['headline', 'slogan', 'motto', 'frase'],
  description: ['bio', 'text', 'descrizione', 'descripcion', 'presentazione'],
  lookingFor: ['seeks', 'cerca', 'busca', 'cherche', 'recherche'],
  notes: ['note', 'notas', 'hostnotes'],
  character: ['carattere', 'caracter', 'caractere', 'personality', 'prompt'],
  limits: ['limiti', 'limites', 'never'],
  pictures: ['picture', 'photos', 'photo', 'foto', 'fotos', 'images', 'image', 'immagini', 'files'],
  origin: ['origine', 'origen', 'source'],
  statement: ['dichiarazione', 'declaracion', 'licence', 'license', 'licenza', 'licencia'],
  shown: ['visible', 'visibile', 'published'],
};

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** What the heads of a file seem to stand for. Pictures may have a number: `photo1`, `photo2`. */
export function guessColumns(heads: readonly string[]): ColumnMapping {
  const taken = new Set<ImportField>();
  const guess = (head: string): ImportField | null => {
    const word = plain(head);
    const bare = word.replaceAll(/\d/g, '');
    const found = importFields.find(
      (field) =>
        plain(field) === word ||
        otherHeads[field]?.includes(word) ||
        (field === 'pictures' && (bare === 'pictures' || otherHeads.pictures?.includes(bare))),
    );
    if (found === undefined || (found !== 'pictures' && taken.has(found))) return null;
    taken.add(found);
    return found;
  };
  return Object.fromEntries(heads.map((head) => [head, guess(head)]));
}

/** One row of the file as `addImportRows` takes it. */
export function rowFrom(record: ImportRecord, mapping: ColumnMapping, defaults: ImportDefaults): object {
  const values = new Map<ImportField, unknown>();
  const pictures: unknown[] = [];
  for (const [head, field] of Object.entries(mapping)) {
    const value = record[head];
    if (field === null || isNothing(value)) continue;
    if (field === 'pictures') pictures.push(...listOf(value));
    else values.set(field, value);
  }
  const text = (field: ImportField) => wordOf(values.get(field));
  const origin = originOf(text('origin')) ?? defaults.origin;
  const statement = text('statement') ?? (origin === defaults.origin ? defaults.statement : '');
  const answers = detailNames.flatMap((name): [string, unknown][] =>
    values.has(name) ? [[name, answerOf(name, values.get(name))]] : [],
  );
  return {
    kind: kindOf(text('kind')) ?? defaults.kind,
    screenName: text('screenName') ?? '',
    age: numberOf(values.get('age')),
    gender: genderOf(text('gender')) ?? text('gender') ?? '',
    region: text('region') ?? null,
    city: text('city') ?? null,
    ...onlySaid('language', text('language')?.slice(0, 2).toLowerCase()),
    ...onlySaid('about', text('about')),
    ...onlySaid('description', text('description')),
    ...onlySaid('lookingFor', text('lookingFor')),
    ...onlySaid('notes', text('notes')),
    ...onlySaid('character', text('character')),
    ...onlySaid('limits', text('limits')),
    ...(answers.length > 0 && { details: Object.fromEntries(answers) }),
    pictures: pictures
      .slice(0, HOUSE_PHOTOS_MOST + 1)
      .map((picture) =>
        typeof picture === 'object' ? picture : { file: wordOf(picture) ?? '', origin, statement },
      ),
    shown: yesOf(values.get('shown')) ?? defaults.shown,
  };
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const onlySaid = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });

function wordOf(value: unknown): string | undefined {
  if (isNothing(value)) return undefined;
  return typeof value === 'string'
    ? value.trim()
    : typeof value === 'number'
      ? String(value)
      : JSON.stringify(value);
}

/** What is no number stays as it is, so that the server can say what is wrong. */
const numberOf = (value: unknown) => {
  const read = Number(wordOf(value)?.replace(',', '.'));
  return Number.isNaN(read) ? (wordOf(value) ?? null) : read;
};

/** A cell may name several pictures. */
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value
    : (wordOf(value) ?? '')
        .split(/[|;,\n]/)
        .map((each) => each.trim())
        .filter(Boolean);

function answerOf(name: DetailName, value: unknown): unknown {
  if (isSeveral(name)) return listOf(value);
  if (!isChoice(name)) return numberOf(value);
  const word = plain(wordOf(value) ?? '');
  return details[name].options.find((option) => plain(option) === word) ?? wordOf(value);
}

function oneOf<T extends string>(words: Readonly<Record<T, readonly string[]>>, said: string | undefined) {
  if (said === undefined) return undefined;
  const word = plain(said);
  return (Object.keys(words) as T[]).find((value) => plain(value) === word || words[value].includes(word));
}

const genderOf = (said: string | undefined) =>
  oneOf(
    {
      female: ['f', 'w', 'woman', 'donna', 'mujer', 'femme', 'femmina', 'femenino', 'feminin'],
      male: ['m', 'man', 'uomo', 'hombre', 'homme', 'maschio', 'masculino', 'masculin'],
    },
    said,
  );
const kindOf = (said: string | undefined) =>
  oneOf({ staff: ['host', 'team'], ai: ['ia', 'companion', 'bot'] }, said);
const originOf = (said: string | undefined) =>
  oneOf(
    {
      own_drawing: ['drawing', 'owndrawing', 'disegno', 'dibujo', 'dessin'],
      licensed: ['licence', 'license', 'stock', 'licenza', 'licencia'],
      consented: ['consent', 'consenso', 'consentimiento', 'consentement'],
    },
    said,
  );
function yesOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const said = oneOf(
    { yes: ['y', '1', 'true', 'si', 'oui', 'x', 'visible'], no: ['n', '0', 'false', 'non', 'paused'] },
    wordOf(value),
  );
  return said === undefined ? undefined : said === 'yes';
}

/** Parts of a list that each fit into one call: so many rows, and so many letters of JSON. */
export function* inParts(rows: readonly object[], most: { rows: number; letters: number }) {
  let first = 0;
  let part: string[] = [];
  let letters = 2;
  for (const [index, row] of rows.entries()) {
    const json = JSON.stringify(row);
    if (part.length > 0 && (part.length >= most.rows || letters + json.length + 1 > most.letters)) {
      yield { first, count: part.length, json: `[${part.join(',')}]` };
      [first, part, letters] = [index, [], 2];
    }
    part.push(json);
    letters += json.length + 1;
  }
  if (part.length > 0) yield { first, count: part.length, json: `[${part.join(',')}]` };
}
