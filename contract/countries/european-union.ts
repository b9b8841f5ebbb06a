/** What the law of the European Union asks of every brand, with where it stands. Countries add their own. */

import type { Language } from '../kernel/constants.ts';

/** The rules that a brand, its flows and its plans are held to. Each is checked in `server/brands/rules/`. */
export const RULES = [
  'buy_button',
  'price_with_vat',
  'price_true',
  'old_price',
  'free_claim',
  'renewal_notice',
  'leaving',
  'withdrawal',
  'consent',
  'kind_shown',
  'descriptor',
  'transfers',
] as const;
export type RuleName = (typeof RULES)[number];

export const unionSources: Readonly<Record<RuleName, string>> = {
  buy_button: 'Directive 2011/83/EU, art. 8(2)',
  price_with_vat: 'Directive 2011/83/EU, art. 6(1)(e)',
  price_true: 'Directive 2005/29/EC, art. 6(1)(d)',
  old_price: 'Directive 98/6/EC, art. 6a',
  free_claim: 'Directive 2005/29/EC, annex I, point 20',
  renewal_notice: 'Directive 2011/83/EU, art. 6(1)(o)',
  leaving: 'Directive 2005/29/EC, art. 9(d)',
  withdrawal: 'Directive 2011/83/EU, art. 9 and 11a (Directive (EU) 2023/2673)',
  consent: 'Regulation (EU) 2016/679, art. 4(11) and 7; Directive 2011/83/EU, art. 22',
  kind_shown: 'Regulation (EU) 2024/1689, art. 50(1); Directive 2005/29/EC, art. 6 and annex I, point 22',
  descriptor: 'Directive (EU) 2015/2366, art. 57(1)(a)',
  transfers: 'Regulation (EU) 2016/679, art. 13(1)(f) and 44 to 46',
};

/** An old price is the lowest of so many days before the reduction. */
export const OLD_PRICE_DAYS = 30;

/** What a buy button may say. */
export const buyButtonWords: Readonly<Record<Language, readonly string[]>> = {
  it: ['Ordine con obbligo di pagare'],
  es: ['Pedido con obligación de pago'],
  en: ['Order with obligation to pay'],
  fr: ['Commande avec obligation de paiement'],
};

/** What the two buttons of the withdrawal function may say. */
export const withdrawalButtonWords: Readonly<Record<Language, { here: string; confirm: string }>> = {
  it: { here: 'Recedere dal contratto qui', confirm: 'Conferma recesso' },
  es: { here: 'Desistir del contrato aquí', confirm: 'Confirmar desistimiento' },
  en: { here: 'Withdraw from the contract here', confirm: 'Confirm withdrawal' },
  fr: { here: 'Se rétracter du contrat ici', confirm: 'Confirmer la rétractation' },
};

/** What the words of a brand must not claim. Whole words, so that nothing harmless is caught. */
export const forbiddenClaims = {
  /** That a price comes without the tax. */
  price_with_vat: {
    it: /(?<!\p{L})(?:\+ ?iva|iva (?:esclusa|non compresa)|più iva)(?!\p{L})/iu,
    es: /(?<!\p{L})(?:\+ ?iva|iva (?:no incluido|aparte)|sin iva|más iva)(?!\p{L})/iu,
    en: /(?<!\p{L})(?:\+ ?vat|(?:excluding|excl\.?|without|plus|ex) vat)(?!\p{L})/iu,
    fr: /(?<!\p{L})(?:\+ ?tva|hors taxes?|ht|tva (?:non comprise|en sus))(?!\p{L})/iu,
  },
  /** That what costs money is free. */
  free_claim: {
    it: /(?<!\p{L})(?:gratis|gratuit[oaie])(?!\p{L})/iu,
    es: /(?<!\p{L})(?:gratis|gratuit[oa]s?)(?!\p{L})/iu,
    en: /(?<!\p{L})(?:free|at no cost)(?!\p{L})/iu,
    fr: /(?<!\p{L})(?:gratuite?s?|offerte?s?)(?!\p{L})/iu,
  },
  /** That one cannot leave, or must stay for a time. */
  leaving: {
    it: /non (?:è )?(?:disdicibile|si disdice)|durata minima|impossibile disdire/iu,
    es: /no (?:se puede )?cancela(?:r|ble)|permanencia mínima|sin cancelación/iu,
    en: /cannot be cancel|non-?cancell?able|minimum (?:term|duration)/iu,
    fr: /non résiliable|durée minimale|ne peut (?:pas )?être résilié/iu,
  },
  /** That nothing comes back. */
  withdrawal: {
    it: /non (?:è )?rimborsabil|nessun rimborso|senza (?:diritto di )?recesso/iu,
    es: /no (?:es )?reembolsable|sin (?:reembolso|devoluci[oó]n|desistimiento)/iu,
    en: /non-?refundable|no refunds?|no right of withdrawal/iu,
    fr: /non remboursable|aucun remboursement|sans (?:droit de )?rétractation/iu,
  },
  /** That all members here are private persons. */
  kind_shown: {
    it: /(?:solo|soltanto|100 ?%) (?:persone|profili|donne|uomini) (?:ver[ei]|reali|autentic[hi]e?)|nessun (?:bot|profilo falso)/iu,
    es: /(?:solo|100 ?%) (?:personas|perfiles|mujeres|hombres) (?:reales|de verdad|auténtic[oa]s)|(?:ningún|sin) (?:bots?|perfil(?:es)? falsos?)/iu,
    en: /(?:only|100 ?%) (?:real|genuine) (?:people|profiles|women|men|members)|no (?:bots|fake profiles)/iu,
    fr: /(?:uniquement|que|100 ?%) (?:des )?(?:vraies? personnes|profils? (?:réels?|authentiques?))|aucun (?:bot|faux profil)/iu,
  },
} as const satisfies Partial<Record<RuleName, Record<Language, RegExp>>>;

/** The European Economic Area, by codes of two letters. */
export const EEA: readonly string[] =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE'.split(' ');
