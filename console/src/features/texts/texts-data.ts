import { useQuery } from '@tanstack/react-query';
import { call } from '#console/shell/api.ts';
import type { TextChannel } from '#contract/brand/texts.ts';
import { findTextFaults } from '#contract/brand/texts.ts';
import { LANGUAGES, type Language } from '#contract/kernel/constants.ts';
import { type ListedText, listTexts } from '#contract/staff/brand-texts.ts';

/** Own words as the part of a brand holds them: by key and language. */
export type OwnTexts = Readonly<Record<string, Partial<Record<Language, string>>>>;

/** Texts that stand together: one mail, one popup. */
export interface TextGroup {
  id: string;
  title: string;
  texts: ListedText[];
}

export function useTexts(brand: string, channel: TextChannel) {
  return useQuery({
    queryKey: ['brands', brand, 'texts', channel],
    queryFn: ({ signal }) => call(listTexts, { brand, channel }, { signal }),
    staleTime: Infinity,
  });
}

/** What names a group: the first of these that says something by itself. */
const headings = ['heading', 'title', 'subject', 'phrases.single', 'text', 'single', 'count.other'];

const saysSomething = (text: string | undefined) => /\p{L}/u.test((text ?? '').replaceAll(/\{[^{}]*\}/g, ''));

/** The parts of which keys are made that have a name of their own. */
const fieldNames = [
  'subject',
  'preview',
  'heading',
  'title',
  'text',
  'button',
  'note',
  'phrases',
  'total',
  'unread',
  'more',
  'one',
  'many',
  'other',
  'single',
  'count',
  'plans',
  'liked',
  'visited',
  'both',
  'did',
  'labels',
] as const;
type FieldName = (typeof fieldNames)[number];

/** Where a text stands in its group, by the names of the parts of its key or as they are: `plans.text_one`. */
export function nameOfText({ key }: ListedText, nameOf: (field: FieldName) => string): string {
  const steps = key.split('.');
  const parts = (steps.length > 1 ? steps.slice(1) : steps).flatMap((step) => step.split('_'));
  return parts
    .map((part) => {
      const known = fieldNames.find((field) => field === part);
      return known ? nameOf(known) : part;
    })
    .join(' · ');
}

export function groupTexts(texts: readonly ListedText[], language: Language): TextGroup[] {
  const groups = Map.groupBy(texts, ({ key }) => (key.includes('.') ? key.slice(0, key.indexOf('.')) : ''));
  return [...groups].map(([id, own]) => {
    const named = headings
      .map((name) => own.find(({ key }) => key === `${id}.${name}`)?.ours[language])
      .find((said) => saysSomething(said));
    return { id, title: named ?? id, texts: own };
  });
}

/** As it is said: in the operator's words, or ours. */
export function saidIn(text: ListedText, own: OwnTexts, language: Language): string {
  return own[text.key]?.[language] ?? text.ours[language] ?? '';
}

export function isChanged(text: ListedText, own: OwnTexts, language?: Language): boolean {
  return (language ? [language] : LANGUAGES).some((each) => own[text.key]?.[each] !== undefined);
}

/** Changed in some languages and not in the others: those still say it our way. */
export function missingLanguages(text: ListedText, own: OwnTexts): Language[] {
  if (!isChanged(text, own)) return [];
  return LANGUAGES.filter((each) => text.ours[each] !== undefined && own[text.key]?.[each] === undefined);
}

export function faultsOf(text: ListedText, own: OwnTexts, language: Language) {
  const said = own[text.key]?.[language];
  if (said === undefined) return undefined;
  return findTextFaults(said, { tokens: text.tokens[language] ?? [], limit: text.limit });
}

/** With one text changed. What is ours again is left out. */
export function withText(own: OwnTexts, text: ListedText, language: Language, said: string): OwnTexts {
  const { [text.key]: before = {}, ...others } = own;
  const { [language]: _, ...rest } = before;
  const texts = said === text.ours[language] ? rest : { ...rest, [language]: said };
  return Object.keys(texts).length === 0 ? others : { ...others, [text.key]: texts };
}

interface Filter {
  find: string;
  language: Language | undefined;
  only: 'all' | 'changed' | 'missing';
}

export function filterTexts(texts: readonly ListedText[], own: OwnTexts, { find, language, only }: Filter) {
  const wanted = find.trim().toLocaleLowerCase();
  const shown = language ? [language] : LANGUAGES;
  return texts.filter((text) => {
    if (only === 'changed' && !isChanged(text, own, language)) return false;
    if (only === 'missing' && !missingLanguages(text, own).some((each) => shown.includes(each))) return false;
    if (wanted === '') return true;
    const words = shown.flatMap((each) => [text.ours[each] ?? '', own[text.key]?.[each] ?? '']);
    return [text.key, ...words].some((each) => each.toLocaleLowerCase().includes(wanted));
  });
}

/** Words of one language that a preview can show: those that are fine. */
export function soundWords(
  texts: readonly ListedText[],
  own: OwnTexts,
  language: Language,
): { key: string; text: string }[] {
  return texts.flatMap((text) => {
    const said = own[text.key]?.[language];
    return said === undefined || text.lock || faultsOf(text, own, language)
      ? []
      : [{ key: text.key, text: said }];
  });
}
