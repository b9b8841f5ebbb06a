import { countries } from '#contract/countries/list.ts';
import { formatMoney } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { queueMail } from '#server/mails/mail.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { readBuyer } from '../orders/subscription.sql.ts';
import { applyChange } from '../payments/apply-change.ts';
import type { EventSource } from '../payments/payment-events.ts';
import type { RefundVerdict } from '../providers/provider.ts';
import { decideRefundVerdict } from './decide-refund.ts';
import type { DecidedRefund } from './decide-refund.ts';
import { findRefund, lockCharge } from './refund.sql.ts';
import type { Charge, RefundRow } from './refund.sql.ts';

interface RefundNews {
  brandId: string;
  refundId: string;
  verdict: RefundVerdict;
  /** How we learned it. */
  source: EventSource;
}

/**
 * Records what is known of a refund, in one transaction with everything that follows from it. A refund moves from created
 * over sent or unknown to done, and to failed where the provider says no; what was not sent is sent again. So the same
 * outcome may arrive twice, and outcomes in any order.
 */
export async function recordRefundOutcome(
  app: App,
  { brandId, refundId, verdict, source }: RefundNews,
): Promise<void> {
  await transact(app.db, async (tx, afterCommit) => {
    const known = await findRefund(tx, brandId, refundId);
    if (!known) return;
    const charge = await lockCharge(tx, brandId, known.attempt_id);
    const refund = charge.refunds.find(({ id }) => id === refundId);
    const decided = refund && decideRefundVerdict(charge, refund, verdict, { at: app.clock.now(), source });
    if (!refund || !decided) return;
    await applyChange(app, tx, afterCommit, decided.change);
    await notifyOfRefund(app, { tx, charge, refund }, decided);
  });
}

/** A refund with its charge, whose money is held. */
interface HeldRefund {
  tx: Tx;
  charge: Charge;
  refund: RefundRow;
}

/** Of one that failed the member and support are notified, of one without an answer support alone. */
async function notifyOfRefund(
  app: App,
  held: HeldRefund,
  { failing, isUnanswered = false }: DecidedRefund,
): Promise<void> {
  const amountCents = held.refund.amount_cents;
  if (failing) {
    await auditRefund(held, `refund.${failing}`, { amountCents });
    await notifySupport(app, held, 'refund_failed');
    await notifyMember(app, held);
  }
  if (isUnanswered) {
    await auditRefund(held, 'refund.unanswered', { amountCents });
    await notifySupport(app, held, 'refund_unanswered');
  }
}

export function auditRefund(
  { tx, charge, refund }: HeldRefund,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, {
    brandId: charge.brandId,
    actor: { kind: 'system' },
    action,
    subject: charge.purchase.id,
    details: { refund: refund.id, ...details },
  });
}

async function notifySupport(
  app: App,
  { tx, charge, refund }: HeldRefund,
  template: 'refund_failed' | 'refund_unanswered',
): Promise<void> {
  const brand = brandOf(app, charge);
  const { support, country } = brand.settings;
  const { language } = countries[country];
  await queueMail(tx, {
    brand,
    aboutId: charge.purchase.id,
    to: support.email,
    language,
    template,
    data: {
      link: `${siteOrigin(app, brand)}/console/audit`,
      total: formatMoney(refund.amount_cents, language),
      orderId: charge.purchase.id,
      refundId: refund.id,
    },
  });
}

/** The member read that their money comes back, so they are notified that it did not. */
async function notifyMember(app: App, { tx, charge, refund }: HeldRefund): Promise<void> {
  const brand = brandOf(app, charge);
  const { id: orderId, account_id: accountId } = charge.purchase;
  const member = await readBuyer(tx, charge.brandId, accountId);
  if (!member) return;
  const { email: to, language } = member;
  await queueMail(tx, {
    brand,
    accountId,
    aboutId: orderId,
    to,
    language,
    template: 'refund_refused',
    data: {
      link: `${siteOrigin(app, brand)}/profile#plan`,
      total: formatMoney(refund.amount_cents, language),
      orderId,
    },
  });
}

function brandOf(app: App, { brandId }: Charge): Brand {
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error('the brand of a refund is not known here yet');
  return brand;
}
