import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { User } from '#contract/account/user.ts';
import type { ChargeDetails } from '#contract/billing/charges.ts';
import { type Quote, quote as readQuote } from '#contract/billing/orders.ts';
import {
  purchaseTerms,
  renewalSentences,
  termsText,
  type PurchaseTerms,
} from '#contract/billing/purchase-terms.ts';
import type { Flow, RatePlan } from '#contract/brand/flow.ts';
import { countries } from '#contract/countries/list.ts';
import { LANGUAGES, PLAIN_FLOW_ID, type Language } from '#contract/kernel/constants.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import { call } from '#site/shell/api.ts';
import { useShell, type Shell } from '#site/shell/boot.ts';
import { paths, payParameters } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { readChosenPlan } from '../chosen-plan.ts';
import type { OrderChoice } from './pay-order.ts';
import type { WalletRenewal } from './wallets.ts';

/** What the payment page was opened for. */
export interface Purpose {
  choice: OrderChoice;
  /** As the flow has it; what a renewal owes may be of a plan that is no longer offered. */
  plan: RatePlan | undefined;
  /** What paying comes to. */
  grants: 'plan' | 'verification' | 'card';
  /** This very page, for the way back. */
  address: string;
}

/** Reads the address: a renewal that is owed, another card, or simply the plan that was chosen. */
export function purposeOf(query: URLSearchParams, flow: Flow, user: User): Purpose | undefined {
  const renewalId = query.get(payParameters.renewal);
  if (renewalId !== null && z.uuid().safeParse(renewalId).success) {
    return { choice: { renewalId }, plan: undefined, grants: 'plan', address: paths.pay({ renewalId }) };
  }
  if (query.get(payParameters.newCard) === '1') {
    return {
      choice: { newCardOnly: true },
      plan: undefined,
      grants: 'card',
      address: paths.pay({ newCard: true }),
    };
  }
  const plan = readChosenPlan(flow, user);
  return plan && planPurpose(flow, plan);
}

/** A plan to be paid: by what is chosen on the payment page, or at once. */
export function planPurpose(flow: Flow, plan: RatePlan): Purpose {
  const grants = flow.plans.verification.includes(plan) ? 'verification' : 'plan';
  return { choice: { productId: plan.productId }, plan, grants, address: paths.pay() };
}

/** The page's own language has the last word on the name, where the page knows the plan. */
export function withPlanName(quote: Quote, { plan }: Purpose): Quote {
  return plan && plan.productId === quote.productId ? { ...quote, name: plan.name } : quote;
}

/** What a choice costs now and later. Fetched again on each return to the page: the member may have paid elsewhere. */
export function useQuote(choice: OrderChoice, enabled: boolean) {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: [trackerId, 'quote', choice],
    queryFn: ({ signal }) => call(readQuote, { trackerId, ...choice }, { signal }),
    staleTime: 0,
    enabled,
  });
}

/** What a wallet's own sheet says of a plan that renews, in the words of the page; null where nothing does. */
export function useWalletRenewal({ period, renewalCents, renewsAt }: Quote): WalletRenewal | null {
  const language = useTermsLanguage();
  const { country } = useShell().brand;
  if (!period || !renewalCents || renewsAt === null) return null;
  const renewalPrice = formatMoney(renewalCents, language);
  return {
    amountCents: renewalCents,
    period,
    startsAt: renewsAt,
    agreement: renewalSentences({ language, country, period, renewalPrice }).join(' '),
    managementUrl: `${location.origin}${paths.profile('plan')}`,
  };
}

function useTermsLanguage(): Language {
  const { i18n } = useTranslation();
  const { country } = useShell().brand;
  return LANGUAGES.find((one) => one === i18n.language) ?? countries[country].language;
}

/** What is agreed to by pressing the button, in the page's language and in the very words that the server will look for. */
export function useTerms(known: Quote, keepForLater = false): PurchaseTerms {
  const language = useTermsLanguage();
  const { country, descriptor } = useShell().brand;
  const { kind, purchase, name, amountCents, vatPercent, creditCents, credits, renewalCents, period } = known;
  return purchaseTerms({
    language,
    country,
    descriptor,
    kind: kind === 'later' ? 'later' : purchase,
    plan: name === null ? null : { name, renewalCents, period },
    amountCents,
    vatPercent,
    creditCents,
    credits,
    keepForLater,
  });
}

/** What comes with every charge: who sells, who buys, and what a bank wants to know of the browser. */
function chargeFacts({ brand }: Pick<Shell, 'brand'>, user: Pick<User, 'email' | 'city'>): ChargeDetails {
  return {
    country: brand.country,
    descriptor: brand.descriptor,
    paymentCompany: brand.paymentCompany,
    domain: location.hostname,
    email: user.email,
    ...(user.city !== null && { city: user.city }),
    language: navigator.language,
    screenHeight: screen.height,
    screenWidth: screen.width,
    timeZone: new Date().getTimezoneOffset(),
    userAgent: navigator.userAgent.slice(0, 1_000),
    javaEnabled: false,
    scriptEnabled: true,
    colourDepth: screen.colorDepth,
  };
}

/** Whether a flow wants its box ticked before anything is paid. */
export function wantsDisclaimer({ id }: Pick<Flow, 'id'>): boolean {
  return id === PLAIN_FLOW_ID;
}

interface Agreed {
  flow: Pick<Flow, 'id'>;
  quote: Quote;
  terms: PurchaseTerms;
}

/** The same with what is bought, and the words that were agreed to by pressing the button. */
export function chargeDetails(
  shell: Pick<Shell, 'brand'>,
  user: Pick<User, 'email' | 'city'>,
  { flow, quote, terms }: Agreed,
): ChargeDetails {
  return {
    ...chargeFacts(shell, user),
    ...(quote.productId !== null && { productId: quote.productId }),
    terms: termsText(terms),
    ...(wantsDisclaimer(flow) && { disclaimer: true }),
  };
}
