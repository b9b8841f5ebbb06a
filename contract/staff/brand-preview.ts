/** A brand as members would see it, drafts and all, before anything of it is published. */

import { z } from 'zod';
import { boot } from '../brand/boot.ts';
import { brandPart } from '../brand/parts.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { flowId, language } from '../kernel/fields.ts';
import { code, foreignObject } from '../kernel/text.ts';
import { themeTokens } from '../theme/tokens.ts';

export const previewModes = ['light', 'dark'] as const;
export type PreviewMode = (typeof previewModes)[number];

export const previewBrand = endpoint({
  host: 'staff',
  access: 'staff',
  method: 'POST',
  path: '/brands/:brand/preview',
  right: ['brands.edit', 'flows.edit'],
  summary:
    'What a page of the brand would be made from, with these parts as they stand in a form. What is not valid in them yet is shown as it was before.',
  params: z.object({ brand: code(32).min(1) }),
  body: z.object({
    /** Parts as they are being written; of all others the draft counts, or what is live. */
    parts: z.array(z.object({ part: brandPart, content: foreignObject(60_000) })).max(4),
    /** The flow that is shown; the brand’s default where it is absent. */
    flowId: flowId.optional(),
    language,
    /** A mail is rendered as well, as a mail program of this mode shows it. */
    mail: z.enum(previewModes).optional(),
  }),
  reply: z.object({ boot, theme: themeTokens, mail: z.string().max(200_000).nullable() }),
  errors: [],
});
