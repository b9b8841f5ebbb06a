import { expect, test } from 'vitest';
import { type PayRules, methodsFor } from './methods.ts';

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
  sale: { purchase: 'plan' as const, amountCents: 2990 },
  onFile: false,
  wallets: { googlepay: true, applepay: true },
};
const offered = (changed: Partial<Parameters<typeof methodsFor>[0]>) =>
  methodsFor({ ...usual, flow: { paymentMethods: [...usual.flow.paymentMethods] }, ...changed });

test('offers what the flow lists and somebody takes, in the order of the flow', () => {
  expect(offered({})).toEqual(['card', 'paypal', 'googlepay']);
  expect(offered({ flow: { paymentMethods: ['paypal', 'card'] } })).toEqual(['paypal', 'card']);
});

test('leaves out a wallet that the browser does not have, unless it is a stand-in', () => {
  const wallets = { googlepay: false, applepay: false };
  expect(offered({ wallets })).toEqual(['card', 'paypal']);
  expect(offered({ wallets, rules: { ...rules, sandbox: true } })).toEqual(['card', 'paypal', 'googlepay']);
});

test('puts what is kept on file first, but not where a card is what is asked for', () => {
  expect(offered({ onFile: true })[0]).toBe('on_file');
  expect(offered({ onFile: true, sale: { purchase: 'card', amountCents: 0 } })).toEqual(['card']);
  expect(offered({ onFile: true, sale: { purchase: 'verification', amountCents: 0 } })).toEqual(['card']);
});

test('PayPal neither pays what a renewal owes nor takes nothing', () => {
  const withoutPayPal = ['on_file', 'card', 'googlepay'];
  expect(offered({ onFile: true, sale: { purchase: 'renewal', amountCents: 2990 } })).toEqual(withoutPayPal);
  expect(offered({ onFile: true, sale: { purchase: 'upgrade', amountCents: 0 } })).toEqual(withoutPayPal);
});
