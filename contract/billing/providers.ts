import type { Quote } from './orders.ts';

/** What can be paid with: one name a method. How the site offers each stands in its own table of methods. */
export const paymentMethods = ['card', 'paypal', 'applepay', 'googlepay'] as const;
export type PaymentMethodKind = (typeof paymentMethods)[number];

interface ProviderFacts {
  /** As people know it. */
  title: string;
  methods: readonly PaymentMethodKind[];
  /** What is paid by an intent that it opens, and cannot be charged again: one-off payments alone. */
  byIntent?: readonly PaymentMethodKind[];
  /** A brand may have a merchant account of its own there. */
  hasOwnAccounts?: true;
  /** It takes no payment of nothing, by which a card is only checked. */
  takesNoZero?: boolean;
  /** The page to which it sends the member back, and the parameter there that names the payment. */
  returnPage: { path: string; parameter: string };
}

/**
 * Who takes money for us: one entry a provider. Its adapter stands in `server/billing/providers/`. Facts alone, without
 * schemas: the site's table of pages reads them, and a first visit must not load zod for that.
 */
export const providers = {
  adyen: {
    title: 'Adyen',
    methods: ['card', 'googlepay', 'applepay'],
    hasOwnAccounts: true,
    returnPage: { path: '/adyen/paymentCheck', parameter: 'redirectResult' },
  },
  trustpay: {
    title: 'TrustPay',
    methods: ['card'],
    byIntent: ['googlepay', 'applepay'],
    returnPage: { path: '/trpay/paymentCheck', parameter: 'instanceId' },
  },
  maxpay: {
    title: 'Maxpay',
    methods: ['card'],
    returnPage: { path: '/maxpay/paymentCheck', parameter: 'reference' },
  },
  paypal: {
    title: 'PayPal',
    methods: ['paypal'],
    takesNoZero: true,
    returnPage: { path: '/paypal/paymentCheck', parameter: 'token' },
  },
} as const satisfies Record<string, ProviderFacts>;

export type ProviderName = keyof typeof providers;

/** Whether brands may have merchant accounts of their own at a provider. */
export function hasOwnAccounts(name: ProviderName): boolean {
  const facts: ProviderFacts = providers[name];
  return facts.hasOwnAccounts === true;
}

/** Whether a provider takes a method by an intent. */
export function takesByIntent(name: ProviderName, method: PaymentMethodKind): boolean {
  const { byIntent = [] }: ProviderFacts = providers[name];
  return byIntent.includes(method);
}

/** What is sold, as far as it matters by what it is paid. */
export type PaidSale = Pick<Quote, 'purchase' | 'amountCents' | 'period'>;

/** Whether a provider takes a method for what is sold: an intent pays packs alone. */
export function takesForSale(
  name: ProviderName,
  method: PaymentMethodKind,
  { purchase, amountCents, period }: PaidSale,
): boolean {
  const { takesNoZero = false }: ProviderFacts = providers[name];
  if (takesNoZero && amountCents === 0) return false;
  return !takesByIntent(name, method) || (purchase === 'plan' && period === null);
}
