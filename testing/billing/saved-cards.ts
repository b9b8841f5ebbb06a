import type { App } from '#server/app.ts';
import { tokenQueues } from '#server/billing/payments/forget-tokens.ts';
import type {
  ChargeRequest,
  ProviderEvent,
  StoredPaymentMethod,
} from '#server/billing/providers/provider.ts';
import { newId } from '#server/platform/ids.ts';
import { workOff } from '#server/platform/work/worker.ts';
import type { TestApp } from '../app.ts';
import type { Member } from '../world.ts';
import { taken } from './payer.ts';
import { buy, daysUntil, openBank, passDays, planOf } from './subscriptions.ts';
import type { Bank } from './subscriptions.ts';
import { deliverEvent } from './webhooks.ts';

const card = (token: string): StoredPaymentMethod => ({
  token,
  network: 'visa',
  lastFour: '4444',
  expiryMonth: 5,
  expiryYear: 2041,
});

/** A provider that keeps what it is asked to keep under this name. */
export const keptAs = (token: string) => (request: ChargeRequest) => ({
  ...captured(request),
  stored: request.store && card(token),
});
/** One that keeps whatever it gets, asked or not. */
export const keptAnyway = (token: string) => (request: ChargeRequest) => ({
  ...captured(request),
  stored: card(token),
});
const captured = ({ attemptId, amountCents }: ChargeRequest) =>
  ({ state: 'captured', reference: `psp-${attemptId}`, amountCents }) as const;

/** Providers are asked to forget what they should. */
export const removeTokens = (app: App) => workOff(app, tokenQueues);

/** A bank without any orders of the test. */
export async function openFreshBank(app: TestApp): Promise<Bank> {
  await removeTokens(app);
  return openBank(app);
}

/** What is on file, by its provider's names, the oldest first. */
export async function tokensOf({ app: { db }, brandId, accountId }: Member): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_method')
    .select('token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ token }) => token);
}

export async function tokenOfPlan(member: Member): Promise<string | undefined> {
  const { payment_method_id: id } = await planOf(member);
  const row = await member.app.db
    .selectFrom('payment_method')
    .select('token')
    .where('brand_id', '=', member.brandId)
    .where('id', '=', id ?? newId())
    .executeTakeFirst();
  return row?.token;
}

/** By which of them we charged by ourselves. */
export function renewedBy({ charges }: Bank, { accountId }: Member): string[] {
  return charges.flatMap(({ paymentMethod, shopper }) =>
    paymentMethod.type === 'renewal' && shopper.customerId === accountId ? [paymentMethod.token] : [],
  );
}

export async function buyWith(
  bank: Bank,
  member: Member,
  request: Parameters<typeof buy>[1],
  token: string,
  keep = false,
) {
  bank.answers(member, keptAs(token));
  const bought = await buy(member, request, { keepForLater: keep });
  bank.answers(member, taken);
  return bought;
}

export const renewal = async (app: TestApp, member: Member) =>
  passDays(app, daysUntil(app, (await planOf(member)).period_end) + 1);

export function consentOf({ app: { db }, brandId }: Member, purchaseId: string) {
  return db
    .selectFrom('purchase_consent')
    .select(['keeps_for', 'terms', 'amount_cents'])
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow();
}

/** Pays at a provider that tells of the token afterwards. Answers with the attempt. */
export async function buyLater(bank: Bank, member: Member, order: Parameters<typeof buy>[1], keep = false) {
  bank.answers(member, (request) => ({ ...captured(request), stored: null }));
  const { attemptId } = await buy(member, order, { keepForLater: keep });
  bank.answers(member, taken);
  return attemptId;
}

export async function deliverToken(app: TestApp, attemptId: string, token: string): Promise<void> {
  const event: ProviderEvent = {
    kind: 'stored',
    dedupeKey: `stored ${token} ${attemptId}`,
    attemptId,
    reference: null,
    customerId: '',
    stored: card(token),
  };
  await deliverEvent(app, 'adyen', event);
}
