/** What the legal texts know of a brand: each name in braces, and what stands in its place. */

import { join } from 'node:path';
import { providers } from '#contract/billing/providers.ts';
import { withdrawalWords } from '#contract/billing/purchase-terms.ts';
import type { LegalFact } from '#contract/brand/legal.ts';
import { EEA } from '#contract/countries/european-union.ts';
import { countries, countryData } from '#contract/countries/list.ts';
import { AGE_MIN, CLOSING_GRACE_DAYS, REVIEW_AFTER_DAYS } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import { SHORT_NOTICE_DAYS, WITHDRAWAL_DAYS, formatMoney } from '#contract/kernel/money.ts';
import { words as mailWords } from '#server/mails/templates.ts';
import { readTexts } from '#server/platform/texts.ts';
import type { Brand, SoldPlan } from './directory.ts';
import en from './legal/words/en.json' with { type: 'json' };

/** The words around and inside the texts that are the same for all pages. */
export const legalWords = readTexts(join(import.meta.dirname, 'legal/words'), en);

/** What of a brand a legal text is made from. */
export type BrandOfText = Pick<Brand, 'settings' | 'flows' | 'plans'> &
  Partial<Pick<Brand, 'legal'>> & { listKept?: ListKept };

/** What is kept how long and why, as a room above this one knows it. */
export type ListKept = (
  language: Language,
) => readonly { data: string; purpose: string; period: string; basis: string }[];

/** Several stand as the items of a list. `undefined` is a fact that is not stated. */
type Value = string | readonly string[] | undefined;

interface Placeholder {
  /** What an operator must state for it. */
  fact?: LegalFact;
  read: (brand: BrandOfText, language: Language) => Value;
}

const always = (read: (settings: Brand['settings'], language: Language) => string): Placeholder => ({
  read: ({ settings }, language) => read(settings, language),
});
const stated = (
  fact: LegalFact,
  read: (settings: Brand['settings'], language: Language) => Value,
): Placeholder => ({ fact, read: ({ settings }, language) => read(settings, language) });
const days = (count: number): Placeholder => ({ read: () => String(count) });

/** Every name that a text may put in braces. */
export const placeholders: Readonly<Record<string, Placeholder>> = {
  brand: always(({ title }) => title),
  domain: always(({ domain }) => domain),
  company: always(({ company }) => company.name),
  address: always(({ company }) => company.address),
  vat: always(({ company }) => company.vat),
  email: always(({ support }) => support.email),
  phone: always(({ support: { phone } }) => `[${phone}](tel:${phone.replaceAll(/[^\d+]/g, '')})`),
  descriptor: always(({ payment }) => payment.descriptor),
  country: always(({ country }, language) => nameOfCountry(country, language)),
  authority: always(({ country }) => withLink(countryData[country].dataProtectionAuthority)),
  digitalServices: always(({ country }) => withLink(countryData[country].digitalServicesCoordinator)),
  consumerHelp: always(({ country }) => withLink(countryData[country].consumerHelp)),
  vatPercent: always(({ country }) => String(countries[country].vatPercent)),
  noticeDays: always(({ country }) => String(countries[country].noticeDays)),
  providers: { read: ({ settings }, language) => joined(paymentProviders(settings), language) },
  plans: {
    // Flows may sell the same under ids of their own.
    read: ({ plans, flows }, language) => [
      ...new Set(plansOnSale({ plans, flows }).map((plan) => planLine(plan, language))),
    ],
  },
  retention: {
    read: ({ listKept }, language) =>
      listKept?.(language).map(
        ({ data, purpose, period, basis }) =>
          `${data}${legalWords[language].colon} ${period} (${purpose}${legalWords[language].semicolon} ${basis})`,
      ),
  },
  withdrawHere: always((_, language) => withdrawalWords(language).here),
  withdrawConfirm: always((_, language) => withdrawalWords(language).confirm),
  staffLabel: always((_, language) => mailWords[language].new_message.labels.staff),
  aiLabel: always((_, language) => mailWords[language].new_message.labels.ai),
  legalForm: stated('legalForm', ({ company }) => company.legalForm),
  register: stated('register', ({ company }) => company.register),
  representative: stated('representative', ({ company }) => company.representative),
  contactPoint: stated('contactPoint', ({ legal }) => legal.contactPoint?.email),
  contactLanguages: stated(
    'contactPoint',
    ({ legal }, language) =>
      legal.contactPoint &&
      joined(
        legal.contactPoint.languages.map((each) => languages[each].name),
        language,
      ),
  ),
  officer: stated('officer', ({ legal: { officer } }, language) => {
    if (officer === 'none') return legalWords[language].noOfficer;
    return officer && `${officer.name}, [${officer.email}](mailto:${officer.email})`;
  }),
  hosting: stated('hosting', ({ legal }, language) => {
    const hosts = legal.processors.filter(({ purpose }) => purpose === 'hosting');
    if (hosts.length === 0) return undefined;
    return joined(
      hosts.map(({ name, country }) => `${name} (${nameOfCountry(country, language)})`),
      language,
    );
  }),
  processors: stated('processors', ({ legal, payment }, language) =>
    legal.processors.length === 0
      ? undefined
      : [
          ...paymentLines(payment, language),
          ...legal.processors.map((each) => processorLine(each, language)),
        ],
  ),
  minimumAge: days(AGE_MIN),
  shortNoticeDays: days(SHORT_NOTICE_DAYS),
  withdrawalDays: days(WITHDRAWAL_DAYS),
  graceDays: days(CLOSING_GRACE_DAYS),
  appealMonths: always(({ appealMonths }) => String(appealMonths)),
  reviewDays: days(REVIEW_AFTER_DAYS),
};

/** When a section or a paragraph is about this brand. */
export const conditions = {
  demo: ({ settings }: BrandOfText) => settings.demo,
  ageCheck: ({ flows }: BrandOfText) => [...flows.values()].some(({ ageVerification }) => ageVerification),
  ai: ({ flows }: BrandOfText) => [...flows.values()].some(({ ai }) => ai),
  invites: ({ flows }: BrandOfText) => [...flows.values()].some(({ invites }) => invites),
  renewals: (brand: BrandOfText) => plansOnSale(brand).some(({ period }) => period !== undefined),
  outsideModel: ({ settings }: BrandOfText) =>
    settings.legal.processors.some(({ purpose }) => purpose === 'ai'),
  cookieChoice: ({ settings }: BrandOfText) => settings.cookieConsent !== undefined,
  pixels: ({ settings }: BrandOfText) => settings.pixels.length > 0,
  advertisingByConsent: ({ settings }: BrandOfText) =>
    settings.postbacks.some(({ basis }) => basis === 'consent'),
  advertisingByInterest: ({ settings }: BrandOfText) =>
    settings.postbacks.some(({ basis }) => basis === 'legitimate_interest'),
  outsideEurope: ({ settings }: BrandOfText) =>
    settings.legal.processors.some(({ country }) => !EEA.includes(country)),
} as const;
export type Condition = keyof typeof conditions;

/** What is sold for money in some flow, what renews first and then by price. */
function plansOnSale({ plans, flows }: Pick<BrandOfText, 'plans' | 'flows'>): SoldPlan[] {
  const listed = new Set([...flows.values()].flatMap((flow) => Object.values(flow.plans).flat()));
  return [...plans.values()]
    .filter(({ productId, visible, totalCents }) => visible && totalCents > 0 && listed.has(productId))
    .sort(
      (one, other) =>
        Number(one.period === undefined) - Number(other.period === undefined) ||
        one.totalCents - other.totalCents,
    );
}

function planLine({ name, totalCents, period, firstPurchaseOnly }: SoldPlan, language: Language): string {
  const { plan } = legalWords[language];
  const price = formatMoney(totalCents, language);
  const line = `${name[language]}${legalWords[language].colon} ${price}, ${period ? plan.renews[period] : plan.once}`;
  return `${line}${firstPurchaseOnly ? ` (${plan.first})` : ''}`;
}

function paymentProviders({ payment }: Brand['settings']): string[] {
  const used = new Set(payment.rules.flatMap((rule) => rule.providers));
  return used.size > 0 ? [...used].map((name) => providers[name].title) : [payment.company];
}

function paymentLines(payment: Brand['settings']['payment'], language: Language): string[] {
  const names = new Set(payment.rules.flatMap((rule) => rule.providers));
  return [...names].map(
    (name) =>
      `${providers[name].title}${legalWords[language].colon} ${legalWords[language].purposes.payment}`,
  );
}

type Processor = Brand['settings']['legal']['processors'][number];

function processorLine({ name, purpose, country, guarantee }: Processor, language: Language): string {
  const { purposes, guarantees, colon } = legalWords[language];
  const protection = guarantee && !EEA.includes(country) ? `, ${guarantees[guarantee]}` : '';
  return `${name} (${nameOfCountry(country, language)})${colon} ${purposes[purpose]}${protection}`;
}

/** An address of a site that a text names leads there. */
function withLink(text: string): string {
  return text.replace(/(?<![\w.-])www\.[\w.-]+\w/, (site) => `[${site}](https://${site})`);
}

function nameOfCountry(code: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code;
}

function joined(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language).format(names);
}

/** What an operator's own texts may name: each is a line, and there for every brand. */
export const factNames: readonly string[] = Object.keys(placeholders).filter(
  (name) => placeholders[name]?.fact === undefined && name !== 'plans' && name !== 'retention',
);
