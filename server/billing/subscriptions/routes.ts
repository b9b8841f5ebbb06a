import * as billing from '../../../contract/billing/member-billing.ts';
import * as orders from '../../../contract/billing/orders.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Binding } from '../../platform/http/bind.ts';
import { changePlan } from './change-plan.ts';
import { leavePlan, stayInPlan } from './leave-plan.ts';
import { quotePlan } from './quote-plan.ts';
import { readBilling } from './read-billing.ts';
import { removeCard } from './plan-card.ts';

export const subscriptionRoutes: Binding[] = [
  bind(orders.quote, quotePlan),
  bind(billing.readBilling, readBilling),
  bind(billing.leavePlan, leavePlan),
  bind(billing.stayInPlan, stayInPlan),
  bind(billing.changePlan, changePlan),
  bind(billing.removeCard, removeCard),
];
