/** A brand in its parts, and the parts as one file. */

import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { brandSettings } from '#contract/brand/brand.ts';
import { flowSettings, planSettings } from '#contract/brand/flow.ts';
import { SETTINGS_PART, flowPart, planPart, readPart } from '#contract/brand/parts.ts';
import type { PartKind } from '#contract/brand/parts.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { WrittenBrand } from '../brand-file.ts';

/** What stands in a part, as its operator wrote it. */
export type Content = Readonly<Record<string, unknown>>;
/** By their parts. */
export type Contents = ReadonlyMap<string, Content>;

const schemas: Record<PartKind, z.ZodType> = {
  brand: brandSettings,
  flow: flowSettings,
  plan: planSettings,
};

/** The parts of a file, each in the one form that is kept. */
export function partsOfFile({ settings, flows, plans }: WrittenBrand): Map<string, Content> {
  return new Map<string, Content>([
    [SETTINGS_PART, settings],
    ...flows.map((flow) => [flowPart(flow.id), flow] as const),
    ...plans.map((plan) => [planPart(plan.productId), plan] as const),
  ]);
}

/** Parts put together, and which part each place of its lists comes from. */
export interface AssembledFile {
  file: { settings: Content | undefined; plans: Content[]; flows: Content[] };
  /** The part that a place in the file belongs to, and the place in the part. */
  placeOf(path: readonly PropertyKey[]): { part: string; path: (string | number)[] };
}

export function assembleFile(contents: Contents): AssembledFile {
  const partsOf = (wanted: PartKind) => [...contents.keys()].filter((part) => readPart(part).kind === wanted);
  const lists = { flows: partsOf('flow'), plans: partsOf('plan') };
  const contentsOf = (parts: readonly string[]) =>
    parts.map((part) => contents.get(part)).filter((content) => content !== undefined);
  return {
    file: {
      settings: contents.get(SETTINGS_PART),
      plans: contentsOf(lists.plans),
      flows: contentsOf(lists.flows),
    },
    placeOf([list, ...rest]) {
      const path = rest.map((step) => (typeof step === 'symbol' ? String(step) : step));
      const [index, ...within] = path;
      const part = list === 'flows' || list === 'plans' ? lists[list][Number(index)] : undefined;
      return part === undefined ? { part: SETTINGS_PART, path } : { part, path: within };
    },
  };
}

/**
 * The one form of a content, in which equal things are equal: every default filled in, and texts in just those languages
 * that were written. What is not valid stays as it is.
 */
export function completeContent(part: string, written: Content): Content {
  const parsed = schemas[readPart(part).kind].safeParse(written);
  if (!parsed.success) return written;
  return JSON.parse(JSON.stringify(asWritten(parsed.data, written))) as Content;
}

/** A schema fills texts in for the languages that are missing. Here they are taken out again. */
function asWritten(complete: unknown, written: unknown): unknown {
  if (typeof complete !== 'object' || complete === null) return complete;
  if (Array.isArray(complete))
    return complete.map((item, index) => asWritten(item, (written as [])?.[index]));
  if (isLocalText(complete) && written !== undefined) return written;
  return Object.fromEntries(
    Object.entries(complete).map(([name, value]) => [
      name,
      asWritten(value, (written as Record<string, unknown> | undefined)?.[name]),
    ]),
  );
}

/** Whether an object is a text in all languages. */
export function isLocalText(value: object): value is Record<Language, string> {
  const names = Object.keys(value);
  return (
    names.length === LANGUAGES.length &&
    LANGUAGES.every((language) => typeof (value as Record<string, unknown>)[language] === 'string')
  );
}

export function isSameContent(part: string, one: Content | undefined, other: Content): boolean {
  return one !== undefined && isDeepStrictEqual(completeContent(part, one), completeContent(part, other));
}

/** What a part is called: as its content has it, in a language, or its id where it has no name yet. */
export function nameOfPart(part: string, content: Content | undefined, language: Language): string {
  const { id, kind } = readPart(part);
  const name = content?.[kind === 'brand' ? 'title' : 'name'];
  const texts =
    typeof name === 'object' && name !== null ? (name as Record<string, unknown>) : { [language]: name };
  const found = [texts[language], texts['en'], ...Object.values(texts)].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  return (typeof found === 'string' ? found : id).slice(0, 300);
}
