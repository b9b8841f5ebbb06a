/** What is a valid brand: its settings, its plans and its flows, and how they fit together. */

import { z } from 'zod';
import { brandSettings } from '#contract/brand/brand.ts';
import { flowSettings, isOffered, planSettings } from '#contract/brand/flow.ts';
import type { FlowSettings, PlanSettings } from '#contract/brand/flow.ts';
import { LEGAL_PAGES } from '#contract/brand/legal.ts';
import type { PaywallName } from '#contract/brand/paywalls.ts';
import { brandTexts, textChannels } from '#contract/brand/texts.ts';
import { AGE_CHECK_AMOUNT_CENTS } from '#contract/kernel/constants.ts';
import { mayFrame } from './flows.ts';
import { findLegalFaults } from './legal-faults.ts';
import { legalPage } from './legal-page.ts';
import { findWordFaults } from './texts/faults.ts';

/** A brand as one file: its settings, its plans, its flows. */
export const brandFile = z
  .strictObject({
    $schema: z.string().max(200).optional(),
    settings: brandSettings,
    plans: z.array(planSettings).min(1).max(200),
    flows: z.array(flowSettings).min(1).max(100),
    /** Words of the brand's own, by their channels. */
    texts: z.array(brandTexts).max(textChannels.length).optional(),
    /** What it says on legal pages. */
    legalPages: z.array(legalPage).max(LEGAL_PAGES.length).optional(),
  })
  .superRefine(({ settings, plans, flows, texts = [], legalPages = [] }, context) => {
    for (const [index, part] of texts.entries())
      for (const { path, what } of findWordFaults(part))
        context.addIssue({ code: 'custom', message: what, path: ['texts', index, 'words', ...path] });
    for (const [index, part] of legalPages.entries())
      for (const { path, what } of findLegalFaults(part))
        context.addIssue({ code: 'custom', message: what, path: ['legalPages', index, ...path] });
    const products = new Set(plans.map(({ productId }) => productId));
    for (const [index, flow] of flows.entries()) {
      const problem = (message: string, ...path: string[]) =>
        context.addIssue({ code: 'custom', message, path: ['flows', index, ...path] });
      const missing = Object.values(flow.plans)
        .flat()
        .filter((productId) => !products.has(productId));
      if (missing.length > 0)
        problem(`flow ${flow.id} names plans that do not exist: ${missing.join(', ')}`, 'plans');
      if (flow.ageVerification && flow.plans.verification.length === 0)
        problem(
          `flow ${flow.id} asks for an age check and lists no plan to do it by: its members could never read a reply`,
          'plans',
          'verification',
        );
      const unsold = unsoldUpsell(flow, plans);
      if (unsold.length > 0)
        problem(
          `flow ${flow.id} offers after a purchase what it does not sell to those who have bought: ${unsold.join(', ')}`,
          'upsell',
        );
      for (const paywall of unusedPaywalls(flow))
        problem(`flow ${flow.id} has words for ${paywall}, which it never opens`, 'paywalls', paywall);
      const dear = flow.plans.verification.filter((productId) =>
        plans.some((plan) => plan.productId === productId && plan.totalCents !== AGE_CHECK_AMOUNT_CENTS),
      );
      if (dear.length > 0)
        problem(
          `flow ${flow.id} takes money for an age check, which costs nothing: ${dear.join(', ')}`,
          'plans',
          'verification',
        );
      if (flow.frameUrl !== undefined && !mayFrame(settings, flow.frameUrl))
        problem(
          `flow ${flow.id} frames an address that the brand does not allow: ${flow.frameUrl}`,
          'frameUrl',
        );
    }
    for (const [index, { id, flow }] of settings.campaigns.entries())
      if (!flows.some((each) => each.id === flow))
        context.addIssue({
          code: 'custom',
          message: `campaign ${id} names the flow ${flow}, which does not exist`,
          path: ['settings', 'campaigns', index, 'flow'],
        });
    if (!flows.some(({ id }) => id === settings.defaultFlow)) {
      context.addIssue({
        code: 'custom',
        message: `the default flow ${settings.defaultFlow} does not exist`,
        path: ['settings', 'defaultFlow'],
      });
    }
  });
export type BrandFile = z.output<typeof brandFile>;
/** As an operator writes it: texts in the languages that there are, and defaults left out. */
export type WrittenBrand = z.input<typeof brandFile>;

/** What cannot be offered to a member who has just bought: no list of the flow sells it, or only for a first purchase. */
function unsoldUpsell(
  { upsell, plans: { plain, standard, credits } }: FlowSettings,
  plans: readonly PlanSettings[],
): string[] {
  const listed = new Set([...plain, ...standard, ...credits]);
  const sold = plans.filter((plan) => listed.has(plan.productId) && isOffered(plan, { hasBought: true }));
  return upsell.filter((productId) => !sold.some((plan) => plan.productId === productId));
}

/** These push no member toward paying at once. */
const informingPaywalls = new Set<PaywallName>([
  'premium_member',
  'premium_member_compliant',
  'read_receipts',
]);

/** Popups that cannot come in a flow, so that words for them are a mistake. */
function unusedPaywalls({
  paywalls,
  freePages,
  keepsReserved,
  ageVerification,
}: FlowSettings): PaywallName[] {
  const named = Object.keys(paywalls) as PaywallName[];
  return named.filter((paywall) => {
    // There everything that pushes toward payment leads to the age check instead.
    if (ageVerification) return !informingPaywalls.has(paywall);
    if (paywall === 'more_pages') return freePages === undefined;
    return paywall === 'profile_locked' && !keepsReserved;
  });
}
