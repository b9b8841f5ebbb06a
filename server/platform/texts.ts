import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';

/** A text about so many, in each form that a language has for numbers. Some say "many" of millions alone. */
export type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

const pluralRules = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Intl.PluralRules(language)]),
) as Record<Language, Intl.PluralRules>;

/** The forms that a language has, by their names in `Intl.PluralRules`. */
export function pluralForms(language: Language): readonly Intl.LDMLPluralRule[] {
  return pluralRules[language].resolvedOptions().pluralCategories;
}

/** What is said of so many, and how the language writes that number. */
export function pluralOf(
  language: Language,
  forms: PluralForms,
  number: number,
): { text: string; count: string } {
  return {
    text: forms[pluralRules[language].select(number)] ?? forms.other,
    count: new Intl.NumberFormat(language).format(number),
  };
}

/**
 * The texts of a folder, a file `<language>.json` for each language there is. All must say what English says, and of numbers in each form
 * of their own: a file that lacks something, or has something else, stops the start.
 */
export function readTexts<Texts extends object>(folder: string, english: Texts): Record<Language, Texts> {
  const read = (language: Language): Texts => {
    const file = join(folder, `${language}.json`);
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    requireSameShape({ texts, english, where: file, language });
    return texts as Texts;
  };
  return Object.fromEntries(LANGUAGES.map((language) => [language, read(language)])) as Record<
    Language,
    Texts
  >;
}

/** The texts of an app: each form of a number is a text of its own there, and its tests hold that none is missing. */
export function readAppTexts(folder: string): Record<Language, object> {
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as object,
    ]),
  ) as Record<Language, object>;
}

/** What was made of texts by some words, for as long as those are a brand's. */
const spoken = new WeakMap<object, Map<object, object>>();

/** Texts of ours, but for those that a brand says in words of its own, by where they stand: `welcome.subject`. */
export function inOwnWords<Texts extends object>(
  texts: Texts,
  own: Readonly<Record<string, string>> | undefined,
): Texts {
  if (!own) return texts;
  const known = spoken.get(own) ?? new Map<object, object>();
  spoken.set(own, known);
  const made = known.get(texts) ?? putIn(structuredClone(texts), own);
  known.set(texts, made);
  return made as Texts;
}

function putIn<Texts extends object>(texts: Texts, own: Readonly<Record<string, string>>): Texts {
  for (const [path, words] of Object.entries(own)) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let place: unknown = texts;
    for (const step of steps) place = (place as Record<string, unknown> | undefined)?.[step];
    // A text that we no longer have is not said any more.
    if (typeof (place as Record<string, unknown> | undefined)?.[last] === 'string')
      (place as Record<string, unknown>)[last] = words;
  }
  return texts;
}

interface Compared {
  texts: unknown;
  english: unknown;
  where: string;
  language: Language;
}

function requireSameShape({ texts, english, where, language }: Compared): void {
  if (typeof texts !== typeof english || Array.isArray(texts) !== Array.isArray(english))
    throw new Error(`${where} is not what English has there`);
  // A list may be as long as a language needs it.
  if (typeof english !== 'object' || english === null || Array.isArray(english)) return;
  const own = texts as Record<string, unknown>;
  const needed = namesIn(english, language);
  for (const name of Object.keys(own))
    if (!needed.includes(name)) throw new Error(`${where} has ${name}, which English lacks`);
  for (const name of needed) {
    const said = (english as Record<string, unknown>)[name] ?? '';
    requireSameShape({ texts: own[name], english: said, where: `${where}: ${name}`, language });
  }
}

/** The names that English has there; of a text about a number, the language's own forms. */
function namesIn(english: object, language: Language): readonly string[] {
  const names = Object.keys(english);
  const isPlural = names.includes('other') && names.every((name) => isFormOf('en', name));
  return isPlural ? pluralForms(language) : names;
}

function isFormOf(language: Language, name: string): boolean {
  return (pluralForms(language) as readonly string[]).includes(name);
}
