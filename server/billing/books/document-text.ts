import { join } from 'node:path';
import { z } from 'zod';
import { paymentMethodKind, period } from '#contract/brand/flow.ts';
import { COUNTRIES } from '#contract/countries/list.ts';
import { countryCode } from '#contract/countries/vat-rates.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { cents } from '#contract/kernel/fields.ts';
import { formatMoney, formatPercent } from '#contract/kernel/money.ts';
import { dayInWords, momentInWords } from '#server/countries/local-time.ts';
import { fill } from '#server/mails/templates.ts';
import { readTexts } from '#server/platform/texts.ts';
import en from './locales/en.json' with { type: 'json' };

const moment = z.iso.datetime();

/** All that stands on a receipt or a credit note. It is kept as it was that day, whatever changes later. */
export const documentFacts = z.object({
  trader: z.object({ name: z.string(), address: z.string(), vat: z.string() }),
  /** What a bank statement says. */
  descriptor: z.string(),
  country: z.enum(COUNTRIES),
  /** The plan, in the document's language. */
  plan: z.string(),
  totalCents: cents,
  vatPercent: z.number().min(0).max(50),
  /** Whose tax it is; missing on those from before it was asked where a buyer lives. */
  vatCountry: countryCode.optional(),
  vatCents: cents,
  credits: z.int(),
  /** What was taken off for an earlier plan. */
  creditCents: cents,
  paidFor: z.object({ from: moment, to: moment }).nullable(),
  renewal: z.object({ period, cents, at: moment.nullable() }).nullable(),
  at: moment,
  customerId: z.string(),
  orderId: z.string(),
  paymentMethod: z.object({
    method: paymentMethodKind,
    network: z.string().nullable(),
    lastFour: z.string().nullable(),
  }),
  /** The receipt that a credit note takes back, wholly or in part. */
  refersTo: z.object({ number: z.string(), at: moment }).nullable(),
});
export type DocumentFacts = z.output<typeof documentFacts>;

interface Numbered {
  kind: 'receipt' | 'credit_note';
  year: number;
  number: number;
}

const letters = { receipt: 'R', credit_note: 'C' } as const;

/** The number as people read it: the same in every language. */
export function documentNumber({ kind, year, number }: Numbered): string {
  return `${letters[kind]}-${year}-${String(number).padStart(6, '0')}`;
}

export const words = readTexts(join(import.meta.dirname, 'locales'), en);

export interface NumberedDocument {
  language: Language;
  kind: 'receipt' | 'credit_note';
  year: number;
  number: number;
  facts: DocumentFacts;
}

interface Line {
  label: string;
  value: string;
}

/** What a document says besides its sums, in the reader's language. The mail and the PDF say the same. */
export function describeDocument(document: NumberedDocument) {
  const { language, kind, facts } = document;
  const text = words[language];
  const money = (amount: number) => formatMoney(amount, language);
  const percent = formatPercent(facts.vatPercent, language);
  // Whose tax it is goes without saying where it is that of the trader's own country.
  const isForeign = facts.vatCountry !== undefined && facts.vatCountry !== facts.country;
  const whose = isForeign ? ` (${countryName(facts.vatCountry ?? '', language)})` : '';
  const day = (at: string) => dayInWords(new Date(at), language, facts.country);
  const { paidFor, renewal, refersTo, credits, creditCents, paymentMethod } = facts;
  const lines: Line[] = [
    { label: text.date, value: momentInWords(new Date(facts.at), language, facts.country) },
    ...(refersTo
      ? [
          {
            label: text.refersTo,
            value: fill(text.receiptOf, { number: refersTo.number, date: day(refersTo.at) }),
          },
        ]
      : []),
    ...(paidFor
      ? [
          {
            label: text.paidFor,
            value: fill(text.fromTo, { from: day(paidFor.from), to: day(paidFor.to) }),
          },
        ]
      : []),
    ...(credits > 0 ? [{ label: text.credits, value: String(credits) }] : []),
    ...(creditCents > 0 ? [{ label: text.takenOff, value: money(creditCents) }] : []),
    ...(renewal
      ? [
          {
            label: text.renewal,
            value: renewal.at
              ? fill(text.renewsAt, {
                  each: text.each[renewal.period],
                  price: money(renewal.cents),
                  date: day(renewal.at),
                })
              : fill(text.renews, { each: text.each[renewal.period], price: money(renewal.cents) }),
          },
        ]
      : []),
    { label: kind === 'receipt' ? text.paidBy : text.backTo, value: paymentMethodInWords(paymentMethod) },
    { label: text.statement, value: facts.descriptor },
    { label: text.order, value: facts.orderId },
  ];
  return {
    title: titleOf(document),
    number: documentNumber(document),
    total: money(facts.totalCents),
    net: money(facts.totalCents - facts.vatCents),
    vat: money(facts.vatCents),
    vatLabel: `${fill(text.vat, { percent })}${whose}`,
    vatIncluded: `${fill(text.vatIncluded, { percent })}${whose}`,
    lines,
  };
}

function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code;
}

/**
 * What the law of the trader's country calls it. Spain asks for a simplified invoice and its rectification by name (Real Decreto
 * 1619/2012, articles 4, 7 and 15); in Italy what is sold electronically to consumers needs neither invoice nor till receipt.
 */
function titleOf({ language, kind, facts }: NumberedDocument): string {
  const text = words[language];
  return facts.country === 'es' ? text.spain[kind] : text[kind];
}

const networks: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  mc: 'Mastercard',
  amex: 'American Express',
};
const wallets = {
  paypal: 'PayPal',
  googlepay: 'Google Pay',
  applepay: 'Apple Pay',
  card: undefined,
} as const;

function paymentMethodInWords({ method, network, lastFour }: DocumentFacts['paymentMethod']): string {
  const card = network === null ? undefined : (networks[network.toLowerCase()] ?? network);
  const parts = [wallets[method], card, lastFour === null ? undefined : `•••• ${lastFour}`];
  return parts.filter((part) => part !== undefined).join(' ') || '••••';
}
