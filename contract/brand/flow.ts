/** Flows and plans: what a brand offers whom, as an operator writes it and as a browser gets it. */

import { z } from 'zod';
import { paymentMethods } from '../billing/providers.ts';
import { cents, credits, flowId, localText, premiumLevel } from '../kernel/fields.ts';
import { as, spelled, spelledKeys, spelledWords } from '../kernel/spelling.ts';
import { word } from '../kernel/text.ts';
import { LANDING_PAGES, landing, landingVariants } from './landing.ts';
import { type PaywallName, paywallWords } from './paywalls.ts';

export const paywallName = spelledWords(paywallWords);

const shortText = z.string().max(300);
export const period = z.enum(['day', 'week', 'month', 'quarter', 'year']);
export const paymentMethodKind = z.enum(paymentMethods);

/** A plan as an operator writes it. Stored versions never change: a change makes a new one. */
export const planSettings = z
  .strictObject({
    productId: word(64, /^[a-z0-9][a-z0-9_-]{1,63}$/),
    name: localText,
    badge: localText.optional(),
    priceCents: cents,
    totalCents: cents,
    /** What of the total is paid for the credits; the rest is for the days. A plan that renews and grants credits says it. */
    creditsPriceCents: cents.optional(),
    /** A price that is struck out beside its own. The rules of the country say which may stand there. */
    oldPriceCents: cents.optional(),
    /** The plan on sale whose price that is. Absent: its own of before. */
    oldPriceOf: z.string().max(64).optional(),
    priceNote: localText.optional(),
    description: localText.optional(),
    descriptionColor: z.enum(['ink', 'muted', 'primary', 'accent', 'success']).default('muted'),
    suggestion: localText.optional(),
    suggestionColor: z.enum(['ink', 'muted', 'primary', 'accent', 'success']).default('accent'),
    credits,
    promoCredits: credits.default(0),
    level: premiumLevel,
    /** Absent: a one-off pack that never renews. */
    period: period.optional(),
    visible: z.boolean().default(true),
    spaceBelow: z.boolean().default(false),
    firstPurchaseOnly: z.boolean().default(false),
  })
  .refine((plan) => (plan.creditsPriceCents ?? 0) <= plan.totalCents, {
    error: 'the credits cannot cost more than the plan',
    path: ['creditsPriceCents'],
  })
  .refine((plan) => !plan.period || grantsNoCredits(plan) || plan.creditsPriceCents !== undefined, {
    error: 'a plan that renews and grants credits says what they cost',
    path: ['creditsPriceCents'],
  });
export type PlanSettings = z.output<typeof planSettings>;

function grantsNoCredits({ credits: own, promoCredits }: { credits: number; promoCredits: number }): boolean {
  return own + promoCredits === 0;
}

/** The part of a plan's price that is for its credits: all of a pack's, and none where there are none. */
export function creditsPrice(plan: PlanSettings): number {
  if (grantsNoCredits(plan)) return 0;
  return plan.period ? (plan.creditsPriceCents ?? 0) : plan.totalCents;
}

/** A flow as an operator writes it. */
export const flowSettings = z.strictObject({
  id: flowId,
  name: z.string().min(1).max(80),
  /** Any newcomer may choose it by naming it in the address. Else only a campaign of the brand's leads there. */
  open: z.boolean().default(false),
  freeMessages: credits,
  icebreakerCredits: credits,
  likeCredits: credits,
  messageValue: z.int().min(1).max(10_000),
  ageVerification: z.boolean().default(false),
  /**
   * Words of the flow's own for the popups that push toward payment, which open where the server refuses. Those about a
   * plan one has and about read receipts are shown only where they are named here.
   */
  paywalls: z
    .partialRecord(
      z.enum(Object.keys(paywallWords) as PaywallName[]),
      z.strictObject({
        title: localText.optional(),
        text: localText.optional(),
        button: localText.optional(),
      }),
    )
    .default({}),
  paymentMethods: z.array(paymentMethodKind).min(1).max(paymentMethods.length),
  invites: z.boolean().default(false),
  /** Whether people can write to one another. */
  messages: z.boolean().default(true),
  optIn: z.enum(['single', 'double']).default('single'),
  ai: z.boolean().default(false),
  /** How many pages of a search a member may turn who has not paid. Absent: all. */
  freePages: z.int().min(1).max(1_000).optional(),
  /** Profiles that are marked as reserved are only for those who have paid. */
  keepsReserved: z.boolean().default(false),
  /** A page that is shown to members once a session: a path of ours, or an address that the brand allows. */
  frameUrl: z
    .union([word(2000, /^\/(?![/\\])[^\\]*$/), z.url({ protocol: /^https$/ })])
    .refine((address) => address.length <= 500)
    .optional(),
  /** Newcomers are sent to another address instead of being signed up here. */
  signUpElsewhere: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  /** Message credits for a member who comes back after so many days away. */
  returnGift: z
    .strictObject({ afterDays: z.int().min(1).max(3650), credits: z.int().min(1).max(1000) })
    .optional(),
  /** What the pages that adverts lead to say and show, where it is not what the brand says everywhere. */
  landings: landingVariants,
  /** Whether a card of the search opens a quick look first, which leads to the profile or to a chat. */
  quickLook: z.strictObject({ toProfile: z.boolean().default(false), toChat: z.boolean().default(false) }),
  plans: z.strictObject({
    plain: z.array(z.string().max(64)).max(20),
    standard: z.array(z.string().max(64)).max(20),
    credits: z.array(z.string().max(64)).max(20),
    verification: z.array(z.string().max(64)).max(20),
  }),
  /**
   * Plans of these lists for a member who has just paid for another one. The first that is of use to them is offered once,
   * on the page that says that it is paid. Absent: none.
   */
  upsell: z.array(z.string().max(64)).max(5).default([]),
});
export type FlowSettings = z.output<typeof flowSettings>;

/** A plan on the wire, with its texts in one language. Money is integer cents. */
export const ratePlan = spelled({
  name: as('nomePiano', shortText),
  badge: as('badge', shortText.nullable()),
  priceCents: as('prezzo', cents),
  totalCents: as('prezzo_totale', cents),
  oldPriceCents: as('vecchioPrezzo', cents.nullable()),
  priceNote: as('prezzoDescription', shortText.nullable()),
  description: as('description', z.string().max(2000).nullable()),
  descriptionColor: as('description_color', z.string().max(20)),
  suggestion: as('suggestion', shortText.nullable()),
  suggestionColor: as('suggestion_color', z.string().max(20)),
  credits: as('crediti', credits),
  promoCredits: as('crediti_promo', credits),
  /** How many messages all its credits pay for; null where messages cost nothing with it. */
  messages: as('messaggi_compresi', z.int().nullable()),
  level: as('premiumLevel', premiumLevel),
  productId: as('product_id', z.string().max(64)),
  visible: as('visibile', z.boolean()),
  spaceBelow: as('spacing_bottom', z.boolean()),
  firstPurchaseOnly: as('first_selling', z.boolean()),
  period: as('period', period.nullable()),
  /** Offers of the flow beside which this one is worse in every way. It is not shown to a member who may have one of them. */
  betterOffers: as('offerte_migliori', z.array(z.string().max(64)).max(60)),
});
export type RatePlan = z.output<typeof ratePlan>;

const paywallTexts = z.object({
  title: shortText.optional(),
  text: z.string().max(2000).optional(),
  button: shortText.optional(),
});

export const optIn = spelledWords({ single: 'single', double: 'doi' });
const quickLook = spelled({
  toProfile: as('modaleToProfilo', z.boolean()),
  toChat: as('modaleToChat', z.boolean()),
});

/** The effective flow on the wire. */
export const flow = spelled({
  id: as('fluxId', flowId),
  freeMessages: as('messaggiFree', credits),
  icebreakerCredits: as('creditiIcebreaker', credits),
  likeCredits: as('creditiLike', credits),
  messageValue: as('valoreMessaggio', z.int()),
  ageVerification: as('verificaEta', z.boolean()),
  plans: as(
    'rateplan',
    spelled({
      plain: as('plain', z.array(ratePlan).max(20)),
      standard: as('dafault', z.array(ratePlan).max(20)),
      credits: as('cred', z.array(ratePlan).max(20)),
      verification: as('verifica', z.array(ratePlan).max(20)),
    }),
  ),
  /** Product ids of these lists, one of which is offered after a purchase. */
  upsell: as('upsell', z.array(z.string().max(64)).max(5)),
  paywalls: as('hooks', spelledKeys(paywallName, paywallTexts)),
  paymentMethods: as('sistemi_pagamento', z.array(paymentMethodKind).max(paymentMethods.length)),
  invites: as('messaggi_inviti', z.boolean()),
  messages: as('messaggi', z.boolean()),
  /** What the product is for. It has one purpose, so nothing is filtered by it. */
  vertical: as('vertical', z.literal('dating')),
  optIn: as('optin', optIn),
  ai: as('use_ai', z.boolean()),
  freePages: as('pagine_libere', z.int().nullable()),
  frameUrl: as('iframe_url', z.string().max(500).nullable()),
  /** Those that the flow varies, or that show more than the card. Others say what the brand says. */
  landings: as('landing', z.partialRecord(z.enum(LANDING_PAGES), landing)),
  pages: as('pages', z.tuple([z.object({ find: spelled({ quickLook: as('hooks', quickLook) }) })])),
});
export type Flow = z.output<typeof flow>;

/** Whether a plan of a member's flow is sold to them: the page shows nothing else, and the server takes no other order. */
export function isOffered(
  { visible, firstPurchaseOnly }: Pick<PlanSettings, 'visible' | 'firstPurchaseOnly'>,
  { hasBought }: { hasBought: boolean },
): boolean {
  return visible && !(hasBought && firstPurchaseOnly);
}
