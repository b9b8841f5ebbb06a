import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#contract/account/user.ts';
import type { RatePlan } from '#contract/brand/flow.ts';
import {
  choosePlan,
  firstPlan,
  needsAgeCheck,
  paysAtOnce,
  planLists,
  readChosenPlan,
  rememberedPlan,
} from './chosen-plan.ts';

const plan = (productId: string, change: Partial<RatePlan> = {}) =>
  ({ productId, firstPurchaseOnly: false, visible: true, betterOffers: [], ...change }) as RatePlan;
const first = { firstPurchaseOnly: true };
const plans = {
  plain: [plan('trial', first), plan('plain'), plan('pack')],
  standard: [plan('month'), plan('welcome', first), plan('secret', { visible: false }), plan('year')],
  credits: [plan('pack'), plan('welcome-pack', first)],
  verification: [plan('age-check')],
};
const standard = { id: '7', ageVerification: false, plans };
const plain = { ...standard, id: '0000' };
const checking = { ...standard, id: '12', ageVerification: true };

type Buyer = Pick<User, 'premiumLevel' | 'hasBought' | 'ageVerified'>;
const newcomer: Buyer = { premiumLevel: 0, hasBought: false, ageVerified: false };
const buyer: Buyer = { ...newcomer, premiumLevel: 1, hasBought: true };
const idsOf = (list: readonly RatePlan[]) => list.map(({ productId }) => productId);

/** A tab's own storage. */
const kept = new Map<string, string>();
beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }),
);
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

describe('the lists', () => {
  test('begin with the first-purchase offers for a newcomer, and hide what is not for show', () => {
    const { plans: shown, credits } = planLists(standard, newcomer);
    expect(idsOf(shown)).toEqual(['welcome', 'month', 'year']);
    expect(idsOf(credits)).toEqual(['welcome-pack', 'pack']);
  });

  test('leave out what is worse in every way than something that this person may have', () => {
    const month = plan('month', { betterOffers: ['welcome'] });
    const pack = plan('pack', { betterOffers: ['welcome-pack'] });
    const offers = {
      ...plans,
      standard: [month, plan('welcome', first)],
      credits: [pack, plan('welcome-pack', first)],
    };
    const flow = { ...standard, plans: offers };
    const seen = planLists(flow, newcomer);
    expect(idsOf([...seen.plans, ...seen.credits])).toEqual(['welcome', 'welcome-pack']);
    // Who has bought may not have those.
    const left = planLists(flow, buyer);
    expect(idsOf([...left.plans, ...left.credits])).toEqual(['month', 'pack']);
  });

  test('have no such offer for a member who has bought, whatever their level', () => {
    for (const premiumLevel of [0, 1, 2] as const) {
      const lists = planLists(standard, { ...buyer, premiumLevel });
      expect(idsOf(lists.plans)).toEqual(['month', 'year']);
      expect(idsOf(lists.credits)).toEqual(['pack']);
    }
  });

  test('have none above level 0 either, unless there is nothing else', () => {
    const given: Buyer = { ...newcomer, premiumLevel: 2 };
    expect(idsOf(planLists(standard, given).plans)).toEqual(['month', 'year']);
    const onlyFirst = { ...standard, plans: { ...plans, standard: [plan('welcome', first)] } };
    expect(idsOf(planLists(onlyFirst, given).plans)).toEqual(['welcome']);
  });

  test('are the plain one in the plain flow, where no pack stands twice', () => {
    const lists = planLists(plain, newcomer);
    expect(idsOf(lists.plans)).toEqual(['trial', 'plain', 'pack']);
    expect(idsOf(lists.credits)).toEqual(['welcome-pack']);
  });
});

describe('a member who has not looked is led', () => {
  test('to the offer made for newcomers, or to the first plan', () => {
    expect(firstPlan(standard, newcomer)?.productId).toBe('welcome');
    expect(firstPlan(standard, { ...newcomer, hasBought: true })?.productId).toBe('month');
    const without = { ...standard, plans: { ...plans, standard: [plan('month')] } };
    expect(firstPlan(without, newcomer)?.productId).toBe('month');
  });

  test('to the first ordinary plan above level 0', () => {
    expect(firstPlan(standard, buyer)?.productId).toBe('month');
    expect(firstPlan(standard, { ...newcomer, premiumLevel: 1 })?.productId).toBe('month');
  });

  test('to the first ordinary plan in the plain flow', () => {
    expect(firstPlan(plain, newcomer)?.productId).toBe('plain');
    expect(firstPlan({ ...plain, plans: { ...plans, plain: [] } }, newcomer)).toBeUndefined();
  });

  test('to the age check where the flow asks for it, until a card has answered', () => {
    expect(firstPlan(checking, newcomer)?.productId).toBe('age-check');
    expect(firstPlan(checking, { ...newcomer, ageVerified: true })?.productId).toBe('welcome');
    expect(firstPlan(checking, buyer)?.productId).toBe('age-check');
    expect(needsAgeCheck(standard, newcomer)).toBe(false);
  });
});

describe('a choice', () => {
  test('holds for this tab, plans and packs alike', () => {
    choosePlan(plan('year'));
    expect(readChosenPlan(standard, newcomer)?.productId).toBe('year');
    choosePlan(plan('pack'));
    expect(readChosenPlan(standard, newcomer)?.productId).toBe('pack');
  });

  test('ends when it is no longer offered', () => {
    choosePlan(plan('welcome'));
    expect(readChosenPlan(standard, newcomer)?.productId).toBe('welcome');
    expect(readChosenPlan(standard, buyer)?.productId).toBe('month');
    choosePlan(plan('gone'));
    expect(readChosenPlan(standard, newcomer)?.productId).toBe('welcome');
  });

  test('belongs to one member: without one nothing is remembered', () => {
    expect(rememberedPlan(standard, newcomer)).toBeUndefined();
    choosePlan(plan('gone'));
    expect(rememberedPlan(standard, newcomer)).toBeUndefined();
    choosePlan(plan('pack'));
    expect(rememberedPlan(standard, newcomer)?.productId).toBe('pack');
  });

  test('waits for the age check', () => {
    choosePlan(plan('year'));
    expect(readChosenPlan(checking, newcomer)?.productId).toBe('age-check');
    expect(readChosenPlan(checking, { ...newcomer, ageVerified: true })?.productId).toBe('year');
  });

  test('is the rule’s where the browser keeps nothing', () => {
    vi.stubGlobal('sessionStorage', undefined);
    choosePlan(plan('year'));
    expect(readChosenPlan(standard, newcomer)?.productId).toBe('welcome');
  });
});

describe('what is on file is charged at once', () => {
  const holder = { ...buyer, cardOnFile: true };

  test('for a pack, a first plan, or a dearer one', () => {
    expect(paysAtOnce(standard, holder, undefined)).toBe(true);
    expect(paysAtOnce(standard, holder, { kind: 'now' })).toBe(true);
    expect(paysAtOnce(plain, holder, undefined)).toBe(true);
  });

  test('unless there is nothing on file, nothing due now, or the age to be shown first', () => {
    expect(paysAtOnce(standard, { ...holder, cardOnFile: false }, undefined)).toBe(false);
    expect(paysAtOnce(standard, holder, { kind: 'later' })).toBe(false);
    expect(paysAtOnce(checking, holder, undefined)).toBe(false);
    expect(paysAtOnce(checking, { ...holder, ageVerified: true }, undefined)).toBe(true);
  });
});
