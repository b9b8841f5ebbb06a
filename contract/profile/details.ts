/**
 * What members may say of themselves by choosing an answer. The own profile and its form, a person's page, search and its
 * filters, and the copy of a member's data follow from this table; the words stand in `locales/` beside it. Moderation has
 * nothing to look at, because every answer is one of ours.
 */

import { z } from 'zod';
import { as } from '../kernel/spelling.ts';
import type { Spelling } from '../kernel/spelling.ts';

interface Shared {
  wire: string;
  /** Whether people can be searched by it. */
  searchable: boolean;
}

interface Choice extends Shared {
  options: readonly string[];
}

/** A whole number, of at most 250 in a row: search lists have one byte for it. */
interface Measure extends Shared {
  from: number;
  to: number;
  unit: 'centimeter' | 'kilogram';
}

export const details = {
  hairColour: {
    wire: 'hair_color',
    options: ['blond', 'brown', 'red', 'dark blond', 'black', 'dyed'],
    searchable: true,
  },
  height: { wire: 'height', from: 120, to: 230, unit: 'centimeter', searchable: true },
  weight: { wire: 'weight', from: 35, to: 250, unit: 'kilogram', searchable: false },
} as const satisfies Record<string, Choice | Measure>;

type Table = typeof details;
export type DetailName = keyof Table;
type NamesWith<Facts> = { [Name in DetailName]: Table[Name] extends Facts ? Name : never }[DetailName];
export type ChoiceName = NamesWith<Choice>;
export type MeasureName = NamesWith<Measure>;
export type SearchableName = NamesWith<{ searchable: true }>;

type AnswerOf<Name extends DetailName> = Table[Name] extends { options: readonly (infer Option)[] }
  ? Option
  : number;
/** What a member has said. Null: nothing. */
export type Details = { [Name in DetailName]: AnswerOf<Name> | null };

/** The answers that are searched for: any of these options, or a number between these two. */
type WantedOf<Name extends DetailName> = Name extends ChoiceName ? AnswerOf<Name>[] : [number, number];
export type DetailFilters = { [Name in SearchableName]?: WantedOf<Name> | undefined };
export type DetailFilterChoice = { [Name in SearchableName]: WantedOf<Name> };

export const detailNames = Object.keys(details) as DetailName[];
export const searchableNames = detailNames.filter((name): name is SearchableName => details[name].searchable);

export const noDetails = forEachDetail(() => null) as Details;

export function isChoice(name: DetailName): name is ChoiceName {
  return 'options' in details[name];
}

/** The options of a choice, or every number of a measure. */
export function answersOf(name: DetailName): readonly (string | number)[] {
  const detail: Choice | Measure = details[name];
  if ('options' in detail) return detail.options;
  return Array.from({ length: detail.to - detail.from + 1 }, (_, index) => detail.from + index);
}

/** What of these values are answers. All others count as nothing said, such as an option that is offered no longer. */
export function answersIn(values: Readonly<Record<string, unknown>>): Details {
  return forEachDetail((name) => (isAnswer(name, values[name]) ? values[name] : null)) as Details;
}

function isAnswer(name: DetailName, value: unknown): boolean {
  const detail: Choice | Measure = details[name];
  if ('options' in detail) return typeof value === 'string' && detail.options.includes(value);
  return Number.isInteger(value) && (value as number) >= detail.from && (value as number) <= detail.to;
}

/** The answer that reads so, as a list of answers in a page has it. Null for any other text. */
export function readAnswer<Name extends DetailName>(name: Name, text: string): Details[Name] {
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
  const detail: Choice | Measure = details[name];
  return 'options' in detail ? z.enum(detail.options) : z.int().min(detail.from).max(detail.to);
}

function wanted(name: DetailName): z.ZodType {
  const one = answer(name);
  return isChoice(name) ? z.array(one).max(details[name].options.length) : z.array(one).min(2).max(2);
}

type Schemas<Name extends DetailName, Values extends Partial<Record<Name, unknown>>> = {
  [N in Name]: z.ZodType<Values[N], Values[N]>;
};
type Spellings<Name extends DetailName, Values extends Partial<Record<Name, unknown>>> = {
  [N in Name]: Spelling<Table[N]['wire'], z.ZodType<Values[N], Values[N]>>;
};

function spellings(names: readonly DetailName[], schemaOf: (name: DetailName) => z.ZodType): object {
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
