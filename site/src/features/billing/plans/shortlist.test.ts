import { expect, test } from 'vitest';
import type { RatePlan } from '#contract/brand/flow.ts';
import { colourOf } from './plan-card.tsx';
import { groupsOf, shortlist } from './shortlist.ts';

const plan = (productId: string, totalCents: number, change: Partial<RatePlan> = {}) =>
  ({ productId, totalCents, credits: 0, promoCredits: 0, level: 2, period: 'month', ...change }) as RatePlan;
const pack = (productId: string, totalCents: number, credits: number, change: Partial<RatePlan> = {}) =>
  plan(productId, totalCents, { credits, messages: credits / 10, level: 1, period: null, ...change });

const welcome = plan('welcome', 1990, { credits: 50, promoCredits: 50 });
const quarter = plan('quarter', 6990, { period: 'quarter', credits: 200 });
const year = plan('year', 19_080, { period: 'year', credits: 1000 });
const week = plan('week', 990, { period: 'week' });
const packs = [
  pack('100-welcome', 990, 100, { promoCredits: 100, messages: 20 }),
  pack('300', 2490, 300),
  pack('800', 5490, 800),
];
const offers = { plans: [welcome, year, week], packs, packsFirst: false, subscribed: false };
const ids = (list: readonly RatePlan[]) => list.map(({ productId }) => productId);

test('a newcomer compares four offers', () => {
  const shown = shortlist(offers);
  expect(ids(shown.plans)).toEqual(['welcome', 'year', 'week']);
  expect(ids(shown.packs)).toEqual(['100-welcome']);
  expect(shown.hidden).toBe(2);
});

test('a member without credits sees more packs, never more than four offers, and is advised about packs', () => {
  const shown = shortlist({ ...offers, packsFirst: true });
  expect(ids(shown.plans)).toEqual(['welcome', 'year']);
  expect(ids(shown.packs)).toEqual(['100-welcome', '300']);
  expect(shown.recommended).toEqual({ productId: '100-welcome', why: 'perMessage' });
  const packsAlone = shortlist({ ...offers, plans: [] });
  expect(ids(packsAlone.packs)).toEqual(['100-welcome', '300', '800']);
  expect(packsAlone.hidden).toBe(0);
});

test('recommended is what needs no months in advance, then what a month costs least in, then a message', () => {
  expect(shortlist(offers).recommended).toEqual({ productId: 'welcome', why: 'flexible' });
  const subscriber = { ...offers, plans: [quarter, year, week], subscribed: true };
  expect(shortlist(subscriber).recommended).toEqual({ productId: 'year', why: 'perMonth' });
  const packsAlone = { ...offers, plans: [], packs: packs.slice(1) };
  expect(shortlist(packsAlone).recommended).toEqual({ productId: '800', why: 'perMessage' });
  expect(shortlist({ ...offers, plans: [], packs: [pack('100', 990, 100)] }).recommended).toBeNull();
});

test('a group of cards ends where the operator wants space', () => {
  const spaced = (productId: string, spaceBelow = false) => plan(productId, 990, { spaceBelow });
  const groups = groupsOf([spaced('a', true), spaced('b'), spaced('c', true), spaced('d')]);
  expect(groups.map(ids)).toEqual([['a'], ['b', 'c'], ['d']]);
  expect(groupsOf([])).toEqual([]);
});

test('an unknown colour is the quiet one', () => {
  expect(colourOf('success')).toBe('text-success-text');
  expect(colourOf('chartreuse')).toBe('text-muted');
});
