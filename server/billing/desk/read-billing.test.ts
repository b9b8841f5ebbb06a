import * as contract from '#contract/billing/member-billing.ts';
import * as orders from '#contract/billing/orders.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { declined } from '#testing/billing/payer.ts';
import { issueDocuments } from '#testing/billing/refunds.ts';
import { buy, openBank, passDays } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { billing } from '../module.ts';
import { createToken } from '../orders/orders.ts';
import { readBilling } from './read-billing.ts';

test('the own plan goes over the wire: quoted, read, changed, left and kept', async ({ app, world }) => {
  await openBank(app);
  const server = await serve(app, billing.routes);
  const marco = await world.member();
  const { trackerId, token } = marco;
  const call = { trackerId };
  const quoted = await callAs(server, orders.quote, { ...call, productId: 'vip-month' }, { token });
  expect(quoted.reply).toMatchObject({
    name: 'VIP un mese',
    amountCents: 2990,
    credits: 50,
    period: 'month',
  });
  expect(quoted.body).not.toHaveProperty('version');
  await buy(marco, 'vip-month');
  const again = await callAs(server, orders.quote, { ...call, productId: 'vip-month' }, { token });
  expect([again.status, again.body]).toMatchObject([409, { error: { code: 'order.already_yours' } }]);
  const owed = await callAs(server, orders.quote, { ...call, renewalId: marco.accountId }, { token });
  expect([owed.status, owed.body]).toMatchObject([409, { error: { code: 'order.nothing_due' } }]);
  const changed = await callAs(
    server,
    contract.changePlan,
    { ...call, productId: 'vip-quarter', terms: 'other words' },
    { token },
  );
  expect([changed.status, changed.body]).toMatchObject([409, { error: { code: 'order.terms_changed' } }]);
  await callAs(server, contract.changePlan, { ...call, productId: 'vip-quarter' }, { token });
  const leave = await callAs(server, contract.leavePlan, { ...call, when: 'period_end' }, { token });
  expect(leave.body).toMatchObject({ status: 'ok', message: 'disiscrizione_ok', rimborso: 0 });
  const stay = await callAs(server, contract.stayInPlan, call, { token });
  expect(stay.body).toEqual({ result: 'OK' });
  const read = await callAs(server, contract.readBilling, call, { token });
  expect(read.reply.subscription).toMatchObject({ status: 'active', nextName: null, nextChargeCents: 2990 });
  const now = await callAs(server, contract.leavePlan, call, { token });
  expect(now.body).toMatchObject({ status: 'ok', message: 'disiscrizione_ok', rimborso: 2740 });
  const nothing = await callAs(server, contract.leavePlan, call, { token });
  expect(nothing.body).toMatchObject({ status: 'ko', message: 'disiscrizione_ko' });
  expect((await callAs(server, contract.removeCard, call, { token })).body).toEqual({ result: 'OK' });
});

test('no member reads the money of another', async ({ app, world }) => {
  await openBank(app);
  const server = await serve(app, billing.routes);
  const [marco, anna] = [await world.member(), await world.member()];
  await buy(marco, 'credits-100');
  const { trackerId } = marco;
  const answer = await callAs(server, contract.readBilling, { trackerId }, { token: anna.token });
  expect(answer.status).toBe(403);
  expect((await readBilling(anna, {})).payments).toEqual([]);
});

test('payments come newest first, twenty at a time, with their receipts', async ({ app, world }) => {
  const bank = await openBank(app);
  const marco = await world.member();
  const bought: string[] = [];
  for (let count = 0; count < 23; count += 1) {
    app.clock.advance(1000);
    const { purchase } = await buy(marco, 'credits-100');
    bought.unshift(purchase.id);
  }
  bank.answers(marco, declined('insufficient_funds'));
  app.clock.advance(1000);
  bought.unshift((await buy(marco, 'credits-300')).purchase.id);
  await issueDocuments(app);
  const first = await readBilling(marco, {});
  const second = await readBilling(marco, { before: first.next! });
  expect(second.next).toBeNull();
  expect([...first.payments, ...second.payments].map(({ orderId }) => orderId)).toEqual(bought);
  const [failed, paid] = first.payments;
  expect(failed).toMatchObject({ status: 'failed', withdrawableUntil: null, documents: [] });
  expect(paid).toMatchObject({
    status: 'paid',
    name: '100 crediti',
    amountCents: 990,
    refundedCents: 0,
    credits: 100,
    documents: [{ kind: 'receipt', number: expect.stringMatching(/^R-2026-\d{6}$/) }],
  });
  // The last day counts to its end, where the brand is.
  expect(paid!.withdrawableUntil).toBe(Date.parse('2026-06-15T22:00:00Z'));
  app.clock.advance(14 * DAY + 4 * HOUR);
  expect((await readBilling(marco, {})).payments[1]!.withdrawableUntil).toBeNull();
  await expect(readBilling(marco, { before: 'nonsense' })).rejects.toMatchObject({
    code: 'request.malformed',
  });
});

test('an order without an attempt is no payment', async ({ app, world }) => {
  await openBank(app);
  const marco = await world.member();
  await createToken(marco, { trackerId: marco.trackerId, productId: 'vip-month' });
  await passDays(app, 1);
  expect((await readBilling(marco, {})).payments).toEqual([]);
});
