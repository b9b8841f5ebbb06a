/** The legal pages: which there are, their versions, and what their texts must know of a brand. */

import { z } from 'zod';
import { ignored } from '../kernel/claims.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { language } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';

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

/**
 * Whether a member who agreed to this version of the terms need not be asked again: none newer
 * asks for it.
 */
export function isStillAgreed(
  agreed: string | null,
  versions: readonly LegalVersion[] = legalVersions.terms,
): boolean {
  const needed = versions.find(({ consentAgain }) => consentAgain)?.day;
  return needed === undefined || agreed === null || agreed >= needed;
}

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

const day = z.iso.date();

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
    /** The version to be read, by its day. */
    version: as('v', day.optional()),
    /** Instead of the text: what has been added to this version of it, and removed. */
    since: as('dal', day.optional()),
  }),
  html: true,
  shared: { by: 'brand', seconds: 600 },
  reply: z.string().max(200_000),
  errors: ['legal.version_unknown'],
});
