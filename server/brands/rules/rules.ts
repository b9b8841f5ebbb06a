/** The rules of the place: what a brand, its flows and its plans are held to, each by its name in the law's list. */

import { newMember, signUpForm } from '#contract/account/sign-up.ts';
import { leavePlan, withdraw } from '#contract/billing/member-billing.ts';
import { purchaseTerms, termsWords, withdrawalWords } from '#contract/billing/purchase-terms.ts';
import type { BrandSettings } from '#contract/brand/brand.ts';
import type { PlanSettings } from '#contract/brand/flow.ts';
import type { BrandLegalPage } from '#contract/brand/legal.ts';
import { SETTINGS_PART, flowPart, legalPart, planPart, textsPart } from '#contract/brand/parts.ts';
import type { BrandTexts } from '#contract/brand/texts.ts';
import {
  EEA,
  buyButtonWords,
  forbiddenClaims,
  withdrawalButtonWords,
} from '#contract/countries/european-union.ts';
import type { RuleName } from '#contract/countries/european-union.ts';
import { countries } from '#contract/countries/list.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { WITHDRAWAL_DAYS, formatMoney, noticeDays } from '#contract/kernel/money.ts';
import { words as mailWords } from '#server/mails/templates.ts';
import { checkOldPrice } from './old-price.ts';
import type { OnSale } from './old-price.ts';

/** What is to be published, with what its plans have cost so far. */
export interface Offer extends OnSale {
  settings: BrandSettings;
  /** What it says in words of its own. */
  texts?: readonly BrandTexts[] | undefined;
  legalPages?: readonly BrandLegalPage[] | undefined;
}

/** What breaks a rule, and where it stands: in words, and as a field of a part of the brand. */
export interface Finding {
  where: string;
  what: string;
  part: string;
  path: readonly (string | number)[];
}

const inSettings = (...path: (string | number)[]) => ({ part: SETTINGS_PART, path });
const inPlan = (productId: string, ...path: (string | number)[]) => ({ part: planPart(productId), path });

type Rule = (offer: Offer) => Finding[];

/** Each rule of the list has its check here, or nothing compiles. */
export const rules: Readonly<Record<RuleName, Rule>> = {
  buy_button: forEachTerms(({ terms, language }) =>
    buyButtonWords[language].includes(terms.button) ? [] : [`the buy button says “${terms.button}”`],
  ),
  price_with_vat: (offer) => [
    ...claims('price_with_vat', offer, 'says that the price comes without VAT'),
    ...forEachTerms(({ terms, language, plan, settings }) => {
      const [paid = ''] = terms.sentences;
      const { vatPercent } = countries[settings.country];
      return paid.includes(formatMoney(plan.totalCents, language)) && paid.includes(`${vatPercent}`)
        ? []
        : ['what stands above the buy button lacks the whole price or its VAT'];
    })(offer),
  ],
  price_true: ({ plans }) =>
    plans.flatMap(({ productId, priceCents, totalCents, period }) => {
      const months = period === 'year' ? 12 : period === 'quarter' ? 3 : 1;
      return totalCents === priceCents || totalCents === priceCents * months
        ? []
        : [
            {
              where: `plan ${productId}`,
              what: `shows ${priceCents} cents and charges ${totalCents}`,
              ...inPlan(productId, 'totalCents'),
            },
          ];
    }),
  old_price: (offer) =>
    offer.plans.flatMap((plan) =>
      checkOldPrice(plan, offer).map(({ where, what }) => ({
        where,
        what,
        part: planPart(plan.productId),
        path: ['oldPriceCents'],
      })),
    ),
  free_claim: ({ plans }) =>
    plans
      .filter(({ totalCents }) => totalCents > 0)
      .flatMap(({ productId, name, badge }) =>
        claimed('free_claim', { name, badge }, 'calls free what costs money', {
          where: `plan ${productId}`,
          ...inPlan(productId),
        }),
      ),
  renewal_notice: forEachTerms(({ terms, language, plan, settings }) => {
    if (!plan.period) return [];
    const days = noticeDays(settings.country, plan.period);
    const renews = terms.sentences.some((text) => text === renewalSentence(plan, language));
    if (!renews) return ['the renewal and its price are not named above the buy button'];
    return days === 0 || terms.sentences.includes(noticeSentence(days, language))
      ? []
      : [`the notice of ${days} days before a renewal is not promised above the buy button`];
  }),
  leaving: (offer) => [
    ...claims('leaving', offer, 'says that one cannot leave'),
    ...forEachTerms(({ terms, language, plan }) =>
      !plan.period || terms.sentences.includes(termsWords[language].leave)
        ? []
        : ['how to leave is not said above the buy button'],
    )(offer),
    // A member who could buy must not be asked for more when leaving.
    ...[leavePlan, withdraw].flatMap((endpoint) =>
      endpoint.beforeConsent && !('needsRegion' in endpoint)
        ? []
        : [{ where: endpoint.path, what: 'asks for more than buying does', ...inSettings() }],
    ),
  ],
  withdrawal: (offer) => [
    ...claims('withdrawal', offer, 'denies the right of withdrawal'),
    ...forEachTerms(({ terms, language }) =>
      WITHDRAWAL_DAYS >= 14 && terms.sentences.includes(termsWords[language].withdraw)
        ? []
        : ['the right of withdrawal is not told above the buy button'],
    )(offer),
    ...LANGUAGES.flatMap((language) => {
      const [shown, asked] = [withdrawalWords(language), withdrawalButtonWords[language]];
      return shown.here === asked.here && shown.confirm === asked.confirm
        ? []
        : [
            {
              where: `the withdrawal function in ${language}`,
              what: 'does not carry the words of the law',
              ...inSettings(),
            },
          ];
    }),
  ],
  consent: ({ settings }) => {
    const { newsletter, terms, adult } = newMember.parse({});
    const isTicked = [newsletter, terms, adult].some((value) => value !== undefined);
    const takesSilence = (['terms', 'adult'] as const).some(
      (field) => signUpForm.shape[field].safeParse(undefined).success,
    );
    return [
      ...(isTicked || takesSilence
        ? [{ where: 'sign-up', what: 'takes silence for consent', ...inSettings() }]
        : []),
      ...(settings.pixels.length > 0 && !settings.cookieConsent
        ? [
            {
              where: 'settings, pixels',
              what: 'reports to others, and visitors are not asked',
              ...inSettings('pixels'),
            },
          ]
        : []),
    ];
  },
  kind_shown: (offer) => [
    ...claims('kind_shown', offer, 'denies that staff or a program may answer'),
    ...LANGUAGES.flatMap((language) => {
      const { staff, ai } = mailWords[language].new_message.labels;
      return staff !== '' && /\b(?:AI|IA)\b/.test(ai)
        ? []
        : [{ where: `the labels in ${language}`, what: 'do not say who answers', ...inSettings() }];
    }),
  ],
  descriptor: ({ settings: { payment, title, domain, company } }) => {
    const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];
    const known = new Set([title, domain, company.name].flatMap(wordsOf));
    const isKnown = wordsOf(payment.descriptor).some(
      (word) => known.has(word) || [...known].some((each) => word.includes(each)),
    );
    return isKnown && /^[\x20-\x7e]+$/.test(payment.descriptor)
      ? []
      : [
          {
            where: 'payment.descriptor',
            what: `nobody would know “${payment.descriptor}” again on a statement`,
            ...inSettings('payment', 'descriptor'),
          },
        ];
  },
  transfers: ({ settings }) =>
    settings.legal.processors.flatMap(({ name, country, guarantee }, index) =>
      EEA.includes(country) || guarantee !== undefined
        ? []
        : [
            {
              where: `processor ${name}`,
              what: `gets data in ${country} without a guarantee that is named`,
              ...inSettings('legal', 'processors', index, 'guarantee'),
            },
          ],
    ),
};

interface ShownTerms {
  terms: ReturnType<typeof purchaseTerms>;
  language: Language;
  plan: PlanSettings;
  settings: BrandSettings;
  /** What it says in words of its own. */
  texts?: readonly BrandTexts[] | undefined;
  legalPages?: readonly BrandLegalPage[] | undefined;
}

/** Looks at what stands on and above the buy button of each plan that a flow sells, in every language. */
function forEachTerms(check: (shown: ShownTerms) => string[]): Rule {
  return ({ settings, plans, flows }) =>
    flows.flatMap((flow) => {
      const listed = new Set(Object.values(flow.plans).flat());
      return plans
        .filter(({ productId, totalCents }) => listed.has(productId) && totalCents > 0)
        .flatMap((plan) =>
          LANGUAGES.flatMap((language) =>
            check({ terms: termsOf(plan, settings, language), language, plan, settings }).map((what) => ({
              where: `flow ${flow.id}, plan ${plan.productId}, ${language}`,
              what,
              part: planPart(plan.productId),
              path: [],
            })),
          ),
        );
    });
}

function termsOf(plan: PlanSettings, { country, payment }: BrandSettings, language: Language) {
  const { name, totalCents, period, credits, promoCredits } = plan;
  return purchaseTerms({
    language,
    country,
    descriptor: payment.descriptor,
    kind: 'plan',
    plan: { name: name[language], renewalCents: period ? totalCents : null, period: period ?? null },
    amountCents: totalCents,
    creditCents: 0,
    credits: credits + promoCredits,
  });
}

function renewalSentence({ totalCents, period }: PlanSettings, language: Language): string | undefined {
  return (
    period && termsWords[language][`renews_${period}`].replace('{price}', formatMoney(totalCents, language))
  );
}

function noticeSentence(days: number, language: Language): string {
  return termsWords[language].noticeDays.replace('{days}', String(days));
}

type ClaimRule = keyof typeof forbiddenClaims;

/** Whatever a brand says in its own words: its settings, its plans, its flows. */
function claims(rule: ClaimRule, offer: Offer, what: string): Finding[] {
  const { settings, plans, flows, texts = [], legalPages = [] } = offer;
  const { processors: _, ...legal } = settings.legal;
  return [
    ...claimed(rule, { ...settings, legal }, what, { where: 'settings', ...inSettings() }),
    ...plans.flatMap((plan) =>
      claimed(rule, plan, what, { where: `plan ${plan.productId}`, ...inPlan(plan.productId) }),
    ),
    ...flows.flatMap((flow) =>
      claimed(rule, flow, what, { where: `flow ${flow.id}`, part: flowPart(flow.id), path: [] }),
    ),
    ...texts.flatMap((own) =>
      claimed(rule, own, what, { where: `texts ${own.channel}`, part: textsPart(own.channel), path: [] }),
    ),
    ...legalPages.flatMap((own) =>
      claimed(rule, own, what, { where: `page ${own.page}`, part: legalPart(own.page), path: [] }),
    ),
  ];
}

/** Looks through all texts of a value, in every language, however deep they lie. */
function claimed(
  rule: ClaimRule,
  value: unknown,
  what: string,
  { where, part, path }: Omit<Finding, 'what'>,
): Finding[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const isList = Array.isArray(value);
    const place = [...path, isList ? Number(name) : name];
    const language = LANGUAGES.find((known) => known === name);
    if (language && typeof inner === 'string')
      return forbiddenClaims[rule][language].test(inner)
        ? [
            {
              where: `${where}, ${language}`,
              what: `${what}: “${inner.slice(0, 120)}”`,
              part,
              path: place,
            },
          ]
        : [];
    return claimed(rule, inner, what, { where: isList ? where : `${where}, ${name}`, part, path: place });
  });
}
