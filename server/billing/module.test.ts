import * as charges from '#contract/billing/charges.ts';
import * as orders from '#contract/billing/orders.ts';
import { fakeProvider, goodCard, providersOf } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { billing } from './module.ts';

test('a card is paid by over the wire, sealed or not at all', async ({ app, world }) => {
  const adyen = fakeProvider();
  const server = await serve({ ...app, providers: providersOf(adyen) }, billing.routes);
  const { trackerId, token } = await world.member();
  const made = await callAs(server, orders.createToken, { trackerId, productId: 'credits-300' }, { token });
  expect(made.body).toMatchObject({ order: { amount: 2490, currency: 'EUR' } });
  const card = { ...goodCard, token: made.reply.token };
  const open = await server.inject({
    method: 'POST',
    url: '/pay/orders/tryCharge',
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
    payload: { clickid: trackerId, card: { cardNumber: goodCard.number, token: made.reply.token } },
  });
  expect(open.statusCode).toBe(400);
  expect(open.json()).toMatchObject({ error: { code: 'request.not_sealed' } });
  expect(adyen.requests).toEqual([]);
  const paid = await callAs(server, charges.tryCharge, { trackerId, card }, { token });
  expect(paid.body).toEqual({
    status: 'ok',
    message: 'success',
    threeDS: null,
    payment_system: 'adyen',
    data: { customerId: expect.any(String) as string },
    order: made.reply.order.id,
  });
  const again = await callAs(server, charges.tryCharge, { trackerId, card }, { token });
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ error: { code: 'order.used', orderId: made.reply.order.id } });
});

test("no member pays in another's name, and no caller without a session pays at all", async ({
  app,
  world,
}) => {
  const server = await serve({ ...app, providers: providersOf(fakeProvider()) }, billing.routes);
  const [marco, luca] = [await world.member(), await world.member()];
  const { trackerId } = marco;
  const { reply } = await callAs(
    server,
    orders.createToken,
    { trackerId, productId: 'credits-300' },
    { token: marco.token },
  );
  const card = { ...goodCard, token: reply.token };
  const asLuca = { token: luca.token };
  expect((await callAs(server, charges.tryCharge, { trackerId, card }, asLuca)).status).toBe(403);
  const own = { trackerId: luca.trackerId, card };
  expect((await callAs(server, charges.tryCharge, own, asLuca)).status).toBe(403);
  const wallet = { token: reply.token, response: {} };
  const byWallet = { request: { trackerId }, wallet };
  expect((await callAs(server, charges.chargeByGooglePay, byWallet, asLuca)).status).toBe(403);
  expect((await callAs(server, charges.chargeByApplePay, byWallet, asLuca)).status).toBe(403);
  expect((await callAs(server, charges.tryCharge, { trackerId, card })).status).toBe(401);
  expect((await callAs(server, charges.readPayRules, { trackerId }, asLuca)).status).toBe(403);
});
