/** The legal pages: texts of ours with the facts of a brand and its country put in. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  LEGAL_FACTS,
  LEGAL_PAGES,
  LEGAL_VERSIONS,
  dayOfEdition,
  legalVersions,
} from '#contract/brand/legal.ts';
import type {
  BrandLegalPage,
  LegalFact,
  LegalPage,
  listLegalVersions as listEndpoint,
  readLegalText as endpoint,
} from '#contract/brand/legal.ts';
import { legalPart } from '#contract/brand/parts.ts';
import { countries } from '#contract/countries/list.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { findListDifferences } from '#contract/kernel/differences.ts';
import type { Difference } from '#contract/kernel/differences.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { VisitorContext } from '#server/app.ts';
import { html } from '#server/mails/layout.ts';
import type { Html } from '#server/mails/layout.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { Brand } from './directory.ts';
import { editionsOf } from './legal-editions.ts';
import type { Edition } from './legal-editions.ts';
import { conditions, legalWords, placeholders } from './legal-facts.ts';
import type { BrandOfText, Condition, ListKept } from './legal-facts.ts';
import { legalPage, linesOfHtml } from './legal-page.ts';

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
  return async (
    { app: { db }, brand, language: usual }: VisitorContext,
    { page, language = usual, version, since }: InputOf<typeof endpoint>,
  ): Promise<string> => {
    const facts = { ...brand, listKept };
    const { editions } = brand.legal[page];
    const read = async (id: string): Promise<LegalText> => {
      const edition = editions.find((each) => each.id === id) ?? fail('legal.version_unknown');
      return { ...edition, page, own: await readOwnText(db, brand, page, edition) };
    };
    if (since === undefined && version === undefined) return legalHtml(facts, page, language);
    if (since === undefined) return textHtml(facts, await read(version ?? ''), language);
    return differencesHtml(facts, [await read(since), await read(editions[0].id)], language);
  };
}

/** The brand's own part of an edition. What is live is in memory. */
async function readOwnText(
  db: DbOrTx,
  { id, legal }: Pick<Brand, 'id' | 'legal'>,
  page: LegalPage,
  { version }: Edition,
): Promise<BrandLegalPage | undefined> {
  if (version === null) return undefined;
  const { own, editions } = legal[page];
  if (version === editions.find((each) => each.version !== null)?.version && own?.mode !== 'ours') return own;
  const { content } = await db
    .selectFrom('brand_version')
    .select('content')
    .where('brand_id', '=', id)
    .where('part', '=', legalPart(page))
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return legalPage.parse(content);
}

/** What was in force when on a page. */
export function listVersionsOfPage(
  { brand }: VisitorContext,
  { page }: InputOf<typeof listEndpoint>,
): ReplyOf<typeof listEndpoint> {
  return { versions: versionsOfPage(brand, page) };
}

const MOST_VERSIONS = 200;

/** One that says the same as the one before it is none. */
export function versionsOfPage({ legal }: Pick<Brand, 'legal'>, page: LegalPage): string[] {
  const { editions } = legal[page];
  return editions
    .filter(({ text }, index) => text !== editions[index + 1]?.text)
    .slice(0, MOST_VERSIONS)
    .map(({ id }) => id);
}

/** An edition with all that it is made of. */
interface LegalText extends Edition {
  page: LegalPage;
  own: BrandLegalPage | undefined;
}

/** A page in plain words, with the facts of the brand. Whatever is no tag of ours, or of those that operators may use, is escaped. */
export function legalHtml(brand: BrandOfText, page: LegalPage, language: Language): string {
  const { own, editions } = brand.legal?.[page] ?? { own: undefined, editions: editionsOf(page, []) };
  return textHtml(brand, { ...editions[0], page, own }, language);
}

/** Our text as it stood on a day. */
export function ourHtml(brand: BrandOfText, page: LegalPage, language: Language, day: string): string {
  const ours = { id: day, oursOf: day, mode: 'ours' as const, version: null, consentAgain: false, text: day };
  return textHtml(brand, { ...ours, page, own: undefined }, language);
}

/** The page as it would be with a text that is not published yet. */
export function draftHtml(brand: BrandOfText, own: BrandLegalPage, language: Language): string {
  const day = own.mode === 'ours' ? LEGAL_VERSIONS[own.page] : new Date().toISOString().slice(0, 10);
  const edition = { id: day, oursOf: LEGAL_VERSIONS[own.page], mode: own.mode, version: null };
  return textHtml(brand, { ...edition, consentAgain: false, text: '', page: own.page, own }, language);
}

/** What of our text stays where an operator's own takes its place, by the ids of the sections. */
const keptSections: Partial<Record<LegalPage, readonly string[]>> = {
  // A demonstration says so, who answers is said, and so is how one is judged, appeals, pays, leaves and withdraws.
  terms: ['demo', 'offer', 'moderation', 'appeals', 'billingPolicy'],
  faq: ['answers'],
};

function textHtml(brand: BrandOfText, text: LegalText, language: Language): string {
  const [before = '', after = ''] = legalWords[language].version.split('{date}');
  return html`<p>${before}${dayHtml(dayOfEdition(text.id), language)}${after}</p>
    ${text.mode === 'own' ? ownHtml(brand, text, language) : undefined}
    ${fillIn(brand, oursIn(text, language), language).map(sectionHtml)}
    ${text.mode === 'added' ? ownHtml(brand, text, language) : undefined}`.markup;
}

function oursIn({ page, mode, oursOf }: LegalText, language: Language): Section[] {
  const ours = sectionsOf(page, oursOf, language);
  return mode === 'own' ? ours.filter(({ id = '' }) => keptSections[page]?.includes(id)) : ours;
}

/** In the reader's language; else in that of the brand's country, or whichever there is. */
function ownIn({ settings }: BrandOfText, { own }: LegalText, language: Language) {
  const written = own?.text ?? {};
  const spares = [language, countries[settings.country].language, ...LANGUAGES];
  const found = spares.find((each) => written[each]);
  return found && { language: found, markup: written[found] ?? '' };
}

function ownHtml(brand: BrandOfText, text: LegalText, language: Language): Html | undefined {
  const own = ownIn(brand, text, language);
  if (!own) return undefined;
  const filled = { markup: withFacts(own.markup, brand, own.language) };
  return own.language === language
    ? html`<section>${filled}</section>`
    : html`<section lang="${own.language}">${filled}</section>`;
}

/** The text was cleaned when it was published; what is put into it is escaped here. */
function withFacts(markup: string, brand: BrandOfText, language: Language): string {
  return markup.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = placeholders[name]?.read(brand, language);
    return typeof value === 'string' ? html`${inline(value)}`.markup : whole;
  });
}

/** All of a text in lines, to be compared: the operator's own by its headings. */
function filledSections(brand: BrandOfText, text: LegalText, language: Language): FilledSection[] {
  const ours = fillIn(brand, oursIn(text, language), language);
  const own = text.mode === 'ours' ? undefined : ownIn(brand, text, language);
  if (!own) return ours;
  const written: FilledSection[] = [];
  for (const line of linesOfHtml(withFacts(own.markup, brand, own.language))) {
    if (line.startsWith('# ')) written.push({ title: line.slice(2), text: [] });
    else
      (written.at(-1) ?? written[written.push({ title: brand.settings.title, text: [] }) - 1])?.text.push(
        line,
      );
  }
  return text.mode === 'own' ? [...written, ...ours] : [...ours, ...written];
}

/** What has been added since a version and what is gone, section by section. Both with the facts of today. */
function differencesHtml(
  brand: BrandOfText,
  [before, now]: readonly [LegalText, LegalText],
  language: Language,
): string {
  const [old, fresh] = [filledSections(brand, before, language), filledSections(brand, now, language)];
  const words = legalWords[language];
  const [upTo = '', after = ''] = words.changes.split('{date}');
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
  return html`<p>${upTo}${dayHtml(dayOfEdition(before.id), language)}${after}</p>
    ${changed.length > 0 ? changed : html`<p>${words.unchanged}</p>`}`.markup;
}

/** A paragraph as people read it: without what it links to, and whatever kind of space it has. */
export function readable(part: string): string {
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
