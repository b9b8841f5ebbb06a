import * as billing from '../../../contract/billing/member-billing.ts';
import * as orders from '../../../contract/billing/orders.ts';
import * as staff from '../../../contract/staff/billing.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Binding } from '../../platform/http/bind.ts';
import { cancelOrder, previewWithdrawal, withdraw } from './withdraw.ts';
import { listPayments, refundPayment } from './staff-payments.ts';
import { blockPayer, listPaymentBlocks, unblockPayer } from './block-payers.ts';

export const refundRoutes: Binding[] = [
  bind(billing.withdraw, withdraw),
  bind(billing.previewWithdrawal, previewWithdrawal),
  bind(orders.cancelOrder, cancelOrder),
  bind(staff.listPayments, listPayments),
  bind(staff.refundPayment, refundPayment),
  bind(staff.listPaymentBlocks, listPaymentBlocks),
  bind(staff.blockPayer, blockPayer),
  bind(staff.unblockPayer, unblockPayer),
];
