/** Brands that begin: from nothing or from another, as a file, at a hostname that has to arrive here, with pictures. */

import { z } from 'zod';
import { providerName } from '../billing/payment-checks.ts';
import { paymentMethodKind } from '../brand/flow.ts';
import { LEGAL_PAGES } from '../brand/legal.ts';
import { PARTS_MOST, brandPart } from '../brand/parts.ts';
import { textChannels } from '../brand/texts.ts';
import { PHOTO_MAX_BYTES } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, flowId } from '../kernel/fields.ts';
import { code, foreignObject, line, word } from '../kernel/text.ts';

const staff = { host: 'staff', access: 'staff' } as const;
const brand = code(32).min(1);
const hostname = word(253, /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/);

export const makeBrand = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands',
  right: 'brands.make',
  everywhere: true,
  summary:
    'Makes a brand: all of it in drafts, from nothing or from what another one has live. Members see it once it is published.',
  body: z.object({
    key: word(32, /^[a-z][a-z0-9-]{1,31}$/),
    title: line(60).min(1),
    hostname,
    /** The brand that it begins as; null for the least that a brand needs. */
    from: code(32).min(1).nullable(),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['brand.key_taken', 'brand.hostname_taken'],
});

export const exportBrand = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/file',
  right: 'brands.edit',
  summary: 'What is live of a brand, as the file that `brand save` takes.',
  params: z.object({ brand }),
  reply: z.object({
    file: z.object({
      settings: z.record(z.string().max(100), z.unknown()),
      plans: z.array(z.record(z.string().max(100), z.unknown())).max(200),
      flows: z.array(z.record(z.string().max(100), z.unknown())).max(100),
      texts: z
        .array(z.record(z.string().max(100), z.unknown()))
        .max(textChannels.length)
        .optional(),
      legalPages: z
        .array(z.record(z.string().max(100), z.unknown()))
        .max(LEGAL_PAGES.length)
        .optional(),
    }),
  }),
  errors: [],
});

export const importBrand = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/file',
  right: 'brands.edit',
  summary: 'Puts a file into drafts: what of it differs from what is live. Nothing is published.',
  params: z.object({ brand }),
  body: z.object({ file: foreignObject(200_000) }),
  reply: z.object({ parts: z.array(brandPart).max(PARTS_MOST) }),
  errors: ['brand.invalid'],
});

/** Whether a hostname leads here. `certificate`: it leads somewhere that has no certificate for it. */
export const arrivals = ['here', 'elsewhere', 'unreachable', 'private', 'certificate'] as const;

export const checkHostname = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/hostname-check',
  right: 'brands.edit',
  summary: 'Asks a hostname for what only this installation answers, to see whether it arrives here.',
  params: z.object({ brand }),
  body: z.object({ hostname }),
  reply: z.object({
    arrives: z.enum(arrivals),
    /** The brand that has it, if it is another one. */
    takenBy: z.string().max(32).nullable(),
  }),
  errors: [],
});

export const tryPayment = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/payment-try-out',
  right: 'brands.edit',
  summary:
    'Who would take the money of a member in a flow, for each way of paying, by rules that need not be published: the order of providers, and why a way is not offered.',
  params: z.object({ brand }),
  body: z.object({
    flowId,
    /** The ways that the flow offers, and the rules of the settings, as they stand in the form. */
    paymentMethods: z.array(paymentMethodKind).max(4),
    rules: z
      .array(
        z.object({
          flows: z.array(flowId).max(50).optional(),
          methods: z.array(paymentMethodKind).max(4).optional(),
          providers: z.array(providerName).max(4),
        }),
      )
      .max(20),
  }),
  reply: z.object({
    methods: z
      .array(
        z.object({
          method: paymentMethodKind,
          /** The rule that decides, by its place. Null where none fits. */
          rule: z.int().nullable(),
          providers: z.array(providerName).max(4),
          /** Named by the rule, and left out: they do not take it, are not set up here, or are turned off. */
          leftOut: z
            .array(z.object({ provider: providerName, why: z.enum(['method', 'not_set_up', 'turned_off']) }))
            .max(4),
          offered: z.boolean(),
        }),
      )
      .max(4),
  }),
  errors: [],
});

const brandPicture = z.object({
  /** As settings and landings name it. */
  picture: z.string().max(200),
  /** Where it is served, at every hostname. */
  address: z.string().max(300),
  width: z.int(),
  height: z.int(),
  uploadedAt: epochMilliseconds,
});

export const listPictures = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/pictures',
  right: ['brands.edit', 'flows.edit'],
  summary: 'The pictures that were uploaded for a brand, newest first.',
  params: z.object({ brand }),
  reply: z.object({ pictures: z.array(brandPicture).max(500) }),
  errors: [],
});

export const uploadPicture = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/pictures',
  right: ['brands.edit', 'flows.edit'],
  summary: 'Uploads a picture for a brand’s pages. The same picture again is the same one.',
  params: z.object({ brand }),
  upload: { name: 'photo', wire: 'picture', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: brandPicture,
  errors: ['photo.not_image', 'photo.too_large'],
});
