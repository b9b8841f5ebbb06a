import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { language } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { line } from '../kernel/text.ts';

export const LEGAL_PAGES = ['faq', 'terms', 'privacy', 'cookie', 'features'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/** The day from which each text holds. A consent is recorded with it, so a changed text has a new day. */
export const LEGAL_VERSIONS: Record<LegalPage, string> = {
  faq: '2026-11-15',
  terms: '2026-11-15',
  privacy: '2026-11-15',
  cookie: '2026-11-15',
  features: '2026-11-15',
};

export const readLegalText = endpoint({
  host: 'api',
  method: 'POST',
  path: '/legal',
  access: 'visitor',
  summary: 'A legal page of the brand whose hostname was called, as HTML.',
  body: spelled({
    page: as('p', z.enum(LEGAL_PAGES)),
    /** Claimed, and ignored: the hostname says which brand it is. */
    domain: as('d', line(255).nullable().optional()),
    language: as('l', language.optional()),
  }),
  html: true,
  reply: z.string().max(200_000),
  errors: [],
});
