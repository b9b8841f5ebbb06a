import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { ATTEMPT, CUSTOMER, REFUND, adyenAt, chargeOf, readSample, sample } from '#testing/billing/adyen.ts';
import { answer, hangUp, playProvider } from '#testing/billing/play-provider.ts';
import type { Play } from '#testing/billing/play-provider.ts';
import type { KnownAttempt } from '../provider.ts';
import { readReport } from './adyen.ts';

/** What happens once the member has left the page: coming back from the bank, asking, giving back, looking at the books. */

async function at(...plays: Play[]) {
  const { url, received } = await playProvider(...plays);
  return { ...adyenAt(url), received };
}

test('a payer who comes back from their bank is looked up by what they bring', async () => {
  const { adyen, received } = await at(answer(200, sample('authorised')));
  expect(await adyen.finish('X6XtfGC3')).toMatchObject({
    attemptId: ATTEMPT,
    verdict: { state: 'captured', amountCents: 2990 },
  });
  expect(received[0]).toMatchObject({
    path: '/payments/details',
    body: JSON.stringify({ details: { redirectResult: 'X6XtfGC3' } }),
  });
  await adyen.finish('X6XtfGC3');
  await adyen.finish('another');
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(String(keys[0]).length).toBeLessThanOrEqual(64);
});

test('a check that failed at the bank, and a result that is made up', async () => {
  const failed = { ...sample('refused'), refusalReasonCode: '11' };
  const { adyen } = await at(answer(200, failed), answer(422, sample('error-validation')));
  expect(await adyen.finish('real')).toMatchObject({
    verdict: { state: 'declined', outcome: 'check_failed' },
  });
  expect(await adyen.finish('made up')).toBeUndefined();
});

test('where Adyen cannot say whose result it is, the page has to ask again', async () => {
  const { adyen, received } = await at(hangUp);
  await expect(adyen.finish('real')).rejects.toMatchObject({ code: 'server.unavailable' });
  expect(received).toHaveLength(3);
});

const known = (clock: { now(): Date }, more: Partial<KnownAttempt> = {}): KnownAttempt => ({
  attemptId: ATTEMPT,
  reference: null,
  amountCents: 2990,
  token: null,
  initiatedBy: 'member',
  createdAt: clock.now(),
  ...more,
});
const mayCharge = async () => true;
const renewal = {
  token: 'TOKEN',
  initiatedBy: 'merchant',
  request: {
    origin: 'https://lunaria.example',
    descriptor: 'LUNARIA and a name that is too long',
    customerId: CUSTOMER,
  },
} as const;

test('a renewal with an unknown outcome is sent once more, to the letter, for a day', async () => {
  const { adyen, clock, received } = await at(hangUp, hangUp, hangUp, answer(200, sample('authorised')));
  const attempt = known(clock, renewal);
  const first = chargeOf({ paymentMethod: { type: 'renewal', token: 'TOKEN' }, store: null });
  expect(await adyen.charge(first)).toEqual({ state: 'unknown' });
  clock.advance(5 * MINUTE);
  // To ask sends nothing, and where the purchase no longer awaits payment nothing is sent either.
  expect(await adyen.pollStatus(attempt)).toEqual({ state: 'unknown' });
  expect(await adyen.resend?.(attempt, async () => false)).toBeUndefined();
  expect(received).toHaveLength(3);
  expect(await adyen.resend?.(attempt, mayCharge)).toMatchObject({ state: 'captured', amountCents: 2990 });
  expect(received[3]?.body).toBe(received[0]?.body);
  expect(received[3]?.headers['idempotency-key']).toBe(ATTEMPT);
  clock.advance(DAY);
  expect(await adyen.resend?.(attempt, mayCharge)).toBeUndefined();
  expect(received).toHaveLength(4);
});

test('that a renewal is turned down the second time says nothing about the first', async () => {
  for (const no of [answer(429, ''), answer(409, sample('error-in-progress')), answer(422, {})]) {
    const { adyen, clock } = await at(no);
    expect(await adyen.resend?.(known(clock, renewal), mayCharge)).toEqual({ state: 'unknown' });
  }
});

test('a member’s own charge is decided by its webhook, and in the end called off', async () => {
  const { adyen, clock, received } = await at(answer(201, sample('cancel-received')));
  const typed = known(clock);
  const onFile = known(clock, { token: 'TOKEN' });
  const answered = known(clock, { reference: 'NC6HT9CRT65ZGN82' });
  clock.advance(4 * DAY + HOUR);
  for (const attempt of [typed, onFile, answered]) {
    expect(await adyen.pollStatus(attempt)).toEqual({ state: 'unknown' });
    expect(await adyen.resend?.(attempt, mayCharge)).toBeUndefined();
  }
  expect(received).toEqual([]);
  clock.advance(DAY);
  expect(await adyen.pollStatus(typed)).toEqual({ state: 'absent' });
  expect(received[0]?.path).toBe('/cancels');
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    merchantAccount: 'SerenataIT',
    paymentReference: ATTEMPT,
    reference: `cancel-${ATTEMPT}`,
  });
  // What Adyen has answered for once may be paid: it is not called off behind a member's back.
  expect(await adyen.pollStatus(answered)).toEqual({ state: 'unknown' });
  expect(received).toHaveLength(1);
});

test('an order to call off that gets no answer decides nothing', async () => {
  const { adyen, clock } = await at(hangUp);
  const attempt = known(clock);
  clock.advance(6 * DAY);
  expect(await adyen.pollStatus(attempt)).toEqual({ state: 'unknown' });
});

const startRefund = {
  refundId: REFUND,
  attemptId: ATTEMPT,
  reference: 'NC6HT9CRT65ZGN82',
  amountCents: 1000,
};

test('money is refunded by the id of its charge, once', async () => {
  const { adyen, received } = await at(answer(201, sample('refund-received')));
  expect(await adyen.refund(startRefund)).toEqual({ state: 'sent', reference: 'HGM5XQ756L2GWR83' });
  expect(received[0]).toMatchObject({
    path: '/payments/NC6HT9CRT65ZGN82/refunds',
    headers: { 'idempotency-key': REFUND },
  });
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    merchantAccount: 'SerenataIT',
    amount: { value: 1000, currency: 'EUR' },
    reference: REFUND,
  });
  expect(await adyen.pollRefund({ ...startRefund, refundReference: 'HGM5XQ756L2GWR83' })).toEqual({
    state: 'unknown',
  });
  expect(received).toHaveLength(1);
});

test('a refund that was turned down has failed; one that did not get through is to be sent, and any doubt ends by sending the same again', async () => {
  expect(await (await at(answer(422, {}))).adyen.refund(startRefund)).toEqual({ state: 'failed' });
  const wrongKeys = await at(answer(401, sample('error-security')));
  expect(await wrongKeys.adyen.refund(startRefund)).toEqual({ state: 'unsent' });
  const { adyen, received } = await at(answer(503, ''), answer(201, sample('refund-received')));
  expect(await adyen.refund(startRefund)).toEqual({ state: 'unsent' });
  expect(await adyen.pollRefund({ ...startRefund, refundReference: null })).toMatchObject({ state: 'sent' });
  expect(received[1]?.body).toBe(received[0]?.body);
  expect(received[1]?.headers['idempotency-key']).toBe(REFUND);
});

test('a card that is taken off the file is forgotten there too, at the account that it was kept by', async () => {
  const { adyen, received } = await at((response) => void response.writeHead(204).end());
  const token = { token: 'M5N7TQ4TG5PFWR50', customerId: CUSTOMER };
  expect(await adyen.forget(token)).toEqual({ state: 'gone' });
  expect(await adyen.forget({ ...token, merchantAccount: 'SerenataES' })).toEqual({ state: 'gone' });
  const asked = (account: string) => ({
    method: 'DELETE',
    path: `/storedPaymentMethods/M5N7TQ4TG5PFWR50?merchantAccount=${account}&shopperReference=${CUSTOMER}`,
  });
  expect(received).toMatchObject([asked('SerenataIT'), asked('SerenataES')]);
});

test.each([
  ['never stored', answer(422, { status: 422, errorCode: '803' }), { state: 'gone' }],
  ['stored for nobody', answer(422, { status: 422, errorCode: '800' }), { state: 'gone' }],
  ['unknown there', answer(404, ''), { state: 'gone' }],
  ['in bad weather', answer(500, ''), { state: 'not_yet', why: 'answered 500' }],
  ['with wrong keys', answer(403, { errorCode: '010' }), { state: 'not_yet', why: 'error code 010' }],
  ['without an answer', hangUp, { state: 'not_yet', why: expect.any(String) as string }],
])('a token that is forgotten %s', async (_, play, verdict) => {
  const { adyen } = await at(play);
  expect(await adyen.forget({ token: 'M5N7TQ4TG5PFWR50', customerId: CUSTOMER })).toEqual(verdict);
});

const charged = { kind: 'charge', reference: 'NC6HT9CRT65ZGN82', ours: ATTEMPT, amountCents: 2990 };
const refunded = { kind: 'refund', reference: 'HGM5XQ756L2GWR83', ours: REFUND, amountCents: 1000 };

test('both sorts of report are read by the names of their columns', () => {
  expect(readReport(readSample('settlement-details.csv'))).toEqual([
    charged,
    // What it keeps of a payment stands in three columns beside it.
    { ...charged, kind: 'fee', amountCents: 39 },
    refunded,
    {
      kind: 'chargeback',
      reference: 'TC4QXP9RT65ZGN82',
      ours: 'an order, with a comma',
      amountCents: 120_450,
      disputeReference: 'QDSP8Q756L2GWR84',
    },
    {
      kind: 'chargeback_reversed',
      reference: 'TC4QXP9RT65ZGN82',
      ours: 'an order, with a comma',
      amountCents: 120_450,
      disputeReference: 'QDSP8Q756L2GWR84',
    },
    {
      kind: 'second_chargeback',
      reference: 'TC4QXP9RT65ZGN82',
      ours: 'an order, with a comma',
      amountCents: 120_450,
      disputeReference: 'QDSP8Q756L2GWR84',
    },
    { kind: 'fee', reference: 'Transaction Fees June 12 2026-06-02', ours: null, amountCents: 320 },
    { kind: 'payout', reference: 'TX1, batch 12 12 2026-06-02', ours: null, amountCents: 100_000 },
  ]);
  expect(readReport(readSample('payments-accounting.csv'))).toEqual([charged, refunded]);
  const moved =
    'Gross Credit (GC),Type,Ignored,Psp Reference\n"29.90",Settled,"a ""b"", c\nd",NC6HT9CRT65ZGN82\n';
  expect(readReport(moved)).toEqual([{ ...charged, ours: null }]);
  expect(readReport('')).toEqual([]);
});

test('the report of a day is fetched with the right key, and is not there until it is made', async () => {
  const csv = readSample('settlement-details.csv');
  const { url, received } = await playProvider(
    (response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end(csv),
    answer(404, ''),
  );
  const reportUrl = async (day: string) => `${url}/reports/settlement_detail_report_${day}.csv`;
  const { adyen } = adyenAt(url, { reportUrl });
  expect(await adyen.report('2026-06-01')).toHaveLength(8);
  expect(received[0]).toMatchObject({
    path: '/reports/settlement_detail_report_2026-06-01.csv',
    headers: { 'x-api-key': 'api-key' },
  });
  expect(await adyen.report('2026-06-02')).toBeUndefined();
  expect(await adyenAt(url).adyen.report('2026-06-01')).toBeUndefined();
});
