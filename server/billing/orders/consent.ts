import { createHash } from 'node:crypto';
import { purchaseTerms, termsText } from '#contract/billing/purchase-terms.ts';
import type { PurchaseTerms } from '#contract/billing/purchase-terms.ts';
import { LANGUAGES, PLAIN_FLOW_ID } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { vatPercentOf } from '#contract/kernel/money.ts';
import type { Period } from '#contract/kernel/money.ts';
import type { VisitorContext } from '#server/app.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { renews } from '../terms/plan-terms.ts';
import type { PlanTerms } from '../terms/plan-terms.ts';
import type { Purchase } from './orders.sql.ts';

/** What a member consented to by pressing the button, word for word. */
export interface Consent extends AcceptedTerms {
  /** The price of every further period; null where nothing renews. */
  renewalCents: number | null;
  period: Period | null;
  /** The payer wants the service at once, before the time to withdraw is over. */
  immediate: boolean;
  /** What the payment method is kept for; null where it is not kept. */
  keepsFor: 'renewals' | 'clicks' | null;
  ip: string;
  userAgent: string;
}

interface AcceptedTerms {
  button: string;
  terms: string;
  textHash: Buffer;
  language: Language;
}

export const USER_AGENT_LENGTH = 400;

/** The consent to an order. Fails where the page showed something else than the order says. */
export function requireConsent(
  { brand, ip, userAgent }: Pick<VisitorContext, 'brand' | 'ip' | 'userAgent'>,
  purchase: Purchase,
  plan: PlanTerms | null,
  shown: { terms?: string | undefined; disclaimer?: boolean | undefined; keepForLater?: boolean | undefined },
): Consent {
  const buys = purchase.kind !== 'verification' && purchase.kind !== 'card';
  if (buys && purchase.flowId === PLAIN_FLOW_ID && !shown.disclaimer) fail('order.disclaimer_missing');
  const { descriptor } = brand.settings.payment;
  const keepForLater = shown.keepForLater === true;
  const accepted = requireTermsShown(shown.terms, purchase.language, (language) =>
    termsOf(purchase, plan, { language, descriptor, keepForLater }),
  );
  const renewing = buys && plan && renews(plan) ? plan : null;
  return {
    ...accepted,
    renewalCents: renewing?.renewal_cents ?? null,
    period: renewing?.every ?? null,
    immediate: buys,
    keepsFor: renewing || purchase.kind === 'card' ? 'renewals' : keepForLater ? 'clicks' : null,
    ip,
    userAgent,
  };
}

/**
 * The terms in the language in which the page showed them, which is the browser's affair: whichever it was, the words
 * must be ours. Where the page did not say what it showed, what it should have shown counts.
 */
export function requireTermsShown(
  shown: string | undefined,
  ownLanguage: Language,
  termsIn: (language: Language) => PurchaseTerms,
): AcceptedTerms {
  const language =
    shown === undefined
      ? ownLanguage
      : (LANGUAGES.find((one) => termsText(termsIn(one)) === shown) ?? fail('order.terms_changed'));
  const terms = termsIn(language);
  return {
    button: terms.button,
    terms: terms.sentences.join('\n'),
    textHash: createHash('sha256').update(termsText(terms)).digest(),
    language,
  };
}

function termsOf(
  { kind, country, vatBasisPoints, amountCents, creditCents, credits }: Purchase,
  plan: PlanTerms | null,
  page: { language: Language; descriptor: string; keepForLater: boolean },
): PurchaseTerms {
  return purchaseTerms({
    ...page,
    country,
    kind,
    plan: plan && {
      name: plan.name[page.language],
      renewalCents: plan.renewal_cents,
      period: plan.every,
    },
    amountCents,
    vatPercent: vatPercentOf({ country, vatBasisPoints }),
    creditCents,
    credits,
  });
}

/** A renewal that is paid by hand at the second try has its consent already. */
export async function insertConsent(
  tx: Tx,
  { brandId, id, accountId, amountCents }: Pick<Purchase, 'brandId' | 'id' | 'accountId' | 'amountCents'>,
  consent: Consent,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('purchase_consent')
    .values({
      brand_id: brandId,
      purchase_id: id,
      account_id: accountId,
      button: consent.button,
      terms: consent.terms,
      text_hash: consent.textHash,
      amount_cents: amountCents,
      renewal_cents: consent.renewalCents,
      period: consent.period,
      immediate: consent.immediate,
      keeps_for: consent.keepsFor,
      language: consent.language,
      ip: consent.ip,
      user_agent: consent.userAgent.slice(0, USER_AGENT_LENGTH),
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'purchase_id']).doNothing())
    .execute();
}
