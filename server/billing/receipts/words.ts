import type { Language } from '../../../contract/kernel/constants.ts';
import { formatMoney } from '../../../contract/kernel/money.ts';
import { dayInWords, momentInWords } from '../../countries/local-time.ts';
import { documentNumber } from './facts.ts';
import type { DocumentFacts } from './facts.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };

export type Words = typeof en;
export const words: Record<Language, Words> = { it, es, en, fr };

export interface Telling {
  language: Language;
  kind: 'receipt' | 'credit_note';
  year: number;
  number: number;
  facts: DocumentFacts;
}

export interface Line {
  label: string;
  value: string;
}

/** What a document says besides its sums, in the reader's language. The mail and the PDF tell the same. */
export function tell(document: Telling) {
  const { language, kind, facts } = document;
  const said = words[language];
  const money = (cents: number) => formatMoney(cents, language);
  const day = (moment: string) => dayInWords(new Date(moment), language, facts.country);
  const put = (text: string, fields: Record<string, string>) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? '');
  const { paidFor, renewal, refersTo, credits, creditCents, paymentMethod } = facts;
  const lines: Line[] = [
    { label: said.date, value: momentInWords(new Date(facts.at), language, facts.country) },
    ...(refersTo
      ? [
          {
            label: said.refersTo,
            value: put(said.receiptOf, { number: refersTo.number, date: day(refersTo.at) }),
          },
        ]
      : []),
    ...(paidFor
      ? [
          {
            label: said.paidFor,
            value: put(said.fromTo, { from: day(paidFor.from), to: day(paidFor.to) }),
          },
        ]
      : []),
    ...(credits > 0 ? [{ label: said.credits, value: String(credits) }] : []),
    ...(creditCents > 0 ? [{ label: said.takenOff, value: money(creditCents) }] : []),
    ...(renewal
      ? [
          {
            label: said.renewal,
            value: renewal.at
              ? put(said.renewsAt, {
                  each: said.each[renewal.period],
                  price: money(renewal.cents),
                  date: day(renewal.at),
                })
              : put(said.renews, { each: said.each[renewal.period], price: money(renewal.cents) }),
          },
        ]
      : []),
    { label: kind === 'receipt' ? said.paidBy : said.backTo, value: paymentMethodInWords(paymentMethod) },
    { label: said.statement, value: facts.descriptor },
    { label: said.order, value: facts.orderId },
  ];
  return {
    title: said[kind],
    number: documentNumber(document),
    total: money(facts.totalCents),
    net: money(facts.totalCents - facts.vatCents),
    vat: money(facts.vatCents),
    vatLabel: put(said.vat, { percent: String(facts.vatPercent) }),
    vatIncluded: put(said.vatIncluded, { percent: String(facts.vatPercent) }),
    lines,
  };
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
