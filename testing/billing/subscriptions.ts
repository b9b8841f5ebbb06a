import type { App } from '#server/app.ts';
import { readOrderById } from '#server/billing/orders/orders.sql.ts';
import { requestOrder } from '#server/billing/orders/orders.ts';
import type { QuoteRequest } from '#server/billing/orders/quote-plan.ts';
import { pay } from '#server/billing/payments/pay.ts';
import type { PaymentStatus } from '#server/billing/payments/record-outcome.ts';
import { expirePlans } from '#server/billing/plans/end-plan.ts';
import { sendNotices } from '#server/billing/plans/notices.ts';
import { renewDue } from '#server/billing/plans/renew.ts';
import type { ForgetRequest, ForgetVerdict, Verdict } from '#server/billing/providers/provider.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TestApp } from '../app.ts';
import { mailsTo } from '../platform/mails.ts';
import type { Member } from '../world.ts';
import { fakeProvider, providersOf, taken } from './payer.ts';
import type { Answer, FakeProvider } from './payer.ts';

/** Takes money from all members, unless the test says otherwise for one. */
export interface Bank {
  answers(member: Member, answer: Verdict | Answer): void;
  /** What we took from a member by ourselves, in cents. */
  renewalsOf(member: Member): number[];
  /** Tokens that it was asked to forget. */
  forgotten: string[];
  /** What it says to that from now on; that they are gone, unless the test says otherwise. */
  willForget(verdict: ForgetVerdict): void;
  /** All that it was asked for, in cents. */
  charges: FakeProvider['requests'];
}

/** Takes the place of all providers. Plans of tests before are over, so that nothing happens to them any more. */
export async function openBank(app: TestApp): Promise<Bank> {
  await app.db
    .updateTable('subscription')
    .set({ state: 'canceled', ended_at: app.clock.now(), next_charge_at: null })
    .where('state', 'in', ['active', 'past_due'])
    .execute();
  const answers = new Map<string, Verdict | Answer>();
  const forgotten: string[] = [];
  const provider = fakeProvider('adyen', (request) => {
    const answer = answers.get(request.shopper.customerId) ?? taken;
    return typeof answer === 'function' ? answer(request) : answer;
  });
  const bank = { forgets: { state: 'gone' } as ForgetVerdict };
  const forget = ({ token }: ForgetRequest) => {
    forgotten.push(token);
    return Promise.resolve(bank.forgets);
  };
  app.providers = providersOf({ ...provider, forget });
  return {
    forgotten,
    willForget: (verdict) => void (bank.forgets = verdict),
    charges: provider.requests,
    answers: ({ accountId }, answer) => void answers.set(accountId, answer),
    renewalsOf: ({ accountId }) =>
      provider.requests
        .filter(
          ({ shopper, paymentMethod }) =>
            shopper.customerId === accountId && paymentMethod.type === 'renewal',
        )
        .map(({ amountCents }) => amountCents),
  };
}

/** Orders and pays by card, as a member at the page does. */
export async function buy(
  member: Member,
  order: QuoteRequest | string,
  { keepForLater = false }: { keepForLater?: boolean } = {},
): Promise<PaymentStatus> {
  const { id } = await requestOrder(member, typeof order === 'string' ? { productId: order } : order);
  const purchase = await readOrderById(member.app.db, member.brandId, id);
  if (!purchase) throw new Error('there is no order');
  const card = { number: '', month: 3, year: 2040, securityCode: '', firstName: '', lastName: '' };
  const paymentMethod = { type: 'card', card } as const;
  const chosen = {
    paymentMethod,
    method: 'card',
    providers: ['adyen'],
    card: null,
    paymentMethodId: null,
  } as const;
  const status = await pay(member, purchase, chosen, { disclaimer: true, keepForLater });
  if (typeof status === 'string') throw new Error('the order cannot be paid');
  return status;
}

const signal = new AbortController().signal;

/** What the worker does again and again. */
export async function work(app: App): Promise<void> {
  await sendNotices(app, { signal });
  await renewDue(app, { signal });
  await expirePlans(app, { signal });
}

/** Time goes by, and the worker works once a day. */
export async function passDays(app: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    app.clock.advance(DAY);
    await work(app);
  }
}

export function planOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

export async function levelOf({ app: { db }, accountId }: Member): Promise<number> {
  const { level } = await db
    .selectFrom('account')
    .select('level')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return level;
}

export function refundsOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('refund')
    .select(['amount_cents', 'reason'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

/** What was mailed besides receipts. */
export async function templatesOf(db: Database, { email }: Member): Promise<string[]> {
  const mails = await mailsTo(db, email);
  return mails.map(({ template }) => template).filter((template) => template !== 'receipt');
}

/** How we tried to charge a member by ourselves. */
export function attemptsOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('payment_attempt')
    .select(['brand_id', 'id', 'state', 'created_at'])
    .where('account_id', '=', accountId)
    .where('initiated_by', '=', 'merchant')
    .orderBy('created_at')
    .execute();
}

export function daysUntil({ clock }: { clock: { now(): Date } }, date: Date): number {
  return Math.ceil((date.getTime() - clock.now().getTime()) / DAY);
}
