import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import { countries } from '#contract/countries/list.ts';
import type { App } from '#server/app.ts';
import { chargeLines } from '#server/billing/books/bookkeeping.ts';
import { documentQueue } from '#server/billing/books/issue-document.ts';
import type { Provider, RefundRequest, RefundVerdict } from '#server/billing/providers/provider.ts';
import { refundQueues } from '#server/billing/refunds/send-refunds.ts';
import { startRefund } from '#server/billing/refunds/start-refund.ts';
import { addPeriod } from '#server/billing/terms/plan-terms.ts';
import { grantCredits } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { workOff } from '#server/platform/work/worker.ts';
import type { Member, World } from '../world.ts';
import { fakeProvider, payer } from './payer.ts';

/** A provider that gives money back as the test says. */
export class RefundingProvider {
  readonly name: ProviderName;
  sent: RefundRequest[] = [];
  requests: RefundRequest[] = [];
  forgotten: string[] = [];
  answer: (request: RefundRequest) => RefundVerdict | Promise<RefundVerdict> = ({ refundId }) => ({
    state: 'done',
    reference: `r-${refundId}`,
  });
  whenPolled: RefundVerdict = { state: 'unknown' };

  constructor(name: ProviderName = 'adyen') {
    this.name = name;
  }

  provider(): Provider {
    return {
      ...fakeProvider(this.name),
      refund: async (request) => {
        this.sent.push(request);
        return this.answer(request);
      },
      pollRefund: (request) => {
        this.requests.push(request);
        return Promise.resolve(this.whenPolled);
      },
      forget: ({ token }) => {
        this.forgotten.push(token);
        return Promise.resolve({ state: 'gone' });
      },
    };
  }
}

export interface Stage {
  member: Member;
  bank: RefundingProvider;
}

/** A member whose money is with a provider of the test's own. */
export async function stage(world: World, options: Parameters<World['member']>[0] = {}): Promise<Stage> {
  const bank = new RefundingProvider();
  const member = await payer(world, [bank.provider()], options);
  return { member, bank };
}

interface Paid {
  productId?: string;
  amountCents?: number;
  credits?: number;
  /** A plan that goes on; its purchase began it. */
  renews?: boolean;
  /** Belongs to a plan that lives already. */
  subscriptionId?: string;
  receipt?: boolean;
}

/** A purchase that was paid and fulfilled, as the engine would have left it. */
export async function paid(member: Member, options: Paid = {}) {
  const { db, clock } = member.app;
  const { brandId, accountId, brand } = member;
  const {
    productId = options.renews ? 'vip-month' : 'credits-100',
    amountCents = 1990,
    credits = 100,
  } = options;
  const { country } = brand.settings;
  const at = clock.now();
  const purchaseId = newId();
  const attemptId = newId();
  const plan = { product_id: productId, version: 1 };
  const subscriptionId = options.renews ? newId() : (options.subscriptionId ?? null);
  if (options.renews) {
    const end = addPeriod(at, 'month', 'it');
    await db
      .insertInto('subscription')
      .values({
        brand_id: brandId,
        id: subscriptionId ?? '',
        account_id: accountId,
        ...plan,
        state: 'active',
        period_start: at,
        period_end: end,
        next_charge_at: end,
        created_at: at,
      })
      .execute();
  }
  await db
    .insertInto('purchase')
    .values({
      brand_id: brandId,
      id: purchaseId,
      account_id: accountId,
      kind: 'plan',
      ...plan,
      flow_id: '7',
      language: countries[country].language,
      country,
      amount_cents: amountCents,
      credits,
      state: 'fulfilled',
      subscription_id: subscriptionId,
      fulfilled_at: at,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('payment_attempt')
    .values({
      brand_id: brandId,
      id: attemptId,
      purchase_id: purchaseId,
      account_id: accountId,
      provider: 'adyen',
      method: 'card',
      initiated_by: 'member',
      amount_cents: amountCents,
      state: 'captured',
      outcome: 'success',
      reference: `psp-${attemptId}`,
      network: 'visa',
      last_four: '1111',
      fingerprint: Buffer.alloc(32, 5),
      captured_cents: amountCents,
      captured_at: at,
      created_at: at,
    })
    .execute();
  const due = {
    brand_id: brandId,
    id: attemptId,
    cause: 'payment',
    attempt_id: attemptId,
    work_at: at,
  } as const;
  if (amountCents > 0) await db.insertInto('pending_document').values(due).execute();
  await db
    .updateTable('account')
    .set({ level: options.renews ? 2 : 1 })
    .where('id', '=', accountId)
    .execute();
  await transact(db, async (tx) => {
    const lines = chargeLines(amountCents, countries[country].vatPercent);
    const entry = { brand_id: brandId, transaction_id: newId(), attempt_id: attemptId, at } as const;
    const rows = lines.map(({ account, cents: amount_cents }, index) => {
      const of = { line: index + 1, account, amount_cents, provider: 'adyen' as const };
      return Object.assign(of, entry);
    });
    if (rows.length > 0) await tx.insertInto('money_entry').values(rows).execute();
    if (credits > 0) {
      const idempotencyKey = `purchase ${purchaseId}`;
      await grantCredits(tx, {
        brandId,
        accountId,
        credit: 'message',
        amount: credits,
        reason: 'purchase',
        idempotencyKey,
      });
    }
  });
  if (options.receipt !== false) await issueDocuments(member.app);
  return { purchaseId, attemptId, subscriptionId };
}

/** Begins a refund, as an operator would who has decided on it. */
export function give(
  member: Member,
  attemptId: string,
  request: Partial<Parameters<typeof startRefund>[3]> = {},
) {
  const { db } = member.app;
  const { brandId } = member;
  return transact(db, (tx, afterCommit) =>
    startRefund(member.app, tx, afterCommit, { brandId, attemptId, reason: 'support', ...request }),
  );
}

/** Does what refunds have to be done for, and issues what is to be issued then. */
export async function work(app: App): Promise<void> {
  await workOff(app, refundQueues);
  await issueDocuments(app);
}

/** Every receipt and credit note that is due. */
export const issueDocuments = (app: App, signal?: AbortSignal) => workOff(app, [documentQueue], signal);
export const pollOpenRefunds = (app: App) => workOff(app, refundQueues);

export async function attemptOf({ db }: Pick<App, 'db'>, id: string) {
  return db
    .selectFrom('payment_attempt')
    .select(['state', 'captured_cents', 'refunded_cents', 'charged_back_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function refundsOf({ db }: Pick<App, 'db'>, attemptId: string) {
  return db
    .selectFrom('refund')
    .select([
      'id',
      'state',
      'amount_cents',
      'reason',
      'credits_taken',
      'credits_written_off',
      'work_tries',
      'work_at',
    ])
    .where('attempt_id', '=', attemptId)
    .orderBy('id')
    .execute();
}

export async function balanceOf({
  app: { db },
  accountId,
}: Member): Promise<{ credits: number; level: number }> {
  const { rows } = await sql<{ credits: number; level: number }>`
    select coalesce(b.message_credits, 0) as credits, a.level from account a
    left join balance b on b.brand_id = a.brand_id and b.account_id = a.id where a.id = ${accountId}::uuid`.execute(
    db,
  );
  return rows[0] ?? { credits: 0, level: 0 };
}

/** What the books say that the processor holds of a payment. */
export async function heldOf(db: Database, attemptId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from money_entry
    where attempt_id = ${attemptId}::uuid and account = 'processor'`.execute(db);
  return rows[0]?.cents ?? 0;
}

export function actionsOn({ db }: Pick<App, 'db'>, subject: string): Promise<string[]> {
  return db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ action }) => action));
}

/** Receipts before what takes them back, each in their order. */
export function documentsOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('document')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('kind', 'desc')
    .orderBy('number')
    .execute();
}
