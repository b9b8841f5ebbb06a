/** Everything that billing adds to the program. */

import * as charges from '#contract/billing/charges.ts';
import * as memberBilling from '#contract/billing/member-billing.ts';
import * as orders from '#contract/billing/orders.ts';
import { checkTrustPayPayment, paymentChecks, providerName } from '#contract/billing/payment-checks.ts';
import * as spending from '#contract/billing/spending.ts';
import * as staff from '#contract/staff/billing.ts';
import { tryPayment } from '#contract/staff/brand-making.ts';
import * as staffPayments from '#contract/staff/payments.ts';
import { readPlanSales as planSalesEndpoint } from '#contract/staff/plan-sales.ts';
import * as staffProviders from '#contract/staff/providers.ts';
import type { App } from '#server/app.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import {
  admitStatement,
  closeBankLine,
  importBankStatement,
  listBankLines,
} from './books/bank-statements.ts';
import { readDocument } from './books/document-pdf.ts';
import { readBooks } from './books/payouts.ts';
import { closeDay, closeDifference, listReconciliations } from './books/reconciliations.ts';
import { findPayments, listPayments } from './desk/find-payments.ts';
import { liftPaymentBlock, listPaymentBlocks } from './desk/member-blocks.ts';
import { readMoneyFigures, watchMoney } from './desk/money-figures.ts';
import { readPaymentTimeline } from './desk/payment-timeline.ts';
import { readPlanSales } from './desk/plan-sales.ts';
import { readBilling } from './desk/read-billing.ts';
import { refundPayment } from './desk/refund-by-hand.ts';
import { pauseSpending, readMemberSpending, readSpending, setSpendingLimit } from './desk/spending.ts';
import { tryPaymentRules } from './desk/try-payment-rules.ts';
import { addWebhooks } from './incoming/webhook-routes.ts';
import { billingJobs, billingQueues } from './jobs.ts';
import { deleteOldPaymentRecords } from './old-records.ts';
import { createToken } from './orders/orders.ts';
import { readPayRules } from './orders/payment-rules.ts';
import { quotePlan } from './orders/quote-plan.ts';
import { importOrder, importUpsell } from './payments/added-orders.ts';
import { tryCharge, tryChargeTrustPay } from './payments/pay-by-card.ts';
import { payPalOrder } from './payments/pay-by-paypal.ts';
import {
  chargeByApplePay,
  chargeByGooglePay,
  trustPayIntent,
  validateMerchant,
} from './payments/pay-by-wallet.ts';
import { checkReturn, readOrder } from './payments/payment-status.ts';
import { pollAfterStart } from './payments/poll-soon.ts';
import { changePlan, removeCard } from './plans/change-plan.ts';
import { leavePlan, stayInPlan } from './plans/end-plan.ts';
import { listProviders, switchProvider, watchGates } from './providers/kill-switch.ts';
import { blockPayer } from './reversals/block-payers.ts';
import { cancelOrder, previewWithdrawal, withdraw } from './reversals/withdraw.ts';
import { forgetOrigins } from './reversals/withdrawal.sql.ts';

export const billing = {
  name: 'billing',
  routes: [
    bind(tryPayment, tryPaymentRules),
    bind(orders.quote, quotePlan),
    bind(orders.createToken, createToken),
    bind(charges.importOrder, importOrder),
    bind(charges.readPayRules, readPayRules),
    bind(charges.tryCharge, tryCharge),
    bind(charges.tryChargeTrustPay, tryChargeTrustPay),
    bind(charges.chargeByGooglePay, chargeByGooglePay),
    bind(charges.chargeByApplePay, chargeByApplePay),
    bind(charges.validateMerchant, validateMerchant),
    bind(charges.payPalOrder, payPalOrder),
    bind(charges.trustPayIntent, trustPayIntent),
    bind(charges.importUpsell, importUpsell),
    ...Object.entries(paymentChecks).map(([name, check]) =>
      bind(check, checkReturn(providerName.parse(name))),
    ),
    bind(checkTrustPayPayment, checkReturn('trustpay')),
    bind(charges.readOrder, readOrder),
    bind(orders.cancelOrder, cancelOrder),

    bind(memberBilling.readBilling, readBilling),
    bind(memberBilling.changePlan, changePlan),
    bind(memberBilling.leavePlan, leavePlan),
    bind(memberBilling.stayInPlan, stayInPlan),
    bind(memberBilling.removeCard, removeCard),
    bind(memberBilling.previewWithdrawal, previewWithdrawal),
    bind(memberBilling.withdraw, withdraw),
    bind(memberBilling.readDocument, readDocument),
    bind(spending.readSpending, readSpending),
    bind(spending.setSpendingLimit, setSpendingLimit),
    bind(spending.pauseSpending, pauseSpending),

    bind(staffPayments.listPayments, listPayments),
    bind(staffPayments.findPayments, findPayments),
    bind(staffPayments.readMoneyFigures, readMoneyFigures),
    bind(staffPayments.readPaymentTimeline, readPaymentTimeline),
    bind(staffPayments.refundPayment, refundPayment),
    bind(planSalesEndpoint, readPlanSales),
    bind(staff.listPaymentBlocks, listPaymentBlocks),
    bind(staff.blockPayer, blockPayer),
    bind(staff.liftPaymentBlock, liftPaymentBlock),
    bind(staff.listReconciliations, listReconciliations),
    bind(staff.closeDifference, closeDifference),
    bind(staff.closeDay, closeDay),
    bind(staff.readBooks, readBooks),
    bind(staff.importBankStatement, importBankStatement, { beforeUpload: admitStatement }),
    bind(staff.listBankLines, listBankLines),
    bind(staff.closeBankLine, closeBankLine),
    bind(staff.readMemberSpending, readMemberSpending),
    bind(staffProviders.listProviders, listProviders),
    bind(staffProviders.switchProvider, switchProvider),
  ],
  jobs: billingJobs,
  queues: billingQueues,
  async cleanUp(app: App) {
    await forgetOrigins(app);
    await deleteOldPaymentRecords(app);
  },
  addresses: { role: 'payment', add: addWebhooks },
  start(app: App) {
    watchMoney(app);
    const gates = watchGates(app);
    const polled = pollAfterStart(app).catch((error: unknown) =>
      app.log.warn({ err: error }, 'what was under way is asked about later'),
    );
    return {
      ...gates,
      async stop() {
        await polled;
        await gates.stop?.();
      },
    };
  },
} satisfies Module;
