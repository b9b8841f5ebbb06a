/** A brand in its parts, and the parts as one file. */

import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { brandSettings } from '#contract/brand/brand.ts';
import { flowSettings, planSettings } from '#contract/brand/flow.ts';
import {
  SETTINGS_PART,
  flowPart,
  legalPart,
  mayBeEmpty,
  planPart,
  readPart,
  textsPart,
} from '#contract/brand/parts.ts';
import type { PartKind } from '#contract/brand/parts.ts';
import { brandTexts } from '#contract/brand/texts.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { WrittenBrand } from '../brand-file.ts';
import { legalPage } from '../legal-page.ts';

/** What stands in a part, as its operator wrote it. */
export type Content = Readonly<Record<string, unknown>>;
/** By their parts. */
export type Contents = ReadonlyMap<string, Content>;

const schemas: Record<PartKind, z.ZodType> = {
  brand: brandSettings,
  flow: flowSettings,
  plan: planSettings,
  texts: brandTexts,
  legal: legalPage,
};

/** What a part holds without which a brand says what we say. */
export function emptyContent(part: string): Content | undefined {
  const { kind, id } = readPart(part);
  if (kind === 'texts') return { channel: id, words: {} };
  return kind === 'legal' ? { page: id, mode: 'ours', text: {}, consentAgain: false } : undefined;
}

/** The parts of a file, each in the one form that is kept. */
export function partsOfFile({
  settings,
  flows,
  plans,
  texts = [],
  legalPages = [],
}: WrittenBrand): Map<string, Content> {
  return new Map<string, Content>([
    [SETTINGS_PART, settings],
    ...flows.map((flow) => [flowPart(flow.id), flow] as const),
    ...plans.map((plan) => [planPart(plan.productId), plan] as const),
    ...texts.map((each) => [textsPart(each.channel), each] as const),
    ...legalPages.map((each) => [legalPart(each.page), each] as const),
  ]);
}

/** Parts put together, and which part each place of its lists comes from. */
export interface AssembledFile {
  file: {
    settings: Content | undefined;
    plans: Content[];
    flows: Content[];
    texts?: Content[];
    legalPages?: Content[];
  };
  /** The part that a place in the file belongs to, and the place in the part. */
  placeOf(path: readonly PropertyKey[]): { part: string; path: (string | number)[] };
}

export function assembleFile(contents: Contents): AssembledFile {
  const partsOf = (wanted: PartKind) => [...contents.keys()].filter((part) => readPart(part).kind === wanted);
  const lists = {
    flows: partsOf('flow'),
    plans: partsOf('plan'),
    texts: partsOf('texts'),
    legalPages: partsOf('legal'),
  };
  const contentsOf = (parts: readonly string[]) =>
    parts.map((part) => contents.get(part)).filter((content) => content !== undefined);
  return {
    file: {
      settings: contents.get(SETTINGS_PART),
      plans: contentsOf(lists.plans),
      flows: contentsOf(lists.flows),
      ...(lists.texts.length > 0 && { texts: contentsOf(lists.texts) }),
      ...(lists.legalPages.length > 0 && { legalPages: contentsOf(lists.legalPages) }),
    },
    placeOf([list, ...rest]) {
      const path = rest.map((step) => (typeof step === 'symbol' ? String(step) : step));
      const [index, ...within] = path;
      const isList = typeof list === 'string' && Object.hasOwn(lists, list);
      const part = isList ? lists[list as keyof typeof lists][Number(index)] : undefined;
      return part === undefined ? { part: SETTINGS_PART, path } : { part, path: within };
    },
  };
}

/**
 * The one form of a content, in which equal things are equal: every default filled in, and texts in just those languages
 * that were written. What is not valid stays as it is.
 */
export function completeContent(part: string, written: Content): Content {
  const { kind } = readPart(part);
  const parsed = schemas[kind].safeParse(written);
  if (!parsed.success) return written;
  if (mayBeEmpty(kind)) return parsed.data as Content;
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
