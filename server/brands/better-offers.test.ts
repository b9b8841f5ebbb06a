import { expect, test } from 'vitest';
import { betterOffers } from './better-offers.ts';

type Offer = Parameters<typeof betterOffers>[0];

const plan = (productId: string, totalCents: number, change: Partial<Offer> = {}): Offer => ({
  productId,
  visible: true,
  totalCents,
  credits: 0,
  promoCredits: 0,
  level: 2,
  period: 'month',
  ...change,
});
const pack = (productId: string, totalCents: number, credits: number, change: Partial<Offer> = {}): Offer => {
  const { period: _, ...rest } = plan(productId, totalCents, { credits, level: 1, ...change });
  return rest;
};

const welcome = plan('welcome', 1790, { credits: 50, promoCredits: 50 });
const month = plan('month', 2690, { credits: 50 });
const quarter = plan('quarter', 6270, { credits: 200, period: 'quarter' });
const year = plan('year', 17_880, { credits: 1000, period: 'year' });
const week = plan('week', 890, { period: 'week' });
const welcomePack = pack('welcome-pack', 890, 100, { promoCredits: 100 });
const all = [welcome, month, quarter, year, week, welcomePack, pack('100', 890, 100), pack('250', 1890, 250)];

test('three months in advance at 20,90 are worse than single ones at 17,90 that bring as much', () => {
  expect(betterOffers(quarter, all)).toEqual(['welcome']);
  expect(betterOffers(month, all)).toEqual(['welcome']);
  expect(betterOffers(pack('100', 890, 100), all)).toEqual(['welcome-pack']);
});

test('what is better in something stays: cheaper a month, shorter, more credits, a higher level', () => {
  const good = [welcome, year, week, welcomePack, pack('250', 1890, 250)];
  expect(good.filter((offer) => betterOffers(offer, all).length > 0)).toEqual([]);
  expect(betterOffers(quarter, [month])).toEqual([]);
  expect(betterOffers(plan('rich', 6270, { credits: 201, period: 'quarter' }), [welcome])).toEqual([]);
  expect(betterOffers(quarter, [{ ...welcome, level: 1 }])).toEqual([]);
});

test('a pack is no better than a plan, nor a plan than a pack', () => {
  expect(betterOffers(pack('dear', 9990, 0), all.slice(0, 5))).toEqual([]);
  expect(betterOffers(plan('dear', 9990, { level: 1 }), all.slice(5))).toEqual([]);
});

test('a shorter period counts with all the payments that it takes, and one as dear as the other asks for less in advance', () => {
  expect(betterOffers(plan('month', 4450), [week])).toEqual(['week']);
  expect(betterOffers(plan('month', 4449), [week])).toEqual([]);
  expect(betterOffers(plan('year', 12 * 2690, { period: 'year' }), [month])).toEqual(['month']);
  expect(betterOffers(month, [plan('year', 12 * 2690, { period: 'year' })])).toEqual([]);
});

test('of two that are the same neither goes, and what is not on sale is better than nothing', () => {
  expect(betterOffers(month, [month, { ...month, productId: 'same' }])).toEqual([]);
  expect(betterOffers(month, [{ ...welcome, visible: false }])).toEqual([]);
});
