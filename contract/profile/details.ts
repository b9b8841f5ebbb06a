/**
 * What members may say of themselves by choosing an answer. The own profile and its form, a person's page, search and its
 * filters, and the copy of a member's data follow from this table; the words stand in `locales/` beside it. Moderation has
 * nothing to look at, because every answer is one of ours.
 */

import { z } from 'zod';
import { as } from '../kernel/spelling.ts';
import type { Spelling } from '../kernel/spelling.ts';
import { INTERESTS_MOST, interestNumbers } from './interests.ts';
import { SPOKEN_MOST, spokenNumbers } from './spoken-languages.ts';

interface Shared {
  wire: string;
  /** Whether people can be searched by it, one byte a person. */
  searchable: boolean;
  /**
   * Tells of faith or health (article 9 of the GDPR): it is kept only with a consent of its own, apart from the others, and
   * goes with the consent. What orientation and politics would tell is not asked.
   */
  delicate?: true;
}

interface Choice extends Shared {
  options: readonly string[];
}

/** Several answers. They are stored by their numbers, of at most 255, so that lists in memory can hold them. */
interface Several extends Shared {
  numbers: Readonly<Record<string, number>>;
  most: number;
  searchable: false;
}

/** A whole number, of at most 250 in a row: search lists have one byte for it. */
interface Measure extends Shared {
  from: number;
  to: number;
  unit: 'centimeter' | 'kilogram';
}

export const details = {
  intention: {
    wire: 'intenzione',
    options: ['serious', 'open', 'friendship', 'talk'],
    searchable: true,
  },
  interests: { wire: 'interessi', numbers: interestNumbers, most: INTERESTS_MOST, searchable: false },
  height: { wire: 'height', from: 120, to: 230, unit: 'centimeter', searchable: true },
  smoking: { wire: 'fumo', options: ['no', 'sometimes', 'yes', 'stopping'], searchable: true },
  drinking: { wire: 'alcol', options: ['no', 'seldom', 'socially', 'often'], searchable: true },
  hasChildren: { wire: 'ha_figli', options: ['no', 'with me', 'partly', 'grown'], searchable: true },
  wantsChildren: { wire: 'vuole_figli', options: ['yes', 'maybe', 'no', 'enough'], searchable: true },
  languages: { wire: 'lingue', numbers: spokenNumbers, most: SPOKEN_MOST, searchable: false },
  education: {
    wire: 'studi',
    options: ['school', 'vocational', 'diploma', 'studying', 'degree', 'doctorate'],
    searchable: true,
  },
  work: {
    wire: 'lavoro',
    options: [
      'craft',
      'office',
      'shop',
      'health',
      'teaching',
      'technology',
      'building',
      'kitchen',
      'transport',
      'farming',
      'public service',
      'law and money',
      'arts and media',
      'science',
      'own business',
      'home',
      'studying',
      'looking',
      'retired',
      'other',
    ],
    searchable: false,
  },
  religion: {
    wire: 'religione',
    options: [
      'catholic',
      'christian',
      'orthodox',
      'protestant',
      'jewish',
      'muslim',
      'buddhist',
      'hindu',
      'spiritual',
      'agnostic',
      'atheist',
      'other',
    ],
    searchable: true,
    delicate: true,
  },
  hairColour: {
    wire: 'hair_color',
    options: ['blond', 'brown', 'red', 'dark blond', 'black', 'dyed'],
    searchable: true,
  },
  weight: { wire: 'weight', from: 35, to: 250, unit: 'kilogram', searchable: false, delicate: true },
} as const satisfies Record<string, Choice | Several | Measure>;

type Table = typeof details;
export type DetailName = keyof Table;
type NamesWith<Facts> = { [Name in DetailName]: Table[Name] extends Facts ? Name : never }[DetailName];
export type ChoiceName = NamesWith<Choice>;
export type SeveralName = NamesWith<Several>;
export type MeasureName = NamesWith<Measure>;
export type SearchableName = NamesWith<{ searchable: true }>;

type AnswerOf<Name extends DetailName> = Table[Name] extends { options: readonly (infer Option)[] }
  ? Option
  : Table[Name] extends { numbers: infer Numbers }
    ? (keyof Numbers)[]
    : number;
/** What a member has said. Null: nothing. */
export type Details = { [Name in DetailName]: AnswerOf<Name> | null };

/** The answers that are searched for: any of these options, or a number between these two. */
type WantedOf<Name extends DetailName> = Name extends ChoiceName ? AnswerOf<Name>[] : [number, number];
export type DetailFilters = { [Name in SearchableName]?: WantedOf<Name> | undefined };
export type DetailFilterChoice = { [Name in SearchableName]: WantedOf<Name> };

export const detailNames = Object.keys(details) as DetailName[];
export const searchableNames = detailNames.filter((name): name is SearchableName => details[name].searchable);
/** Those that need the consent. */
export const delicateNames = detailNames.filter(isDelicate);

export const noDetails = forEachDetail(() => null) as Details;

export function isChoice(name: DetailName): name is ChoiceName {
  return 'options' in details[name];
}

export function isSeveral(name: DetailName): name is SeveralName {
  return 'numbers' in details[name];
}

export function isDelicate(name: DetailName): boolean {
  return 'delicate' in details[name];
}

/** The options of a choice, one or several, or every number of a measure. */
export function answersOf(name: DetailName): readonly (string | number)[] {
  const detail: Choice | Several | Measure = details[name];
  if ('options' in detail) return detail.options;
  if ('numbers' in detail) return Object.keys(detail.numbers);
  return Array.from({ length: detail.to - detail.from + 1 }, (_, index) => detail.from + index);
}

/** What of these values are answers. All others count as nothing said, such as an option that is offered no longer. */
export function answersIn(values: Readonly<Record<string, unknown>>): Details {
  return forEachDetail((name) => answerIn(name, values[name])) as Details;
}

function answerIn(name: DetailName, value: unknown): unknown {
  const detail: Choice | Several | Measure = details[name];
  if ('options' in detail) return typeof value === 'string' && detail.options.includes(value) ? value : null;
  if ('numbers' in detail) {
    const { numbers, most } = detail;
    const chosen = new Set(Array.isArray(value) ? value.filter((one) => Object.hasOwn(numbers, one)) : []);
    return chosen.size > 0 ? [...chosen].slice(0, most) : null;
  }
  const number = value as number;
  return Number.isInteger(number) && number >= detail.from && number <= detail.to ? number : null;
}

/** What is said of these, as the database keeps it: several answers by their numbers. */
export function storedAnswers(said: Details): Record<string, unknown> {
  const kept = detailNames.flatMap((name) => {
    const own = said[name];
    if (own === null || (Array.isArray(own) && own.length === 0)) return [];
    return [[name, isSeveral(name) ? numbersOf(name, own as readonly string[]) : own] as const];
  });
  return Object.fromEntries(kept);
}

function numbersOf(name: SeveralName, answers: readonly string[]): number[] {
  const { numbers } = details[name] as Several;
  return answers.flatMap((one) => numbers[one] ?? []);
}

/** The answers that are kept so. */
export function answersStoredAs(stored: Readonly<Record<string, unknown>>): Details {
  return answersIn(
    Object.fromEntries(
      Object.entries(stored).map(([name, kept]) => [name, isNumbered(name) ? namesOf(name, kept) : kept]),
    ),
  );
}

const isNumbered = (name: string): name is SeveralName =>
  (detailNames as readonly string[]).includes(name) && isSeveral(name as DetailName);

function namesOf(name: SeveralName, kept: unknown): string[] {
  if (!Array.isArray(kept)) return [];
  const names = Object.entries(details[name].numbers);
  return kept.flatMap((number) => names.find(([, own]) => own === number)?.[0] ?? []);
}

/** The answer that reads so, as a list of answers in a page has it. Null for any other text. */
export function readAnswer<Name extends Exclude<DetailName, SeveralName>>(
  name: Name,
  text: string,
): Details[Name] {
  return (answersOf(name).find((one) => String(one) === text) ?? null) as Details[Name];
}

/** Those of these values that are details, as far as they are named. */
export function detailsAmong(values: { [Name in DetailName]?: Details[Name] | undefined }): Partial<Details> {
  const named = detailNames.filter((name) => values[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, values[name]]));
}

function forEachDetail<T>(valueOf: (name: DetailName) => T): Record<DetailName, T> {
  return Object.fromEntries(detailNames.map((name) => [name, valueOf(name)])) as Record<DetailName, T>;
}

function answer(name: DetailName): z.ZodType {
  const detail: Choice | Several | Measure = details[name];
  if ('options' in detail) return z.enum(detail.options);
  if ('numbers' in detail) return z.array(z.enum(Object.keys(detail.numbers))).max(detail.most);
  return z.int().min(detail.from).max(detail.to);
}

function wanted(name: SearchableName): z.ZodType {
  const one = answer(name);
  return isChoice(name) ? z.array(one).max(details[name].options.length) : z.array(one).min(2).max(2);
}

type Schemas<Name extends DetailName, Values extends Partial<Record<Name, unknown>>> = {
  [N in Name]: z.ZodType<Values[N], Values[N]>;
};
type Spellings<Name extends DetailName, Values extends Partial<Record<Name, unknown>>> = {
  [N in Name]: Spelling<Table[N]['wire'], z.ZodType<Values[N], Values[N]>>;
};

function spellings<Name extends DetailName>(
  names: readonly Name[],
  schemaOf: (name: Name) => z.ZodType,
): object {
  return Object.fromEntries(names.map((name) => [name, as(details[name].wire, schemaOf(name))]));
}

/** All of them, as others read them. */
export const shownDetails = spellings(detailNames, (name) => answer(name).nullable()) as Spellings<
  DetailName,
  Details
>;
/** Those that a member changes. */
export const changedDetails = spellings(detailNames, (name) =>
  answer(name).nullable().optional(),
) as Spellings<DetailName, { [Name in DetailName]: Details[Name] | undefined }>;
/** Those by which a search leaves people out. */
export const detailFilters = spellings(searchableNames, (name) => wanted(name).optional()) as Spellings<
  SearchableName,
  { [Name in SearchableName]: DetailFilters[Name] }
>;

/** The same as forms hold them. */
export const detailForm = forEachDetail((name) => answer(name).nullable()) as Schemas<DetailName, Details>;
export const detailFilterForm = Object.fromEntries(
  searchableNames.map((name) => [name, wanted(name)]),
) as Schemas<SearchableName, DetailFilterChoice>;
