import { CreditCard, WalletCards } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { siApplepay, siGooglepay, siPaypal } from 'simple-icons';
import type { Call } from '#client/call.ts';
import type { ChargeDetails, SealedCard } from '#contract/billing/charges.ts';
import type { Quote } from '#contract/billing/orders.ts';
import {
  type PaidSale,
  type PaymentMethodKind,
  type ProviderName,
  takesByIntent,
  takesForSale,
} from '#contract/billing/providers.ts';
import type { Flow } from '#contract/brand/flow.ts';
import type { Country } from '#contract/countries/list.ts';
import type pay from '#site/locales/it/pay.json';
import { CardForm, type CardInForm } from './card-form.tsx';
import { type Checked, type PayRules, sendCard, sendOnFile } from './pay-order.ts';
import { capturePayPal, openPayPal } from './paypal.ts';
import type { Charge } from './use-charge.ts';
import {
  type Wallet,
  type WalletAnswer,
  type WalletSale,
  applePay,
  googlePay,
  payByIntent,
  sendWallet,
} from './wallets.ts';

/** What can be paid with; `on_file` is what was kept from last time. */
export type Method = PaymentMethodKind | 'on_file';

/** What the payment page gives a method to pay with. */
export interface Checkout {
  charge: Pick<Charge, 'pay' | 'payElsewhere'>;
  /** All that comes with a charge, which names the method in the wire's words. */
  details: (source: string) => ChargeDetails;
  /** What was filled in, where the method collects a card. */
  card: Omit<SealedCard, 'token'>;
  rules: PayRules;
  sale: WalletSale;
  /** Whether the chosen method opens an intent for it. */
  byIntent: boolean;
  /** Asks in the place of a wallet, where no money is real. */
  askStandIn: (method: Method) => Promise<WalletAnswer | null>;
}

type MethodWords = `methods.${Exclude<keyof (typeof pay)['methods'], 'onFile' | 'until'>}`;

interface MethodEntry {
  /** Its name in pay.json. */
  words: MethodWords;
  /** What happens next, said while it is chosen. */
  hint?: MethodWords;
  /** Its official mark. */
  mark: ReactNode;
  /** Whether this browser has it; without it every browser does. */
  isOnDevice?: (rules: PayRules, country: Country) => boolean | Promise<boolean>;
  /** What it can be paid for; without it everything but a check of a card. */
  fits?: (sale: PaidSale) => boolean;
  /** The fields to fill in. */
  collects?: ComponentType<{ form: CardInForm }>;
  /** Where a wallet is tried out, the shape in which it would hand over this token. */
  standIn?: (token: string) => Record<string, unknown>;
  /** Begins in the click itself, and pays or says why not. */
  start: (checkout: Checkout) => Promise<unknown>;
  /** It is confirmed on its own pages: whose return page that is, and what became of it there. */
  hosted?: {
    provider: ProviderName;
    readReturn: (query: URLSearchParams, trackerId: string, call: Call) => Promise<Checked | undefined>;
  };
}

/** Every payment method. The payment page, the own plan, the history and what a refusal advises follow from here. */
export const methods: Record<Method, MethodEntry> = {
  on_file: {
    words: 'methods.card',
    mark: <Plain icon={<WalletCards className="size-5" strokeWidth={1.75} />} />,
    start: ({ charge, details }) => charge.pay(sendOnFile, details('CREDITCARD'), { onFile: true }),
  },
  card: {
    words: 'methods.card',
    mark: <Plain icon={<CreditCard className="size-5" strokeWidth={1.75} />} />,
    fits: () => true,
    collects: CardForm,
    start: ({ charge, details, card }) => charge.pay(sendCard(card), details('CREDITCARD')),
  },
  paypal: {
    words: 'methods.paypal',
    hint: 'methods.paypalHint',
    mark: <Official icon={siPaypal} />,
    // It only sells plans.
    fits: (sale) => !isForCards(sale) && sale.purchase !== 'renewal',
    start: ({ charge, details }) => charge.payElsewhere(openPayPal, 'paypal', details('PAYPAL')),
    hosted: { provider: 'paypal', readReturn: capturePayPal },
  },
  googlepay: {
    words: 'methods.googlepay',
    hint: 'methods.googlepayHint',
    mark: <Official icon={siGooglepay} wide />,
    isOnDevice: googlePay.isOnDevice,
    standIn: (token) => ({ paymentMethodData: { tokenizationData: { token } } }),
    start: (checkout) => startWallet('googlepay', googlePay, checkout),
  },
  applepay: {
    words: 'methods.applepay',
    hint: 'methods.applepayHint',
    mark: <Official icon={siApplepay} wide />,
    isOnDevice: applePay.isOnDevice,
    standIn: (token) => ({ token: { paymentData: token } }),
    start: (checkout) => startWallet('applepay', applePay, checkout),
  },
};

async function startWallet(method: Method, wallet: Wallet, checkout: Checkout): Promise<void> {
  const { rules, sale, byIntent, charge, details, askStandIn } = checkout;
  const ask = () => (rules.sandbox ? askStandIn(method) : wallet.ask(rules, sale));
  if (byIntent) {
    const handed: WalletAnswer[] = [];
    const intent = payByIntent(async () => {
      const answer = await ask();
      if (answer) handed.push(answer);
      return answer;
    });
    const paid = await charge.pay(intent, details(method));
    for (const { done } of handed) done(paid);
    return;
  }
  const answer = await ask();
  if (answer) answer.done(await charge.pay(sendWallet(wallet, answer), details(method)));
}

/** Whether it is paid by an intent: the first provider that takes it does it so. */
export function opensIntent(method: Method, rules: Pick<PayRules, 'rules'>, sale: PaidSale): boolean {
  if (method === 'on_file') return false;
  const [first] = rules.rules.find((rule) => rule.method === method)?.providers ?? [];
  return first !== undefined && takesByIntent(first, method) && takesForSale(first, method, sale);
}

interface Circumstances {
  flow: Pick<Flow, 'paymentMethods'>;
  rules: PayRules;
  sale: PaidSale;
  onFile: boolean;
  /** Of the methods that not every browser has, those that this one has. */
  onDevice: ReadonlySet<Method>;
}

/** The payment methods here: those that the flow offers, a provider takes, and the browser supports. */
export function methodsFor({ flow, rules, sale, onFile, onDevice }: Circumstances): Method[] {
  const isTaken = ({ method, providers }: PayRules['rules'][number]) =>
    providers.some((name) => takesForSale(name, method, sale));
  const taken = new Set(rules.rules.filter(isTaken).map(({ method }) => method));
  const offered = flow.paymentMethods.filter((method) => {
    const { isOnDevice, standIn, fits = isNotForCards } = methods[method];
    const isReady = !isOnDevice || onDevice.has(method) || (rules.sandbox && standIn !== undefined);
    return taken.has(method) && isReady && fits(sale);
  });
  return onFile && !isForCards(sale) ? ['on_file', ...offered] : offered;
}

/** A card is asked for by name. */
function isForCards({ purchase }: Pick<PaidSale, 'purchase'>): boolean {
  return purchase === 'verification' || purchase === 'card';
}

function isNotForCards(sale: PaidSale): boolean {
  return !isForCards(sale);
}

/**
 * A plan needs what it is paid with kept and says so, and what is on file is on file. A pack does not, nor does a check of
 * the age; but a member who proves their age is about to buy something with the same card.
 */
export function asksToKeep(
  { purchase, period }: Pick<Quote, 'purchase' | 'period'>,
  method: Method,
): boolean {
  const isOptional = (purchase === 'plan' && period === null) || purchase === 'verification';
  return isOptional && method !== 'on_file';
}

/** For what has no mark of its own. */
function Plain({ icon }: { icon: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="grid h-9 w-12 shrink-0 place-items-center rounded-(--corner-check) bg-soft text-ink"
    >
      {icon}
    </span>
  );
}

type OfficialProps = { icon: { path: string; hex: string }; wide?: true };

/** A method's own mark in its own colour, on the white that it is meant for. */
function Official({ icon, wide }: OfficialProps) {
  return (
    <span
      aria-hidden="true"
      className="grid h-9 w-12 shrink-0 place-items-center rounded-(--corner-check) ring-1 ring-line"
      style={{ background: '#fff' }}
    >
      <svg viewBox="0 0 24 24" className={wide ? 'size-10' : 'size-6'} fill={`#${icon.hex}`}>
        <path d={icon.path} />
      </svg>
    </span>
  );
}
