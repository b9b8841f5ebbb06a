import type {
  changePlan as changePlanEndpoint,
  removeCard as removeCardEndpoint,
} from '#contract/billing/member-billing.ts';
import { purchaseTerms } from '#contract/billing/purchase-terms.ts';
import { taxOf } from '#contract/countries/vat-rates.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { requireProvenSession } from '#server/accounts/fresh-proof.ts';
import type { MemberContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { insertConsent, requireTermsShown } from '../orders/consent.ts';
import type { Consent } from '../orders/consent.ts';
import { quotePlan } from '../orders/quote-plan.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import { applyChange } from '../payments/apply-change.ts';
import { findNewestTerms, renews } from '../terms/plan-terms.ts';
import type { RenewingTerms } from '../terms/plan-terms.ts';
import { holdAccountMoney } from './account-money.sql.ts';
import { changeOf, decideDroppedCards, decideNextPlan } from './decide-plan.ts';
import { recordNotice } from './notices.ts';
import { insertRenewals, readPlanEvidence } from './renewal.sql.ts';

/** Any plan that renews can follow the present one. Its price is consented to now and charged when the period ends. */
export async function changePlan(
  context: MemberContext,
  { productId, terms }: Pick<InputOf<typeof changePlanEndpoint>, 'productId' | 'terms'>,
): Promise<ReplyOf<typeof changePlanEndpoint>> {
  const { db, clock } = context.app;
  const { brand, brandId, accountId } = context;
  // The price of the next period is charged to the card on file without another question.
  await requireProvenSession(context);
  await quotePlan(context, { productId });
  const plan = await findNewestTerms(db, brandId, productId);
  if (!plan || !renews(plan)) return fail('order.plan_unknown');
  const consent = requireConsentToNext(context, plan, terms);
  return transact(db, async (tx, afterCommit) => {
    const { flow_id: flowId, language } = (await readBuyer(tx, brandId, accountId)) ?? fail('session.dead');
    const money = await holdAccountMoney(tx, { brandId, accountId });
    const current = money.plan;
    const now = clock.now();
    if (current?.state !== 'active' || current.period_end <= now) return fail('order.nothing_due');
    if (current.product_id === productId) return fail('order.already_yours');
    const { version, renewal_cents: amountCents, renewal_credits: credits } = plan;
    const chargeAt = current.next_charge_at ?? current.period_end;
    const id = newId();
    const next = { brandId, subscriptionId: current.id, period: current.period + 1, amountCents };
    const change = decideNextPlan(current, { productId, version });
    await applyChange(context.app, tx, afterCommit, changeOf(money, now, change));
    // The order of the next period is made already, so that the consent has something to belong to.
    const { country, payment } = brand.settings;
    const tax = taxOf({
      brandCountry: country,
      oneStopShop: payment.oneStopShop,
      evidence: await readPlanEvidence(tx, brandId, current.id),
    });
    const order = { ...next, id, accountId, productId, version, credits, flowId, language, country, tax };
    await insertRenewals(tx, [order], now);
    await insertConsent(tx, { brandId, id, accountId, amountCents }, consent, now);
    await recordNotice(tx, { ...next, kind: 'at_purchase', chargeAt, sentAt: now });
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'member', id: accountId },
      action: 'plan.changed',
      subject: current.id,
      details: { from: current.product_id, to: productId },
    });
    return { startsAt: chargeAt.getTime() };
  });
}

/** The consent to a price that is charged when the next period begins. */
function requireConsentToNext(
  { brand, language: own, ip, userAgent }: MemberContext,
  { name, renewal_cents: renewalCents, every: period }: RenewingTerms,
  shown: string | undefined,
): Consent {
  const { country, payment } = brand.settings;
  const accepted = requireTermsShown(shown, own, (language) =>
    purchaseTerms({
      language,
      country,
      descriptor: payment.descriptor,
      kind: 'later',
      plan: { name: name[language], renewalCents, period },
      amountCents: 0,
      creditCents: 0,
      credits: 0,
    }),
  );
  return { ...accepted, renewalCents, period, immediate: false, keepsFor: null, ip, userAgent };
}

/**
 * Forgets a card on file, or all of them. A plan that would have renewed by it ends with its period; what is owed can be
 * paid by hand. A plan that renews by another one goes on.
 */
export function removeCard(
  context: MemberContext,
  { cardId }: Pick<InputOf<typeof removeCardEndpoint>, 'cardId'> = {},
): Promise<{ result: 'OK' }> {
  const { app, brandId, accountId } = context;
  return transact(app.db, async (tx, afterCommit) => {
    const at = app.clock.now();
    const money = await holdAccountMoney(tx, { brandId, accountId });
    const { dropped, change } = decideDroppedCards(money, cardId, at);
    if (dropped.length === 0) return { result: 'OK' };
    await applyChange(app, tx, afterCommit, changeOf(money, at, change));
    for (const subject of dropped) {
      const actor = { kind: 'member', id: accountId } as const;
      await recordAudit(tx, { brandId, actor, action: 'card.removed', subject });
    }
    return { result: 'OK' };
  });
}
