import * as charges from '../../../contract/billing/charges.ts';
import * as orders from '../../../contract/billing/orders.ts';
import {
  checkTrustPayPayment,
  paymentChecks,
  providerName,
} from '../../../contract/billing/payment-checks.ts';
import { listReconciliations as reconciliations } from '../../../contract/staff/billing.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Binding } from '../../platform/http/bind.ts';
import { checkReturn } from './return-from-provider.ts';
import { createToken, importOrder } from './orders.ts';
import { importUpsell } from './pay-on-file.ts';
import { listReconciliations } from './list-reconciliations.ts';
import { tryCharge, tryChargeTrustPay } from './pay-by-card.ts';
import { payPalOrder } from './pay-by-paypal.ts';
import { chargeByApplePay, chargeByGooglePay, trustPayIntent, validateMerchant } from './pay-by-wallet.ts';
import { readOrder } from './payment-status.ts';
import { readPayRules } from './payment-rules.ts';

export const billingRoutes: Binding[] = [
  bind(orders.createToken, createToken),
  bind(charges.importOrder, importOrder),
  bind(charges.importUpsell, importUpsell),
  bind(charges.tryCharge, tryCharge),
  bind(charges.tryChargeTrustPay, tryChargeTrustPay),
  bind(charges.chargeByGooglePay, chargeByGooglePay),
  bind(charges.chargeByApplePay, chargeByApplePay),
  bind(charges.validateMerchant, validateMerchant),
  bind(charges.payPalOrder, payPalOrder),
  bind(charges.trustPayIntent, trustPayIntent),
  ...Object.entries(paymentChecks).map(([name, check]) => bind(check, checkReturn(providerName.parse(name)))),
  bind(checkTrustPayPayment, checkReturn('trustpay')),
  bind(charges.readOrder, readOrder),
  bind(charges.readPayRules, readPayRules),
  bind(reconciliations, listReconciliations),
];
