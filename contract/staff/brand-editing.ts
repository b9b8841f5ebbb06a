/** Brands, flows and plans in drafts and versions: what operators edit, look through, publish and take back. */

import { z } from 'zod';
import { LEGAL_FACTS, LEGAL_PAGES } from '../brand/legal.ts';
import { PARTS_MOST, brandPart, partKinds } from '../brand/parts.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { country, epochMilliseconds } from '../kernel/fields.ts';
import type { StaffRight } from '../kernel/staff-rights.ts';
import { code, foreignObject, word, writing } from '../kernel/text.ts';

const edits = ['brands.edit', 'flows.edit'] as const satisfies readonly StaffRight[];
const staff = { host: 'staff', access: 'staff', right: edits } as const;
const brand = code(32).min(1);
const at = { params: z.object({ brand }) };
const atPart = { params: z.object({ brand, part: brandPart }) };

/** The content of a part as it is written: texts in the languages that there are, everything else with its defaults. */
export const partContent = foreignObject(200_000);
const version = z.int().min(1).max(1_000_000_000);
const revision = z.int().min(0).max(1_000_000_000);
/** Who did it. Null where it was the command line, or the clock. */
const person = z.object({ id: z.uuid(), name: z.string().max(120) }).nullable();
const path = z.array(z.union([z.string().max(200), z.int()])).max(20);

/** The right that a part asks for. */
export const rightOfPart = {
  brand: 'brands.edit',
  flow: 'flows.edit',
  plan: 'flows.edit',
  texts: 'brands.edit',
  legal: 'brands.edit',
} as const satisfies Record<(typeof partKinds)[number], StaffRight>;

const missingFacts = z
  .array(z.object({ fact: z.enum(LEGAL_FACTS), pages: z.array(z.enum(LEGAL_PAGES)) }))
  .max(LEGAL_FACTS.length);

export const listBrandStates = endpoint({
  ...staff,
  method: 'GET',
  path: '/brand-states',
  summary: 'The brands that the caller may edit: what is live, what is drafted, what the law still asks for.',
  reply: z.object({
    brands: z
      .array(
        z.object({
          brand: z.string().max(32),
          /** As the draft has them where the brand is not published yet. */
          title: z.string().max(60),
          hostnames: z.array(z.string().max(253)).max(20),
          country: country.nullable(),
          demo: z.boolean(),
          /** Null until it is first published. */
          live: z
            .object({ publication: version, publishedAt: epochMilliseconds, publishedBy: person })
            .nullable(),
          drafts: z
            .array(z.object({ part: brandPart, savedAt: epochMilliseconds, savedBy: person }))
            .max(1_000),
          missingFacts,
          /** Why its site is closed, where a rule keeps it from being shown. */
          refused: z.string().max(4_000).nullable(),
        }),
      )
      .max(500),
  }),
  errors: [],
});

const partState = z.object({
  part: brandPart,
  kind: z.enum(partKinds),
  /** As the draft calls it where there is one; in the caller's language. */
  name: z.string().max(300),
  live: z.object({ version, publishedAt: epochMilliseconds, publishedBy: person }).nullable(),
  draft: z
    .object({
      revision,
      /** The version that it was made from; null for what is new. */
      basedOn: version.nullable(),
      savedAt: epochMilliseconds,
      savedBy: person,
      /** Another version has been published since. */
      outdated: z.boolean(),
    })
    .nullable(),
});

export const listParts = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/parts',
  summary: 'The settings, the flows and the plans of a brand: what is live and what is drafted.',
  ...at,
  reply: z.object({ parts: z.array(partState).max(1_000) }),
  errors: [],
});

export const readPart = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/parts/:part',
  summary: 'One part of a brand: what is live, and the draft.',
  ...atPart,
  reply: partState.extend({
    liveContent: z.record(z.string().max(100), z.unknown()).nullable(),
    draftContent: z.record(z.string().max(100), z.unknown()).nullable(),
  }),
  errors: [],
});

export const saveDraft = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/parts/:part/draft',
  summary:
    'Keeps a draft, also one that is not whole yet. A new flow or plan begins as one. Of two who edit at once the second learns who saved and when.',
  ...atPart,
  body: z.object({
    content: partContent,
    /** The revision that was read; 0 where there was no draft. */
    revision,
    /** The version that the content was made from; null for what is new. */
    basedOn: version.nullable(),
  }),
  reply: z.object({ revision, savedAt: epochMilliseconds }),
  errors: ['draft.changed', 'draft.outdated'],
});

export const discardDraft = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/parts/:part/discard',
  summary: 'Throws a draft away: what is live stays.',
  ...atPart,
  body: z.object({ revision }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['draft.changed'],
});

/** What is looked through or published: drafts as they were read, a part as it was once, or the whole brand as it was. */
const proposal = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('drafts'),
    parts: z
      .array(z.object({ part: brandPart, revision }))
      .min(1)
      .max(PARTS_MOST),
  }),
  z.object({ of: z.literal('version'), part: brandPart, version }),
  z.object({ of: z.literal('publication'), publication: version }),
]);
export type Proposal = z.output<typeof proposal>;

const differenceLine = z.object({
  /** Names of fields and places in lists; an item of a list that has an id or a name is named by it. */
  path,
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.unknown(),
  after: z.unknown(),
});
export type DifferenceLine = z.output<typeof differenceLine>;

export const readDifference = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/difference',
  summary: 'What a publication would change, line by line.',
  ...at,
  body: z.object({ proposal }),
  reply: z.object({
    parts: z
      .array(
        z.object({
          part: brandPart,
          kind: z.enum(partKinds),
          name: z.string().max(300),
          isNew: z.boolean(),
          lines: z.array(differenceLine).max(5_000),
        }),
      )
      .max(PARTS_MOST),
  }),
  errors: ['draft.changed'],
});

/** `invalid`, `unlawful`, `picture` and `hostname` keep it from being published; the others are good to know. */
export const problemKinds = [
  'invalid',
  'unlawful',
  'picture',
  'hostname',
  'contrast',
  'language',
  'fact',
] as const;
const problem = z.object({
  part: brandPart,
  path,
  kind: z.enum(problemKinds),
  blocks: z.boolean(),
  /** The name of the rule, of the pair of colours, of the missing language or of the missing fact. */
  rule: z.string().max(200).nullable(),
  /** The law that asks for it. */
  source: z.string().max(500).nullable(),
  what: z.string().max(1_000),
});
export type Problem = z.output<typeof problem>;

export const checkProposal = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/check',
  summary:
    'What keeps a proposal from being published (what is not valid, the law with its source, pictures, hostnames), and what it lacks besides.',
  ...at,
  body: z.object({ proposal }),
  reply: z.object({ problems: z.array(problem).max(2_000), publishable: z.boolean() }),
  errors: ['draft.changed'],
});

export const publishProposal = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/publications',
  summary:
    'Publishes drafts, or takes a part or the whole brand back to what it was: at once, on every node and open page. What was sold stays as it was sold.',
  ...at,
  body: z.object({ proposal, note: writing(500) }),
  reply: z.object({
    /** Null where nothing is different. */
    publication: version.nullable(),
    parts: z.array(z.object({ part: brandPart, version })).max(PARTS_MOST),
  }),
  errors: [
    'draft.changed',
    'draft.outdated',
    'brand.invalid',
    'brand.unlawful',
    'brand.pictures_missing',
    'brand.hostname_taken',
  ],
});

const publication = z.object({
  publication: version,
  publishedAt: epochMilliseconds,
  publishedBy: person,
  note: z.string().max(500),
  parts: z.array(z.object({ part: brandPart, version })).max(PARTS_MOST),
});

export const listPublications = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/publications',
  summary: 'All that was published of a brand, newest first, with the parts that were.',
  ...at,
  query: z.object({ before: code(20).optional() }),
  reply: z.object({ publications: z.array(publication).max(50), next: z.string().max(20).nullable() }),
  errors: [],
});

export const listVersions = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/parts/:part/versions',
  summary: 'The versions of one part, newest first.',
  ...atPart,
  query: z.object({ before: code(20).optional() }),
  reply: z.object({
    versions: z.array(publication.omit({ parts: true }).extend({ version })).max(50),
    next: z.string().max(20).nullable(),
  }),
  errors: [],
});

export const readVersion = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/parts/:part/versions/:version',
  summary: 'One part as it was published once.',
  params: z.object({ brand, part: brandPart, version: word(9, /^[1-9]\d{0,8}$/) }),
  reply: z.object({ content: z.record(z.string().max(100), z.unknown()) }),
  errors: [],
});
