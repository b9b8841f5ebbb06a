import type { Country } from '../countries/list.ts';
import { countries } from '../countries/list.ts';
import type { Language } from '../kernel/constants.ts';
import { formatMoney, formatPercent, noticeDays } from '../kernel/money.ts';
import type { Period } from '../kernel/money.ts';
import en from './terms/en.json' with { type: 'json' };
import es from './terms/es.json' with { type: 'json' };
import fr from './terms/fr.json' with { type: 'json' };
import it from './terms/it.json' with { type: 'json' };

/** The sentences, by language. */
export const termsWords = { it, es, en, fr } as const;

/** What is agreed to by pressing the button. */
export interface TermsInput {
  language: Language;
  country: Country;
  descriptor: string;
  kind: 'plan' | 'upgrade' | 'verification' | 'card' | 'renewal' | 'later';
  /** The plan, unless only a card is kept. A pack never renews. */
  plan: { name: string; renewalCents: number | null; period: Period | null } | null;
  amountCents: number;
  /** The brand's own where none was found for the buyer. */
  vatPercent?: number | undefined;
  creditCents: number;
  /** Message credits that come with it. */
  credits: number;
  /** They ticked that what they pay a pack with, or show their age by, is kept for later clicks. */
  keepForLater?: boolean | undefined;
}

export interface PurchaseTerms {
  button: string;
  /** What stands directly above it, a sentence each. */
  sentences: string[];
}

/** The words above the buy button and on it: the page shows them, and the server notes down that they were agreed to. */
export function purchaseTerms(input: TermsInput): PurchaseTerms {
  const { language, country, descriptor, kind, plan, amountCents, creditCents, credits, keepForLater } =
    input;
  const { vatPercent = countries[country].vatPercent } = input;
  const money = (cents: number) => formatMoney(cents, language);
  const fill = filling(language);
  if (kind === 'verification') {
    const kept = keepForLater ? [fill('verificationKept'), fill('keptForLater')] : [fill('verification')];
    return { button: fill('verify'), sentences: [fill('payNothing'), ...kept] };
  }
  if (kind === 'card' || !plan) {
    return { button: fill('keep'), sentences: [fill('payNothing'), fill('card')] };
  }
  const { name, period } = plan;
  const renewalPrice = money(plan.renewalCents ?? 0);
  const renewal = period ? renewalSentences({ language, country, period, renewalPrice }) : [fill('once')];
  if (kind === 'later') {
    const later = fill('later', { name, price: renewalPrice });
    return { button: fill('switch'), sentences: [fill('payNothing'), later, ...renewal] };
  }
  return {
    button: fill('order'),
    sentences: [
      amountCents === 0
        ? fill('payNothing')
        : fill('payNow', { amount: money(amountCents), vat: formatPercent(vatPercent, language), name }),
      ...(creditCents > 0 ? [fill('credited', { credit: money(creditCents) })] : []),
      ...(credits > 0 ? [fill('creditsIncluded', { credits })] : []),
      ...renewal,
      ...(period ? [fill('keptForRenewals')] : keepForLater ? [fill('keptForLater')] : []),
      fill('withdraw'),
      fill('immediate'),
      ...(amountCents === 0 ? [] : [fill('statement', { descriptor })]),
    ],
  };
}

/** That it renews, when it is announced and how to leave: also what a wallet's own sheet says of a plan. */
export function renewalSentences({
  language,
  country,
  period,
  renewalPrice,
}: Pick<TermsInput, 'language' | 'country'> & { period: Period; renewalPrice: string }): string[] {
  const fill = filling(language);
  const days = noticeDays(country, period);
  return [
    fill(`renews_${period}`, { price: renewalPrice }),
    ...(days > 0 ? [fill('noticeDays', { days })] : []),
    fill('leave'),
  ];
}

function filling(language: Language) {
  return (key: keyof typeof it, fields: Record<string, string | number> = {}) =>
    termsWords[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name] ?? ''));
}

/** The whole as one text, which is what the server compares and keeps. */
export function termsText({ button, sentences }: PurchaseTerms): string {
  return [...sentences, button].join('\n');
}

/** The two buttons of the withdrawal function, in the words that the law names. */
export function withdrawalWords(language: Language): { here: string; confirm: string } {
  const { withdrawHere: here, withdrawConfirm: confirm } = termsWords[language];
  return { here, confirm };
}
