import { randomUUID } from 'node:crypto';
import { fakeProvider } from '../../../testing/billing/payer.ts';
import { paid, stage } from '../../../testing/billing/refunds.ts';
import { eventState, handleDueWebhooks, tellOf } from '../../../testing/billing/webhooks.ts';
import { expect, test } from '../../../testing/harness.ts';
import { atWork } from '../../../testing/staff/staff.ts';
import { DAY } from '../../platform/clock.ts';
import type { ProviderEvent, ReportLine } from '../providers/provider.ts';
import { handleDisputeWebhook } from '../refunds/disputes.ts';
import { reconcile } from './reconcile.ts';
import { listReconciliations } from './reconciliations.ts';

const provider = 'trustpay' as const;
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

test('money that a provider says it gave back, and that we know nothing of, stands among the differences', async ({
  app,
  world,
}) => {
  const receivedAt = app.clock.now();
  const event: ProviderEvent = {
    kind: 'refund',
    dedupeKey: 'refund stranger-1',
    attemptId: null,
    reference: 'nobody',
    refundId: randomUUID(),
    refundReference: 'stranger-1',
    amountCents: 1990,
    succeeded: true,
  };
  // It may be about something that is yet to be stored, so it waits.
  await tellOf(app, provider, event);
  expect(await eventState(app, event.dedupeKey)).toMatchObject({ state: 'parked' });
  app.clock.advance(4 * DAY);
  await handleDueWebhooks(app, provider);
  expect(await eventState(app, event.dedupeKey)).toMatchObject({ state: 'unmatched' });

  // TrustPay has no report of the day that would name it.
  const trustpay = fakeProvider(provider);
  const day = dayOf(new Date(receivedAt.getTime() + DAY));
  const expected = {
    kind: 'missing_here',
    reference: 'stranger-1',
    attemptId: null,
    oursCents: null,
    theirsCents: 1990,
  };
  expect(await reconcile(app, trustpay, day)).toEqual([expected]);
  const operator = await atWork(world, { role: 'finance' });
  const { days } = await listReconciliations(operator, {});
  expect(days.find((each) => each.day === day)).toMatchObject({ provider, differences: [expected] });
  // Of another day it is none.
  expect(await reconcile(app, trustpay, dayOf(new Date(receivedAt.getTime() + 2 * DAY)))).toEqual([]);
});

test('a chargeback that a webhook has told of is no difference, and is not taken twice', async ({
  world,
}) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member, { amountCents: 1990 });
  const reference = `psp-${attemptId}`;
  const dispute = { kind: 'dispute', attemptId, reference, amountCents: 1990, change: 'lost' } as const;
  await handleDisputeWebhook(member.app, { ...dispute, dedupeKey: 'told', disputeReference: 'case-1' });
  const report: ReportLine[] = [
    { kind: 'charge', reference, ours: attemptId, amountCents: 1990 },
    { kind: 'chargeback', reference, ours: attemptId, amountCents: 1990 },
  ];
  const adyen = { ...fakeProvider('adyen'), report: () => Promise.resolve(report) };
  const day = dayOf(member.app.clock.now());
  expect(await reconcile(member.app, adyen, day)).toEqual([]);
  expect(await reconcile(member.app, adyen, day)).toEqual([]);
  const disputes = await member.app.db
    .selectFrom('dispute')
    .select(['reference', 'state'])
    .where('attempt_id', '=', attemptId)
    .execute();
  expect(disputes).toEqual([{ reference: 'case-1', state: 'lost' }]);
});
