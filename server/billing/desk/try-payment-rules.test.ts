import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { tryPaymentRules } from './try-payment-rules.ts';

test('rules that are being written are tried as a member in that flow would be charged', async ({
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const tried = async (flowId: string) => {
    const { methods } = await tryPaymentRules(ada, {
      brand: 'lunaria',
      flowId,
      paymentMethods: ['card', 'paypal'],
      rules: [
        { methods: ['paypal'], providers: ['paypal'] },
        { flows: ['12'], providers: ['maxpay', 'paypal', 'adyen'] },
        { methods: ['card'], providers: ['adyen'] },
      ],
    });
    return new Map(methods.map((each) => [each.method, each]));
  };
  const usual = await tried('7');
  expect(usual.get('card')).toEqual({
    method: 'card',
    rule: 2,
    providers: ['adyen'],
    leftOut: [],
    offered: true,
  });
  expect(usual.get('paypal')).toMatchObject({ rule: 0, providers: ['paypal'], offered: true });
  // The flow does not offer it, even if a provider would take it.
  expect(usual.get('applepay')).toMatchObject({ rule: null, providers: [], offered: false });
  expect((await tried('12')).get('card')).toMatchObject({
    rule: 1,
    providers: ['maxpay', 'adyen'],
    leftOut: [{ provider: 'paypal', why: 'method' }],
  });
});
