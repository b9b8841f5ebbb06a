import { randomBytes } from 'node:crypto';
import type { SealedCard } from '#contract/billing/charges.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import { countries } from '#contract/countries/list.ts';
import type { App } from '#server/app.ts';
import { createToken } from '#server/billing/orders/orders.ts';
import { findPaymentMethodOnFile } from '#server/billing/payments/payment-methods.ts';
import type { Gate } from '#server/billing/providers/gate.ts';
import type { ChargeRequest, Provider, Providers, Verdict } from '#server/billing/providers/provider.ts';
import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { withServices } from '../world.ts';
import type { Member, World } from '../world.ts';

export interface FakeProvider extends Provider {
  /** What it was asked to charge. */
  requests: ChargeRequest[];
}

export type Answer = (request: ChargeRequest) => Verdict | Promise<Verdict>;

/** Takes the money, and keeps what it is asked to keep. */
export const taken: Answer = ({ attemptId, amountCents, store }) => ({
  state: 'captured',
  reference: `psp-${attemptId}`,
  amountCents,
  stored: store
    ? { token: `token-${newId()}`, network: 'visa', lastFour: '1111', expiryMonth: 3, expiryYear: 2040 }
    : null,
});

export const step = {
  type: 'form',
  url: 'https://bank.example/3ds',
  method: 'POST',
  fields: { MD: 'x' },
} as const;

export const declined = (outcome: Extract<Verdict, { state: 'declined' }>['outcome']): Verdict => ({
  state: 'declined',
  reference: null,
  outcome,
  dropToken: false,
});

/** Takes whatever it is asked for, unless the test says what to answer. */
export function fakeProvider(name: ProviderName = 'adyen', answer: Verdict | Answer = taken): FakeProvider {
  const requests: ChargeRequest[] = [];
  return {
    name,
    requests,
    charge: async (request) => {
      requests.push(request);
      return typeof answer === 'function' ? answer(request) : answer;
    },
    finish: () => Promise.resolve(undefined),
    pollStatus: () => Promise.resolve({ state: 'unknown' }),
    refund: () => Promise.resolve({ state: 'unknown' }),
    pollRefund: () => Promise.resolve({ state: 'unknown' }),
    forget: () => Promise.resolve({ state: 'gone' }),
    readEvents: () => Promise.resolve([]),
    acknowledgement: { contentType: 'text/plain', body: 'ok' },
    report: () => Promise.resolve(undefined),
  };
}

/** A gate that lets everything through. */
export function openGate(provider: ProviderName): Gate {
  return {
    isOpen: () => true,
    closedBy: () => undefined,
    capacity: () => 100,
    free: () => 1_000,
    snapshot: () => ({ provider, state: 'open', inFlight: 0, waiting: 0, refused: 0 }),
    stop: () => {},
  };
}

export function providersOf(...known: Provider[]): Providers {
  return {
    get: (name) => known.find((provider) => provider.name === name),
    gate: (name) => (known.some((provider) => provider.name === name) ? openGate(name) : undefined),
    sandbox: true,
    googlePay: () => ({ gateway: 'adyen', gatewayMerchantId: 'SerenataSandbox' }),
    validateAppleMerchant: () => Promise.resolve(undefined),
  };
}

/** A payer from an address of their own, at these providers. */
export async function payer(
  world: World,
  known: Provider[],
  options: Parameters<World['member']>[0] = {},
): Promise<Member> {
  const member = await world.member(options);
  const ip = `10.${[...randomBytes(3)].join('.')}`;
  return { ...withServices(member, { providers: providersOf(...known) }), ip };
}

export const goodCard = {
  firstName: 'Marco',
  lastName: 'Rossi',
  number: '4111 1111 1111 1111',
  month: '03',
  year: '30',
  securityCode: '737',
} as const satisfies Omit<SealedCard, 'token'>;

/** An order, with the card that is going to pay it. */
export async function orderFor(member: Member, productId: string, card: Partial<SealedCard> = {}) {
  const { trackerId } = member;
  const { token, order } = await createToken(member, { trackerId, productId });
  return { orderId: order.id, input: { trackerId, card: { ...goodCard, token, ...card } } };
}

/** A card that its owner keeps for packs, and that their plan renews by, if they have one. */
export async function keepOnFile(
  app: App,
  { brandId, accountId }: Pick<Member, 'brandId' | 'accountId'>,
  provider: ProviderName = 'adyen',
): Promise<string> {
  const id = newId();
  await app.db
    .insertInto('payment_method')
    .values({
      brand_id: brandId,
      id,
      account_id: accountId,
      provider,
      token: `kept-${id}`,
      kind: 'card',
      network: 'visa',
      last_four: '1111',
      fingerprint: app.keyedHash('card', `${brandId} 4111111111111111`),
      for_packs: true,
    })
    .execute();
  await app.db
    .updateTable('subscription')
    .set({ payment_method_id: id })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past_due'])
    .execute();
  return id;
}

/** Says when a card showed that a member is an adult, or that none did. */
export async function verifyAge(
  { app: { db, clock }, brandId, accountId }: Member,
  at: Date | null = clock.now(),
) {
  await db
    .updateTable('account')
    .set({ age_verified_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}

interface Owed {
  amountCents: number;
  /** What the consent is for, where that is another price. */
  consentCents?: number;
  /** There is no consent, or no notice. */
  without?: 'consent' | 'notice';
}

/** A plan whose next period is to be paid. Answers with the order of that. */
export async function oweRenewal(
  member: Member,
  { amountCents, consentCents = amountCents, without }: Owed,
): Promise<string> {
  const { db, clock } = member.app;
  const { brandId, accountId, brand } = member;
  const now = clock.now();
  const [subscriptionId, id] = [newId(), newId()];
  const kept = (await findPaymentMethodOnFile(db, brandId, accountId))?.id ?? null;
  const { country } = brand.settings;
  const plan = { product_id: 'vip-month', version: 1 };
  const whose = { brand_id: brandId, account_id: accountId };
  const start = new Date(now.getTime() - 30 * DAY);
  const period = { period_start: start, period_end: now, next_charge_at: now, created_at: start };
  await db
    .insertInto('subscription')
    .values({ ...whose, ...plan, ...period, id: subscriptionId, state: 'active', payment_method_id: kept })
    .execute();
  const about = { flow_id: '7', language: countries[country].language, country, created_at: now };
  await db
    .insertInto('purchase')
    .values({
      ...whose,
      ...plan,
      ...about,
      id,
      kind: 'renewal',
      amount_cents: amountCents,
      subscription_id: subscriptionId,
      period: 2,
    })
    .execute();
  if (without !== 'consent') {
    const words = {
      button: 'Compra',
      terms: 'Si rinnova.',
      text_hash: Buffer.alloc(32),
      language: countries[country].language,
    };
    await db
      .insertInto('purchase_consent')
      .values({
        ...whose,
        ...words,
        purchase_id: id,
        amount_cents: consentCents,
        renewal_cents: consentCents,
        period: 'month',
        immediate: false,
      })
      .execute();
  }
  if (without !== 'notice') {
    const notice = { kind: 'before', amount_cents: amountCents, charge_at: now, sent_at: start } as const;
    await db
      .insertInto('renewal_notice')
      .values({ brand_id: brandId, subscription_id: subscriptionId, period: 2, ...notice })
      .execute();
  }
  return id;
}

export function attemptsOf({ app: { db }, brandId, accountId }: Member) {
  return db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

export async function failureOf(promise: Promise<unknown>): Promise<{ code: string; details?: unknown }> {
  return promise.then(
    () => ({ code: 'none' }),
    (error: { code: string; details?: unknown }) => ({ code: error.code, details: error.details }),
  );
}
