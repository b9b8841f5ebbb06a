/** The legal pages: which there are, their versions, and what their texts must know of a brand. */

import { z } from 'zod';
import { ignored } from '../kernel/claims.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { language } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { word } from '../kernel/text.ts';

export const LEGAL_PAGES = [
  'faq',
  'terms',
  'privacy',
  'cookie',
  'features',
  'withdrawal',
  'accessibility',
  'imprint',
  'dsa',
] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

interface LegalVersion {
  /** The day from which it holds. A consent is recorded with it, so a changed text has a new day. */
  day: string;
  /** Members who agreed to an older one are asked again before anything else. Only the terms are agreed to. */
  consentAgain?: true;
}

const first = { day: '2026-11-15' };
const second = { day: '2026-11-17' };

/** Every version of each text, newest first. The words of each stand in `server/brands/legal/<page>/<day>/`. */
export const legalVersions: Record<LegalPage, readonly [LegalVersion, ...LegalVersion[]]> = {
  faq: [second, first],
  // They name sanctions and appeals, which those of before did not.
  terms: [{ ...second, consentAgain: true }, first],
  privacy: [second, first],
  cookie: [second, first],
  features: [second, first],
  withdrawal: [second],
  accessibility: [second],
  imprint: [second],
  dsa: [second],
};

/** The day of the newest version of each. */
export const LEGAL_VERSIONS = Object.fromEntries(
  LEGAL_PAGES.map((page) => [page, legalVersions[page][0].day]),
) as Record<LegalPage, string>;

/** What was in force at a brand for a while: our text, with the brand's own or without. */
export interface LegalEdition {
  /** Its day; of what a brand has published also the number of that version: `2026-11-17.3`. */
  id: string;
  /** Members who agreed to an earlier one are asked again. */
  consentAgain: boolean;
  /** Equal where the same is said. */
  text: string;
}

export const legalEdition = word(20, /^\d{4}-\d\d-\d\d(?:\.\d{1,9})?$/);

/** The day from which it held. */
export function dayOfEdition(id: string): string {
  return id.slice(0, '2026-11-17'.length);
}

/** In the order in which they came into force. */
export function compareEditions(one: string, other: string): number {
  const [oneDay = '', oneVersion = '0'] = one.split('.');
  const [otherDay = '', otherVersion = '0'] = other.split('.');
  return oneDay === otherDay ? Number(oneVersion) - Number(otherVersion) : oneDay < otherDay ? -1 : 1;
}

/** Whether a member who agreed to this edition need not be asked again: the same is said now, or none newer asks for it. */
export function isStillAgreed(agreed: string | null, editions: readonly LegalEdition[]): boolean {
  if (agreed === null) return true;
  const read = editions.find(({ id }) => id === agreed);
  if (read && read.text === editions[0]?.text) return true;
  return !editions.some(({ id, consentAgain }) => consentAgain && compareEditions(id, agreed) > 0);
}

/** `ours`: our text. `added`: an operator's own after it. `own`: an operator's instead of it, but for what the law asks of it. */
export const legalModes = ['ours', 'added', 'own'] as const;
export type LegalMode = (typeof legalModes)[number];

/**
 * Pages whose text may be an operator's own. The others say what the law asks for, or what the program does by itself:
 * there is only something to add.
 */
export const REPLACEABLE_PAGES: readonly LegalPage[] = ['faq', 'terms', 'features'];

export const LEGAL_TEXT_LONGEST = 45_000;

/** The part of a brand that holds what it says on a legal page, in harmless HTML. */
export const brandLegalPage = z.strictObject({
  page: z.enum(LEGAL_PAGES),
  mode: z.enum(legalModes),
  text: z.partialRecord(language, z.string().max(LEGAL_TEXT_LONGEST)).default({}),
  /** Members who agreed to an earlier text are asked again. Only the terms are agreed to. */
  consentAgain: z.boolean().default(false),
});
export type BrandLegalPage = z.output<typeof brandLegalPage>;

/** What only an operator can state, and a text cannot do without. */
export const LEGAL_FACTS = [
  'legalForm',
  'register',
  'representative',
  'contactPoint',
  'officer',
  'hosting',
  'processors',
] as const;
export type LegalFact = (typeof LEGAL_FACTS)[number];

/** What a company does for the brand that gets to see members' data, besides those who take payments. */
export const processorPurposes = ['hosting', 'mail', 'storage', 'ai', 'identity', 'support'] as const;
export type ProcessorPurpose = (typeof processorPurposes)[number];

export const readLegalText = endpoint({
  host: 'api',
  method: 'POST',
  path: '/legal',
  access: 'visitor',
  summary:
    'A legal page of the brand whose hostname was called, as HTML: as it stands, as it stood, or what has changed since.',
  body: spelled({
    page: as('p', z.enum(LEGAL_PAGES)),
    /** Claimed, and ignored: the hostname says which brand it is. */
    domain: as('d', ignored()),
    language: as('l', language.optional()),
    /** The version to be read. */
    version: as('v', legalEdition.optional()),
    /** Instead of the text: what has been added to this version of it, and removed. */
    since: as('dal', legalEdition.optional()),
  }),
  html: true,
  shared: { by: 'brand', seconds: 600 },
  reply: z.string().max(200_000),
  errors: ['legal.version_unknown'],
});

export const listLegalVersions = endpoint({
  host: 'api',
  method: 'GET',
  path: '/legal/:page/versions',
  access: 'visitor',
  summary: 'What was in force on a legal page of the brand, newest first.',
  params: z.object({ page: z.enum(LEGAL_PAGES) }),
  shared: { by: 'brand', seconds: 600 },
  reply: z.object({ versions: z.array(legalEdition).min(1).max(200) }),
  errors: [],
});
