/** Which flow a visitor or member is in, and a flow as a browser gets it. */

import type { BrandSettings } from '#contract/brand/brand.ts';
import type { FlowSettings, Flow, RatePlan } from '#contract/brand/flow.ts';
import { LANDING_PAGES, SIGN_UP_STEPS, usualBlocks } from '#contract/brand/landing.ts';
import type { Landing, LandingPage } from '#contract/brand/landing.ts';
import { PLAIN_FLOW_ID } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { trackerId } from '#contract/kernel/fields.ts';
import type { LocalText } from '#contract/kernel/fields.ts';
import { safePath } from '#contract/kernel/return-path.ts';
import { betterOffers } from './better-offers.ts';
import type { Brand, SoldPlan } from './directory.ts';
import { isUploaded } from './pictures.ts';

export interface Arrival {
  /** The flow named in the query, in either spelling. */
  flowId?: string | undefined;
  trackerId?: string | undefined;
  campaignId?: string | undefined;
  path?: string | undefined;
  /** The flow a member signed up with, which the server has read itself. */
  ownFlowId?: string | undefined;
}

const landingPaths = new Set(['/', '/signup']);

/**
 * Which flow the caller is in. A member is in their own. Of a visitor a campaign of the brand's decides, then the query,
 * where it names a flow that may be chosen. Without either it is the brand's default, except that the two plain landings
 * without a tracker id get the plain flow. What is malformed, does not exist or may not be chosen counts as absent.
 */
export function resolveFlow(brand: Brand, arrival: Arrival): FlowSettings {
  const own = arrival.ownFlowId === undefined ? undefined : brand.flows.get(arrival.ownFlowId);
  if (own) return own;
  const campaign = brand.settings.campaigns.find(({ id }) => id === arrival.campaignId);
  const led = campaign && brand.flows.get(campaign.flow);
  if (led) return led;
  const named = arrival.flowId === undefined ? undefined : brand.flows.get(arrival.flowId);
  if (named && isOpenToAll(brand, named)) return named;
  const tracked = arrival.trackerId !== undefined && trackerId.safeParse(arrival.trackerId).success;
  const plain = !tracked && landingPaths.has(pathOf(arrival.path));
  const found =
    (plain ? brand.flows.get(PLAIN_FLOW_ID) : undefined) ?? brand.flows.get(brand.settings.defaultFlow);
  if (!found) throw new Error(`brand ${brand.key} has no default flow`);
  return found;
}

/** The default and the plain one are a matter of which link one came by, so naming them gives nothing away. */
function isOpenToAll({ settings }: Brand, { id, open }: FlowSettings): boolean {
  return open || id === settings.defaultFlow || id === PLAIN_FLOW_ID;
}

/** The flow that a visitor's page says it is of; the brand's default where there is none for them of that name. */
export function flowOfVisitor(brand: Brand, flowId: string | undefined): FlowSettings | undefined {
  const named = brand.flows.get(flowId ?? '');
  return named && isOpenToAll(brand, named) ? named : brand.flows.get(brand.settings.defaultFlow);
}

/** The path of an address on a site, which is the same with and without a slash at its end. */
export function pathOf(url = '/'): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.replace(/(?<!\/)\/+$/, '') || '/';
}

/** A flow as a browser sees it: texts in one language, plans spelled out. */
export function publicFlow(brand: Brand, settings: FlowSettings, language: Language): Flow {
  const messageCosts = brand.messageCosts.get(settings.id) ?? [];
  const { plans } = settings;
  const find = (ids: readonly string[]) => ids.flatMap((id) => brand.plans.get(id) ?? []);
  const compared = find([...new Set([...plans.plain, ...plans.standard, ...plans.credits])]);
  const plansOf = (ids: readonly string[]) =>
    find(ids).map((plan) => publicPlan(plan, { messageCosts, compared, language }));
  return {
    id: settings.id,
    freeMessages: settings.freeMessages,
    icebreakerCredits: settings.icebreakerCredits,
    likeCredits: settings.likeCredits,
    messageValue: settings.messageValue,
    ageVerification: settings.ageVerification,
    plans: {
      plain: plansOf(plans.plain),
      standard: plansOf(plans.standard),
      credits: plansOf(plans.credits),
      verification: plansOf(plans.verification),
    },
    upsell: settings.upsell,
    paywalls: Object.fromEntries(
      Object.entries(settings.paywalls).map(([name, texts]) => [
        name,
        {
          ...optional('title', texts.title, language),
          ...optional('text', texts.text, language),
          ...optional('button', texts.button, language),
        },
      ]),
    ),
    paymentMethods: settings.paymentMethods,
    invites: settings.invites,
    messages: settings.messages,
    vertical: 'dating',
    optIn: settings.optIn,
    ai: settings.ai,
    freePages: settings.freePages ?? null,
    // Saved before the brand took an origin back, it would lead there still.
    frameUrl:
      settings.frameUrl !== undefined && mayFrame(brand.settings, settings.frameUrl)
        ? settings.frameUrl
        : null,
    landings: publicLandings(brand, settings, language),
    pages: [{ find: { quickLook: settings.quickLook } }],
  };
}

/** The landings that a flow varies or that show more than the card, with what is left out filled in. */
function publicLandings(
  { settings: { tagline, description, heroPictures } }: Brand,
  { landings }: FlowSettings,
  language: Language,
): Flow['landings'] {
  const complete = (page: LandingPage): Landing => ({
    headline: (landings[page]?.headline ?? tagline)[language],
    lead: (landings[page]?.lead ?? description)[language],
    pictures: (landings[page]?.pictures ?? heroPictures).map(pictureAddress),
    steps: landings[page]?.steps ?? [...SIGN_UP_STEPS],
    blocks: landings[page]?.blocks ?? [...usualBlocks[page]],
  });
  const varied = LANDING_PAGES.filter((page) => landings[page] !== undefined || usualBlocks[page].length > 0);
  return Object.fromEntries(varied.map((page) => [page, complete(page)]));
}

/** Where a picture is served. */
export function pictureAddress(path: string): string {
  return isUploaded(path) ? `/brand-uploads/${path}` : `/brand-pictures/${path}`;
}

function optional(name: string, text: LocalText | undefined, language: Language) {
  return text ? { [name]: text[language] } : {};
}

interface PlanSurroundings {
  messageCosts: readonly number[];
  /** What a member of the flow may choose instead. */
  compared: readonly SoldPlan[];
  language: Language;
}

function publicPlan(plan: SoldPlan, { messageCosts, compared, language }: PlanSurroundings): RatePlan {
  const { name, badge, priceNote, description, suggestion, oldPriceCents, period, ...others } = plan;
  // How the price is divided matters when a member leaves, and is shown there.
  const { creditsPriceCents: _, oldPriceOf: __, given, ...rest } = others;
  const messageCost = messageCosts[given.level] ?? 0;
  const local = (text: LocalText | undefined) => text?.[language] ?? null;
  return {
    ...rest,
    name: name[language],
    badge: local(badge),
    priceNote: local(priceNote),
    description: local(description),
    suggestion: local(suggestion),
    oldPriceCents: oldPriceCents ?? null,
    period: period ?? null,
    betterOffers: betterOffers(plan, compared),
    messages: messageCost > 0 ? Math.floor(given.credits / messageCost) : null,
  };
}

/** Whether a flow may show this page in a frame: one of our own, or of an origin that the brand has named. */
export function mayFrame({ frameOrigins }: Pick<BrandSettings, 'frameOrigins'>, address: string): boolean {
  if (address.startsWith('/')) return safePath(address) !== undefined;
  const origin = URL.parse(address)?.origin;
  return frameOrigins.some((allowed) => URL.parse(allowed)?.origin === origin);
}
