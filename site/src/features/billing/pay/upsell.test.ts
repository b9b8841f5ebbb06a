import { expect, test } from 'vitest';
import { samplePlan } from '#client/testing/sample-plan.ts';
import { findUpsell } from './upsell.ts';

const pack = (productId: string, betterOffers: string[] = []) =>
  samplePlan({ productId, betterOffers, period: null, level: 1, credits: 100 });
const plan = (productId: string, betterOffers: string[] = []) => samplePlan({ productId, betterOffers });
const lists = {
  plain: [],
  standard: [
    samplePlan({ productId: 'welcome', firstPurchaseOnly: true }),
    plan('month', ['welcome']),
    plan('year'),
    samplePlan({ productId: 'quiet', visible: false }),
  ],
  credits: [pack('welcome-pack'), pack('small', ['welcome-pack']), pack('large')],
  verification: [],
};
const free = { premiumLevel: 0, ageVerified: false } as const;

/** What is offered to a member who has just bought this, in a flow that names these. */
function offerAfter(
  boughtId: string | null,
  upsell: string[],
  { kind = 'plan', has = null }: { kind?: 'plan' | 'upgrade' | 'renewal'; has?: string | null } = {},
) {
  const flow = { id: '7', plans: lists, ageVerification: false, upsell };
  const subscription = has === null ? null : { productId: has };
  return findUpsell(flow, free, { payment: { kind, productId: boughtId }, subscription })?.productId;
}

test('the first that the flow names and that is of use is offered, and nothing where it names none', () => {
  expect(offerAfter('large', ['month', 'year'])).toBe('month');
  expect(offerAfter('large', [])).toBeUndefined();
  expect(offerAfter('large', ['quiet', 'welcome', 'gone', 'year'])).toBe('year');
});

test('what is worse in every way than the last purchase is passed over', () => {
  expect(offerAfter('welcome-pack', ['small', 'large'])).toBe('large');
  expect(offerAfter('large', ['small'])).toBeUndefined();
  expect(offerAfter('welcome', ['month', 'year'], { has: 'welcome' })).toBe('year');
});

test('what a member has is not offered again, and no pack where messages cost nothing', () => {
  expect(offerAfter('large', ['large'])).toBeUndefined();
  expect(offerAfter('large', ['year'], { has: 'year' })).toBeUndefined();
  expect(offerAfter('year', ['large'], { has: 'year' })).toBeUndefined();
});

test('after an offer that was taken there is no other one, nor after a renewal or something that is no plan', () => {
  expect(offerAfter('small', ['small', 'year'])).toBeUndefined();
  expect(offerAfter('month', ['year'], { kind: 'renewal', has: 'month' })).toBeUndefined();
  expect(offerAfter(null, ['year'])).toBeUndefined();
});
