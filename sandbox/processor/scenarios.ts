import { digitsOf, networkOf, passesLuhn } from '#contract/billing/card.ts';
import { randomText } from './wire-values.ts';

/** Why a bank says no, in no provider's words. */
export type Decline =
  | 'insufficient_funds'
  | 'invalid_cvc'
  | 'expired_card'
  | 'processing_error'
  | 'generic'
  | 'lost_or_stolen'
  | 'card_declined'
  | 'invalid_number'
  | 'authentication_required'
  | 'check_failed'
  | 'check_cancelled'
  | 'check_timed_out'
  | 'cancelled';

interface Scenario {
  /** The card that stands for it. */
  card: string;
  /** Its holder is asked by their bank: when they type the number, or whenever they are at the browser. */
  challenge?: 'typed' | 'present';
  /** Where they should be asked and cannot be. */
  unasked?: Decline;
  /** Whatever else happens, this is the end of it. */
  decline?: Decline;
  /** The same, but only for what was stored. */
  declineStored?: Decline;
  /** Reported a while after the money was taken. */
  disputed?: true;
  refund?: 'pending' | 'fails';
  /** Where it was issued, which is said of no other. */
  country?: string;
}

export const scenarios = {
  success: { card: '4111111111111111' },
  '3ds': { card: '5454545454545454', challenge: 'present' },
  '3ds_once': { card: '4000002500003155', challenge: 'typed', unasked: 'authentication_required' },
  '3ds_always': { card: '4000002760003184', challenge: 'present', unasked: 'authentication_required' },
  '3ds_then_declined': { card: '4000008400001629', challenge: 'typed', decline: 'card_declined' },
  insufficient_funds: { card: '4000000000009995', decline: 'insufficient_funds' },
  invalid_cvc: { card: '4000000000000127', decline: 'invalid_cvc' },
  expired_card: { card: '4000000000000069', decline: 'expired_card' },
  processing_error: { card: '4000000000000119', decline: 'processing_error' },
  generic: { card: '4000000000000002', decline: 'generic' },
  lost_or_stolen: { card: '4000000000009987', decline: 'lost_or_stolen' },
  decline_later: { card: '4000000000000341', declineStored: 'generic' },
  chargeback: { card: '4000000000000259', disputed: true },
  refund_pending: { card: '4000000000005126', refund: 'pending' },
  refund_fails: { card: '4000000000007726', refund: 'fails' },
  invalid_number: { card: '4242424242424241', decline: 'invalid_number' },
  card_of_portugal: { card: '4000006200000007', country: 'PT' },
  card_of_france: { card: '4000002500000003', country: 'FR' },
} as const satisfies Record<string, Scenario>;
export type ScenarioName = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as ScenarioName[];
export const scenarioOf = (name: ScenarioName): Scenario => scenarios[name];

const byCard = new Map(scenarioNames.map((name) => [scenarios[name].card as string, name]));

/** What is left of a card once its number is forgotten. */
export interface Instrument {
  scenario: ScenarioName;
  network: string;
  lastFour: string;
  expiryMonth: number | null;
  expiryYear: number | null;
}

export function instrumentOf(number: string, expiryMonth: number, expiryYear: number): Instrument {
  const digits = digitsOf(number);
  const known = byCard.get(digits) ?? (passesLuhn(digits) ? 'success' : 'invalid_number');
  return {
    scenario: known,
    network: networkOf(digits) ?? 'visa',
    lastFour: digits.slice(-4).padStart(4, '0'),
    expiryMonth,
    expiryYear,
  };
}

const walletToken = /^sandbox-(googlepay|applepay)-([a-z0-9_]+)$/;

/** What the stand-ins of the wallets in the page mint. */
export function readWalletToken(token: string, wallet: string): Instrument | undefined {
  const [, kind, name] = walletToken.exec(token) ?? [];
  if (kind !== wallet || !isScenario(name)) return undefined;
  const { card } = scenarios[name];
  return {
    scenario: name,
    network: networkOf(card) ?? 'visa',
    lastFour: card.slice(-4),
    expiryMonth: 3,
    expiryYear: 2090,
  };
}

function isScenario(name: string | undefined): name is ScenarioName {
  return name !== undefined && Object.hasOwn(scenarios, name);
}

/** Says all about the card that it stands for, so that it outlives its maker. */
export function makeToken({ scenario, network, lastFour, expiryMonth, expiryYear }: Instrument): string {
  const expiry = expiryMonth === null ? 'none' : `${expiryMonth}.${expiryYear}`;
  return ['sbx', scenario, network, lastFour, expiry, randomText(16)].join('-');
}

const storedToken = /^sbx-([a-z0-9_]+)-([a-z]+)-(\d{4})-(?:none|(\d{1,2})\.(\d{4}))-[0-9A-Z]{16}$/;

export function readToken(token: string): Instrument | undefined {
  const [, scenario, network, lastFour, month, year] = storedToken.exec(token) ?? [];
  if (!isScenario(scenario) || network === undefined || lastFour === undefined) return undefined;
  return {
    scenario,
    network,
    lastFour,
    expiryMonth: month === undefined ? null : Number(month),
    expiryYear: year === undefined ? null : Number(year),
  };
}

export interface Circumstances {
  by: 'typed' | 'stored' | 'wallet' | 'paypal';
  /** The holder is at the browser. */
  present: boolean;
  /** The merchant lets the bank ask the holder. */
  mayAsk: boolean;
}

/** What a bank does with a charge. */
export function decide(name: ScenarioName, { by, present, mayAsk }: Circumstances): 'ask' | 'take' | Decline {
  const { challenge, unasked, decline, declineStored } = scenarioOf(name);
  const stored = by === 'stored';
  if (challenge && by !== 'paypal' && !(stored && challenge === 'typed')) {
    if (present && mayAsk) return 'ask';
    if (unasked) return unasked;
  }
  if (stored && declineStored) return declineStored;
  return decline ?? 'take';
}
