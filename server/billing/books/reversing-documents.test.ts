import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { documentsOf, give, issueDocuments, paid, stage, work } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { recordRefundOutcome } from '../refunds/refund-outcome.ts';
import { handleDisputeWebhook } from '../reversals/disputes.ts';
import { documentFacts, documentNumber } from './document-text.ts';

test('a bank that takes the price back, returns it, and a refund that did not arrive have documents of their own', async ({
  world,
}) => {
  const { member } = await stage(world, { brand: world.brand('verbena') });
  const { app } = member;
  const { attemptId } = await paid(member, { amountCents: 2690 });
  const report = async (change: 'lost' | 'reversed' | 'lost_again') => {
    await handleDisputeWebhook(app, {
      kind: 'dispute',
      dedupeKey: `${attemptId} ${change}`,
      attemptId,
      reference: null,
      disputeReference: 'case-1',
      amountCents: 2690,
      change,
    });
    await issueDocuments(app);
    expect(await findBrokenInvariants(app.db)).toEqual([]);
  };
  for (const change of ['lost', 'reversed', 'lost_again'] as const) await report(change);
  const documents = await documentsOf(member);
  const [first] = documents;
  const said = documents.map(({ kind, facts }) => [kind, documentFacts.parse(facts)] as const);
  expect(said.map(([kind, { totalCents, vatCents }]) => [kind, totalCents, vatCents])).toEqual([
    ['receipt', 2690, 467],
    ['receipt', 2690, 467],
    ['credit_note', 2690, 467],
    ['credit_note', 2690, 467],
  ]);
  for (const [, { refersTo, renewal }] of said.slice(1)) {
    expect(refersTo?.number).toBe(documentNumber(first!));
    expect(renewal).toBeNull();
  }
  // No mail says that we had charged or refunded something.
  expect(await mailsTo(app.db, member.email)).toHaveLength(1);

  const other = await paid(member, { amountCents: 1990 });
  const refund = await give(member, other.attemptId, { amountCents: 1000 });
  await work(app);
  await recordRefundOutcome(app, {
    brandId: member.brandId,
    refundId: refund!.refundId,
    verdict: { state: 'failed' },
    source: 'webhook',
  });
  await issueDocuments(app);
  expect(await findBrokenInvariants(app.db)).toEqual([]);
  const ofRefund = (await documentsOf(member)).filter(({ purchase_id: id }) => id === other.purchaseId);
  expect(ofRefund.map(({ kind, facts }) => [kind, documentFacts.parse(facts).totalCents])).toEqual([
    ['receipt', 1990],
    ['receipt', 1000],
    ['credit_note', 1000],
  ]);
});
