/** What banks took, returned and took again, by the reports of a provider. */

import * as fc from 'fast-check';
import type { App } from '#server/app.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { fakeProvider } from '#testing/billing/payer.ts';
import { attemptOf, balanceOf, paid, stage } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns, usualOrLong } from '#testing/long-runs.ts';
import type { ReportLine } from '../providers/provider.ts';
import { handleDisputeWebhook } from '../reversals/disputes.ts';
import { reconcile } from './reconcile.ts';

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** What a bank did with a part of a payment, as a webhook and as a line of a report. */
function tellers(app: App, attemptId: string) {
  const reference = `psp-${attemptId}`;
  const about = { reference, amountCents: 700 };
  const lineKinds = {
    lost: 'chargeback',
    reversed: 'chargeback_reversed',
    lost_again: 'second_chargeback',
  } as const;
  type Change = keyof typeof lineKinds;
  return {
    webhook: (change: Change) =>
      handleDisputeWebhook(app, {
        ...about,
        kind: 'dispute',
        dedupeKey: `${attemptId} ${change}`,
        attemptId,
        disputeReference: `case ${attemptId}`,
        change,
      }),
    report: async (change: Change, { named = true } = {}) => {
      const name = named ? { disputeReference: `case ${attemptId}` } : {};
      const line: ReportLine = { ...about, kind: lineKinds[change], ours: attemptId, ...name };
      const adyen = { ...fakeProvider('adyen'), report: () => Promise.resolve([line]) };
      const found = await reconcile(app, adyen, dayOf(app.clock.now()));
      return found.filter((each) => each.attemptId === attemptId && each.kind === 'missing_here');
    },
    state: async () => {
      const { charged_back_cents: gone } = await attemptOf(app, attemptId);
      const disputes = await app.db
        .selectFrom('dispute')
        .select(['reference', 'state'])
        .where('attempt_id', '=', attemptId)
        .execute();
      return { gone, disputes };
    },
  };
}

test('a chargeback, its reversal and a second one are booked by the report or by the webhook, whichever comes first', async ({
  world,
}) => {
  const { member } = await stage(world);
  for (const named of [true, false]) {
    const { attemptId } = await paid(member, { amountCents: 1990 });
    const { webhook, report, state } = tellers(member.app, attemptId);
    const credits = (await balanceOf(member)).credits;
    const steps = [
      ['lost', 700, credits - 100],
      ['reversed', 0, credits],
      ['lost_again', 700, credits - 100],
    ] as const;
    for (const [change, gone, left] of steps) {
      expect(await report(change, { named })).toMatchObject([{ subject: 'chargeback', theirsCents: 700 }]);
      expect(await report(change, { named })).toEqual([]);
      await webhook(change);
      expect(await report(change, { named })).toEqual([]);
      expect(await state()).toEqual({ gone, disputes: [{ reference: `case ${attemptId}`, state: change }] });
      expect((await balanceOf(member)).credits).toBe(left);
    }
    // Older reports that are read again change nothing.
    for (const [change] of steps) expect(await report(change, { named })).toEqual([]);
    expect(await state()).toMatchObject({ gone: 700 });
    expect(await findBrokenInvariants(member.app.db, { documents: false })).toEqual([]);
  }
});

const changes = ['lost', 'reversed', 'lost_again'] as const;
const anyReport = fc.record({ by: fc.constantFrom('webhook', 'report', 'unnamed'), change: fc.nat(2) });

test(
  'what a bank did counts once, however it is reported and in whatever order',
  async ({ world }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyReport, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (all, atOnce) => {
          const { member } = await stage(world);
          const { attemptId } = await paid(member, { amountCents: 1990 });
          const { webhook, report, state } = tellers(member.app, attemptId);
          const deliver = ({ by, change }: (typeof all)[number]) =>
            by === 'webhook'
              ? webhook(changes[change]!)
              : report(changes[change]!, { named: by === 'report' });
          if (atOnce) await Promise.all(all.map(deliver));
          else for (const each of all) await deliver(each);
          const last = changes[Math.max(...all.map(({ change }) => change))];
          const { gone, disputes } = await state();
          expect(disputes).toEqual([{ reference: expect.any(String) as string, state: last }]);
          expect(gone).toBe(last === 'reversed' ? 0 : 700);
        },
      ),
      propertyRuns(15, 120),
    );
  },
  usualOrLong(60_000, 600_000),
);

test('which of two disputes was undone is for finance to say, where the report does not', async ({
  world,
}) => {
  const { member } = await stage(world);
  const { attemptId } = await paid(member, { amountCents: 1990 });
  const { webhook, report, state } = tellers(member.app, attemptId);
  await webhook('lost');
  const other = { kind: 'dispute', dedupeKey: 'other', attemptId, reference: null } as const;
  await handleDisputeWebhook(member.app, {
    ...other,
    disputeReference: 'another',
    amountCents: 300,
    change: 'lost',
  });
  expect(await report('reversed', { named: false })).toHaveLength(1);
  expect(await state()).toMatchObject({ gone: 1000 });
  expect(await report('reversed')).toHaveLength(1);
  expect(await state()).toMatchObject({ gone: 300 });
});
