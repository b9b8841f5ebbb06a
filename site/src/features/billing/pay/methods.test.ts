import { expect, test } from 'vitest';
import { type Method, asksToKeep, methodsFor, opensIntent } from './methods.tsx';
import type { PayRules } from './pay-order.ts';

const rules: PayRules = {
  rules: [
    { method: 'card', providers: ['adyen'] },
    { method: 'paypal', providers: ['paypal'] },
    { method: 'googlepay', providers: ['adyen'] },
    { method: 'applepay', providers: [] },
  ],
  googlepay: { gateway: 'adyen', gatewayMerchantId: 'x', merchantId: 'y', merchantName: 'z' },
  applepay: null,
  sandbox: false,
};
const usual = {
  flow: { paymentMethods: ['card', 'paypal', 'applepay', 'googlepay'] as const satisfies unknown[] },
  rules,
  sale: { purchase: 'plan' as const, amountCents: 2990, period: 'month' as const },
  onFile: false,
  onDevice: new Set<Method>(['googlepay', 'applepay']),
};
const offered = (changed: Partial<Parameters<typeof methodsFor>[0]>) =>
  methodsFor({ ...usual, flow: { paymentMethods: [...usual.flow.paymentMethods] }, ...changed });

test('offers what the flow lists and a provider takes, in the order of the flow', () => {
  expect(offered({})).toEqual(['card', 'paypal', 'googlepay']);
  expect(offered({ flow: { paymentMethods: ['paypal', 'card'] } })).toEqual(['paypal', 'card']);
});

test('leaves out a wallet that the browser does not have, unless it is a stand-in', () => {
  const onDevice = new Set<Method>();
  expect(offered({ onDevice })).toEqual(['card', 'paypal']);
  expect(offered({ onDevice, rules: { ...rules, sandbox: true } })).toEqual(['card', 'paypal', 'googlepay']);
});

test('puts what is kept on file first, but not where a card is what is asked for', () => {
  expect(offered({ onFile: true })[0]).toBe('on_file');
  expect(offered({ onFile: true, sale: { purchase: 'card', amountCents: 0, period: null } })).toEqual([
    'card',
  ]);
  expect(offered({ onFile: true, sale: { purchase: 'verification', amountCents: 0, period: null } })).toEqual(
    ['card'],
  );
});

test('PayPal neither pays what a renewal owes nor takes nothing', () => {
  const withoutPayPal = ['on_file', 'card', 'googlepay'];
  expect(
    offered({ onFile: true, sale: { purchase: 'renewal', amountCents: 2990, period: 'month' } }),
  ).toEqual(withoutPayPal);
  expect(offered({ onFile: true, sale: { purchase: 'upgrade', amountCents: 0, period: 'month' } })).toEqual(
    withoutPayPal,
  );
});

test('a pack and an age check ask whether what they are paid with may be kept, and nothing else does', () => {
  const pack = { purchase: 'plan', period: null } as const;
  expect(
    (['card', 'paypal', 'googlepay', 'applepay'] as const).map((each) => asksToKeep(pack, each)),
  ).toEqual([true, true, true, true]);
  expect(asksToKeep(pack, 'on_file')).toBe(false);
  expect(asksToKeep({ purchase: 'plan', period: 'month' }, 'card')).toBe(false);
  expect(asksToKeep({ purchase: 'upgrade', period: 'month' }, 'paypal')).toBe(false);
  expect(asksToKeep({ purchase: 'renewal', period: 'month' }, 'card')).toBe(false);
  expect(asksToKeep({ purchase: 'card', period: null }, 'card')).toBe(false);
  expect(asksToKeep({ purchase: 'verification', period: null }, 'card')).toBe(true);
});

test('a wallet that TrustPay takes pays a pack by an intent; a plan is for providers that can charge it again', () => {
  const byIntent = { ...rules, rules: [{ method: 'googlepay' as const, providers: ['trustpay' as const] }] };
  const both = {
    ...rules,
    rules: [{ method: 'googlepay' as const, providers: ['trustpay' as const, 'adyen' as const] }],
  };
  const pack = { purchase: 'plan', amountCents: 990, period: null } as const;
  expect(offered({ rules: byIntent, sale: pack })).toEqual(['googlepay']);
  expect(offered({ rules: byIntent })).toEqual([]);
  expect(offered({ rules: both })).toEqual(['googlepay']);
  expect(opensIntent('googlepay', both, pack)).toBe(true);
  expect(opensIntent('googlepay', both, { ...pack, period: 'month' })).toBe(false);
  expect(opensIntent('googlepay', both, { ...pack, purchase: 'renewal' })).toBe(false);
  expect(opensIntent('googlepay', rules, pack)).toBe(false);
});
