import { createHash } from 'node:crypto';
import { LANGUAGES, PLAIN_FLOW_ID } from '../../../contract/kernel/constants.ts';
import type { Language } from '../../../contract/kernel/constants.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { PlanSettings } from '../../../contract/brand/flow.ts';
import type { Period } from '../../../contract/kernel/money.ts';
import { purchaseTerms, termsText } from '../../../contract/billing/purchase-terms.ts';
import type { PurchaseTerms } from '../../../contract/billing/purchase-terms.ts';
import type { VisitorContext } from '../../app.ts';
import type { Purchase } from './purchase.ts';

/** What was agreed to, word for word. */
export interface Consent {
  button: string;
  terms: string;
  textHash: Buffer;
  renewalCents: number | null;
  period: Period | null;
  immediate: boolean;
  /** What he pays with is kept for this; null where it is not kept. */
  keepsFor: 'renewals' | 'clicks' | null;
  language: Language;
  ip: string;
  userAgent: string;
}

const USER_AGENT_LENGTH = 400;

/**
 * Sees to it that what the page showed is what the order says. Where the page did not say what it showed, what it
 * should have shown counts.
 */
export function agree(
  { brand, ip, userAgent }: Pick<VisitorContext, 'brand' | 'ip' | 'userAgent'>,
  purchase: Purchase,
  plan: PlanSettings | null,
  shown: { terms?: string | undefined; disclaimer?: boolean | undefined; keepForLater?: boolean | undefined },
): Consent {
  const buys = purchase.kind !== 'verification' && purchase.kind !== 'card';
  if (buys && purchase.flowId === PLAIN_FLOW_ID && !shown.disclaimer) fail('order.disclaimer_missing');
  const { descriptor } = brand.settings.payment;
  const keepForLater = shown.keepForLater === true;
  const termsIn = (language: Language) => termsOf(purchase, plan, { language, descriptor, keepForLater });
  // The page's language is the browser's affair: whichever it was, the words must be ours.
  const language =
    shown.terms === undefined
      ? purchase.language
      : (LANGUAGES.find((one) => termsText(termsIn(one)) === shown.terms) ?? fail('order.terms_changed'));
  const agreed = termsIn(language);
  const sold = renews(purchase, plan) ? plan : null;
  return {
    button: agreed.button,
    terms: agreed.sentences.join('\n'),
    textHash: createHash('sha256').update(termsText(agreed)).digest(),
    renewalCents: sold?.totalCents ?? null,
    period: sold?.period ?? null,
    immediate: buys,
    keepsFor: sold || purchase.kind === 'card' ? 'renewals' : buys && keepForLater ? 'clicks' : null,
    language,
    ip,
    userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
  };
}

/** Whether paying it begins or goes on with something that renews. */
function renews({ kind }: Purchase, plan: PlanSettings | null): plan is PlanSettings {
  return kind !== 'verification' && kind !== 'card' && plan?.period !== undefined;
}

function termsOf(
  { kind, country, amountCents, creditCents, credits }: Purchase,
  plan: PlanSettings | null,
  page: { language: Language; descriptor: string; keepForLater: boolean },
): PurchaseTerms {
  return purchaseTerms({
    ...page,
    country,
    kind,
    plan: plan && {
      name: plan.name[page.language],
      totalCents: plan.totalCents,
      period: plan.period ?? null,
    },
    amountCents,
    creditCents,
    credits,
  });
}
