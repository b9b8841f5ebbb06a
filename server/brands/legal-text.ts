/** The legal pages: texts of ours with the facts of a brand and its country put in. */

import { join } from 'node:path';
import { providers } from '../../contract/billing/providers.ts';
import { LEGAL_VERSIONS } from '../../contract/brand/legal.ts';
import type { LegalPage, readLegalText as endpoint } from '../../contract/brand/legal.ts';
import { countries, countryData } from '../../contract/countries/list.ts';
import { CLOSING_GRACE_DAYS } from '../../contract/kernel/constants.ts';
import type { Language } from '../../contract/kernel/constants.ts';
import type { InputOf } from '../../contract/kernel/endpoint.ts';
import { SHORT_NOTICE_DAYS, WITHDRAWAL_DAYS } from '../../contract/kernel/money.ts';
import type { VisitorContext } from '../app.ts';
import { html } from '../platform/mail/layout.ts';
import type { Html } from '../platform/mail/layout.ts';
import { readTexts } from '../platform/texts.ts';
import type { Brand } from './directory.ts';
import en from './legal/en.json' with { type: 'json' };

interface Section {
  title: string;
  /** Paragraphs; those that begin with a dash are the items of a list. */
  text: readonly string[];
  /** What a link may point at. */
  id?: string;
  when?: string;
}

interface Texts {
  version: string;
  pages: Record<LegalPage, readonly Section[]>;
}

const texts = readTexts<Texts>(join(import.meta.dirname, 'legal'), en);

type Facts = Record<string, string>;

/** A page in plain words, with the facts of the brand. Whatever is no tag of ours is escaped. */
export function legalHtml({ settings }: Brand, page: LegalPage, language: Language): string {
  const { version, pages } = texts[language];
  const facts = factsOf(settings, language);
  const day = LEGAL_VERSIONS[page];
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
  const [before = '', after = ''] = version.split('{date}');
  const sections = pages[page]
    .filter(({ when }) => when !== 'demo' || settings.demo)
    .map((section) => sectionHtml(section, facts));
  return html`<p>${before}<time datetime="${day}">${date}</time>${after}</p>
    ${sections}`.markup;
}

export function readLegalText(
  { brand, language: usual }: VisitorContext,
  { page, language = usual }: InputOf<typeof endpoint>,
): string {
  return legalHtml(brand, page, language);
}

function sectionHtml({ id, title, text }: Section, facts: Facts): Html {
  const heading = fillIn(title, facts);
  return html`<section>
    ${id ? html`<h2 id="${id}">${heading}</h2>` : html`<h2>${heading}</h2>`}${blocks(text, facts)}
  </section>`;
}

function blocks(text: readonly string[], facts: Facts): Html[] {
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
      items.push(html`<li>${fillIn(part.slice(2), facts)}</li>`);
      continue;
    }
    endList();
    done.push(html`<p>${fillIn(part, facts)}</p>`);
  }
  endList();
  return done;
}

function fillIn(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => facts[name] ?? whole);
}

function factsOf(settings: Brand['settings'], language: Language): Facts {
  const { title, company, domain, support, payment, country } = settings;
  const used = new Set(payment.rules.flatMap((rule) => rule.providers));
  const names = [...used].map((name) => providers[name].title);
  return {
    brand: title,
    company: company.name,
    address: company.address,
    vat: company.vat,
    domain,
    email: support.email,
    phone: support.phone,
    descriptor: payment.descriptor,
    providers: new Intl.ListFormat(language).format(names.length > 0 ? names : [payment.company]),
    country: new Intl.DisplayNames(language, { type: 'region' }).of(country.toUpperCase()) ?? country,
    authority: countryData[country].dataProtectionAuthority,
    vatPercent: String(countries[country].vatPercent),
    noticeDays: String(countries[country].noticeDays),
    shortNoticeDays: String(SHORT_NOTICE_DAYS),
    withdrawalDays: String(WITHDRAWAL_DAYS),
    graceDays: String(CLOSING_GRACE_DAYS),
  };
}
