import * as contract from '../../../contract/billing/orders.ts';
import { checkTrustPayPayment, paymentChecks, providerName } from '../../../contract/billing/providers.ts';
import { listReconciliations as reconciliations } from '../../../contract/staff/billing.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Binding } from '../../platform/http/bind.ts';
import { checkReturn } from './check-return.ts';
import { createToken, importOrder } from './create-order.ts';
import { importUpsell } from './import-upsell.ts';
import { listReconciliations } from './list-reconciliations.ts';
import { tryCharge, tryChargeTrustPay } from './pay-by-card.ts';
import { payPalOrder } from './pay-by-paypal.ts';
import { chargeByApplePay, chargeByGooglePay } from './pay-by-wallet.ts';
import { readOrder } from './read-order.ts';
import { readPayRules } from './read-pay-rules.ts';
import { trustPayIntent } from './trust-pay-intent.ts';
import { validateMerchant } from './validate-merchant.ts';

export const billingRoutes: Binding[] = [
  bind(contract.createToken, createToken),
  bind(contract.importOrder, importOrder),
  bind(contract.importUpsell, importUpsell),
  bind(contract.tryCharge, tryCharge),
  bind(contract.tryChargeTrustPay, tryChargeTrustPay),
  bind(contract.chargeByGooglePay, chargeByGooglePay),
  bind(contract.chargeByApplePay, chargeByApplePay),
  bind(contract.validateMerchant, validateMerchant),
  bind(contract.payPalOrder, payPalOrder),
  bind(contract.trustPayIntent, trustPayIntent),
  ...Object.entries(paymentChecks).map(([name, check]) => bind(check, checkReturn(providerName.parse(name)))),
  bind(checkTrustPayPayment, checkReturn('trustpay')),
  bind(contract.readOrder, readOrder),
  bind(contract.readPayRules, readPayRules),
  bind(reconciliations, listReconciliations),
];
