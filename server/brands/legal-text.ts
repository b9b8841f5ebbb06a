/** The legal pages: texts of ours with the facts of a brand and its country put in. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LEGAL_FACTS, LEGAL_PAGES, LEGAL_VERSIONS, legalVersions } from '#contract/brand/legal.ts';
import type { LegalFact, LegalPage, readLegalText as endpoint } from '#contract/brand/legal.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { findListDifferences } from '#contract/kernel/differences.ts';
import type { Difference } from '#contract/kernel/differences.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { VisitorContext } from '#server/app.ts';
import { html } from '#server/mails/layout.ts';
import type { Html } from '#server/mails/layout.ts';
import { conditions, legalWords, placeholders } from './legal-facts.ts';
import type { BrandOfText, Condition, ListKept } from './legal-facts.ts';

const when = z.enum(Object.keys(conditions) as [Condition, ...Condition[]]).optional();
const sections = z.array(
  z.strictObject({
    title: z.string().min(1),
    /** What a link may point at. */
    id: z.string().optional(),
    when,
    /** Paragraphs; those that begin with a dash are the items of a list. */
    text: z.array(z.union([z.string().min(1), z.strictObject({ when, text: z.string().min(1) })])).min(1),
  }),
);
type Section = z.output<typeof sections>[number];

/** Every version in every language, by page and day. What is missing or misspelt stops the start. */
const texts = new Map(
  LEGAL_PAGES.flatMap((page) =>
    legalVersions[page].flatMap(({ day }) =>
      LANGUAGES.map((language) => [`${page} ${day} ${language}`, readSections(page, day, language)] as const),
    ),
  ),
);

function readSections(page: LegalPage, day: string, language: Language): Section[] {
  const file = join(import.meta.dirname, 'legal', page, day, `${language}.json`);
  return sections.parse(JSON.parse(readFileSync(file, 'utf8')));
}

function sectionsOf(page: LegalPage, day: string, language: Language): Section[] {
  return texts.get(`${page} ${day} ${language}`) ?? fail('legal.version_unknown');
}

export function legalReader(listKept: ListKept) {
  return (
    { brand: { settings, flows, plans }, language: usual }: VisitorContext,
    { page, language = usual, version, since }: InputOf<typeof endpoint>,
  ): string => {
    const brand = { settings, flows, plans, listKept };
    if (since !== undefined) return differencesHtml(brand, page, language, since);
    return legalHtml(brand, page, language, version);
  };
}

/** A page in plain words, with the facts of the brand. Whatever is no tag of ours is escaped. */
export function legalHtml(
  brand: BrandOfText,
  page: LegalPage,
  language: Language,
  day = LEGAL_VERSIONS[page],
): string {
  const [before = '', after = ''] = legalWords[language].version.split('{date}');
  return html`<p>${before}${dayHtml(day, language)}${after}</p>
    ${fillIn(brand, sectionsOf(page, day, language), language).map(sectionHtml)}`.markup;
}

/** What has been added since a version and what is gone, section by section. Both with the facts of today. */
function differencesHtml(brand: BrandOfText, page: LegalPage, language: Language, since: string): string {
  const read = (day: string) => fillIn(brand, sectionsOf(page, day, language), language);
  const [old, fresh] = [read(since), read(LEGAL_VERSIONS[page])];
  const words = legalWords[language];
  const [before = '', after = ''] = words.changes.split('{date}');
  const titlesOf = (filled: FilledSection[]) => filled.map(({ title }) => title);
  // A paragraph that reads the same has not changed, whatever it links to.
  const written = new Map(
    [...old, ...fresh].flatMap(({ text }) => text.map((part) => [readable(part), part])),
  );
  const changed = findListDifferences(titlesOf(old), titlesOf(fresh)).flatMap(({ kind, item: title }) => {
    const textOf = (filled: FilledSection[]) =>
      filled.find((section) => section.title === title)?.text.map(readable) ?? [];
    const lines = findListDifferences(
      kind === 'added' ? [] : textOf(old),
      kind === 'removed' ? [] : textOf(fresh),
    ).filter((line) => line.kind !== 'same');
    if (lines.length === 0) return [];
    return html`<section>
      <h2>${kind === 'same' ? title : marked(kind, [html`${title}`])}</h2>
      ${lines.map((line) => {
        const part = written.get(line.item) ?? line.item;
        return html`<p>${marked(line.kind, inline(part.replace(/^- /, '')))}</p>`;
      })}
    </section>`;
  });
  return html`<p>${before}${dayHtml(since, language)}${after}</p>
    ${changed.length > 0 ? changed : html`<p>${words.unchanged}</p>`}`.markup;
}

/** A paragraph as people read it: without what it links to, and whatever kind of space it has. */
function readable(part: string): string {
  return part.replaceAll(/\[([^\][]+)\]\([^\s()]+\)/g, '$1').replaceAll(/\s+/g, ' ');
}

function marked(kind: Difference['kind'], text: readonly Html[]): Html {
  return kind === 'added' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`;
}

/** The facts that a brand has not stated, each with the pages that leave something out for it. */
export function missingFacts(brand: BrandOfText): { fact: LegalFact; pages: LegalPage[] }[] {
  return LEGAL_FACTS.map((fact) => {
    const names = Object.keys(placeholders).filter(
      (name) => placeholders[name]?.fact === fact && placeholders[name].read(brand, 'en') === undefined,
    );
    const pages = LEGAL_PAGES.filter((page) =>
      sectionsOf(page, LEGAL_VERSIONS[page], 'en').some(
        (section) =>
          applies(section, brand) && names.some((name) => JSON.stringify(section).includes(`{${name}}`)),
      ),
    );
    return { fact, pages };
  }).filter(({ pages }) => pages.length > 0);
}

interface FilledSection {
  title: string;
  id?: string | undefined;
  text: string[];
}

function applies({ when: condition }: { when?: Condition | undefined }, brand: BrandOfText): boolean {
  return condition === undefined || conditions[condition](brand);
}

/** A paragraph that lacks a fact is left out, and a section that lacks all of its own: better nothing than something false. */
function fillIn(brand: BrandOfText, wanted: readonly Section[], language: Language): FilledSection[] {
  return wanted.flatMap((section) => {
    if (!applies(section, brand)) return [];
    const text = section.text.flatMap((part) => {
      const { text: words, ...condition } = typeof part === 'string' ? { text: part } : part;
      return applies(condition, brand) ? paragraphs(words, brand, language) : [];
    });
    const [title] = paragraphs(section.title, brand, language);
    return title === undefined || text.length === 0 ? [] : [{ title, id: section.id, text }];
  });
}

/** A fact of several items stands alone in its paragraph and makes a list of it. */
function paragraphs(words: string, brand: BrandOfText, language: Language): string[] {
  const whole = placeholders[/^\{(\w+)\}$/.exec(words)?.[1] ?? '']?.read(brand, language);
  if (Array.isArray(whole)) {
    const { semicolon } = legalWords[language];
    return whole.map((item, index) => `- ${item}${index === whole.length - 1 ? '.' : semicolon}`);
  }
  let isMissing = false;
  const filled = words.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = placeholders[name]?.read(brand, language);
    if (typeof value !== 'string') isMissing = true;
    return String(value);
  });
  return isMissing ? [] : [filled];
}

function sectionHtml({ id, title, text }: FilledSection): Html {
  return html`<section>
    ${id ? html`<h2 id="${id}">${title}</h2>` : html`<h2>${title}</h2>`}${blocks(text)}
  </section>`;
}

function blocks(text: readonly string[]): Html[] {
  const done: Html[] = [];
  let items: Html[] = [];
  const endList = () => {
    if (items.length > 0)
      done.push(
        html`<ul>
          ${items}
        </ul>`,
      );
    items = [];
  };
  for (const part of text) {
    if (part.startsWith('- ')) {
      items.push(html`<li>${inline(part.slice(2))}</li>`);
      continue;
    }
    endList();
    done.push(html`<p>${inline(part)}</p>`);
  }
  endList();
  return done;
}

/** `[words](/path)` is a link: to a page of ours, to write a mail or call, or to a site elsewhere. */
function inline(text: string): Html[] {
  return text.split(/(\[[^\][]+\]\((?:\/(?!\/)|mailto:|tel:|https:\/\/)[^\s()<>"]*\))/).map((part) => {
    const [, words, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    return words && address ? html`<a href="${address}">${words}</a>` : html`${part}`;
  });
}

function dayHtml(day: string, language: Language): Html {
  const date = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));
  return html`<time datetime="${day}">${date}</time>`;
}
