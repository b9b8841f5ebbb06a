/** The pages that adverts lead to, as an operator varies them in a flow and as a browser gets them. */

import { z } from 'zod';
import { localText } from '../kernel/fields.ts';
import { word } from '../kernel/text.ts';

/** A picture in `brands/pictures/`, as its path there, or one that was uploaded. */
export const picture = word(200, /^[a-z0-9-]+\/[a-z0-9-]+\.(webp|avif|svg)$/);

/** By the word of their address; `home` is the site's root. */
export const LANDING_PAGES = ['home', 'signup', 'ms', 'asignup'] as const;
export type LandingPage = (typeof LANDING_PAGES)[number];

/** What a landing may show beside its hero and its card: the true count in the card, the others below, in their order. */
const LANDING_BLOCKS = ['people', 'features', 'reviews'] as const;
export type LandingBlock = (typeof LANDING_BLOCKS)[number];

/** The questions of the sign-up. */
export const SIGN_UP_STEPS = ['who', 'place', 'account'] as const;
export type SignUpStepId = (typeof SIGN_UP_STEPS)[number];

const HEADLINE_LENGTH = 80;
const LEAD_LENGTH = 240;

const shortLocalText = (length: number) =>
  localText.refine((texts) => Object.values(texts).every((text) => text.length <= length), {
    error: `must not be longer than ${length} letters in any language`,
  });

const isUnique = (list: readonly string[]) => new Set(list).size === list.length;

/** A landing as an operator writes it. What is left out is as the brand has it. */
const landingSettings = z.strictObject({
  headline: shortLocalText(HEADLINE_LENGTH).optional(),
  lead: shortLocalText(LEAD_LENGTH).optional(),
  /** Instead of the brand's own drawn people. */
  pictures: z.array(picture).min(1).max(3).optional(),
  steps: z
    .array(z.enum(SIGN_UP_STEPS))
    .refine((steps) => isUnique(steps) && steps.length === SIGN_UP_STEPS.length, {
      error: `must name each of ${SIGN_UP_STEPS.join(', ')} once`,
    })
    .refine((steps) => steps.at(-1) === 'account', {
      error: 'must end with account: the consents stand beside the button that makes one',
    })
    .optional(),
  blocks: z.array(z.enum(LANDING_BLOCKS)).refine(isUnique, { error: 'must name a block once' }).optional(),
});

export const landingVariants = z
  .partialRecord(z.enum(LANDING_PAGES), landingSettings)
  .refine(({ asignup }) => asignup?.steps === undefined, {
    error: 'asks for nothing but the town, so there are no steps to put into an order',
    path: ['asignup', 'steps'],
  })
  .default({});

/** The root shows everything; a visitor who comes by an advert has read it and sees the card alone. */
export const usualBlocks: Record<LandingPage, readonly LandingBlock[]> = {
  home: ['people', 'features', 'reviews'],
  signup: [],
  ms: [],
  asignup: [],
};

/** A landing on the wire, in one language, with nothing left open. */
export const landing = z.object({
  headline: z.string().max(2000),
  lead: z.string().max(2000),
  pictures: z.array(z.string().max(200)).max(3),
  steps: z.array(z.enum(SIGN_UP_STEPS)).max(SIGN_UP_STEPS.length),
  blocks: z.array(z.enum(LANDING_BLOCKS)).max(LANDING_BLOCKS.length),
});
export type Landing = z.output<typeof landing>;
