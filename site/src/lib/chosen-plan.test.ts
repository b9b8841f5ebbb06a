import { expect, test } from 'vitest';
import type { RatePlan } from '../../../contract/flow.ts';
import { firstPlan } from './chosen-plan.ts';

const plan = (productId: string, firstPurchaseOnly = false) => ({ productId, firstPurchaseOnly }) as RatePlan;
const plans = {
  plain: [plan('trial', true), plan('plain')],
  standard: [plan('month'), plan('welcome', true)],
  credits: [],
  verification: [],
};

test('whoever has never bought is led to the offer made for that', () => {
  expect(firstPlan({ id: '7', plans })?.productId).toBe('welcome');
  expect(firstPlan({ id: '7', plans: { ...plans, standard: [plan('month')] } })?.productId).toBe('month');
});

test('the plain flow has no such offer', () => {
  expect(firstPlan({ id: '0000', plans })?.productId).toBe('plain');
});
