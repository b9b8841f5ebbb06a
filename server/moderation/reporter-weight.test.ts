import { sql } from 'kysely';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import { runWaitingJobs } from '#testing/platform/run-jobs.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member } from '#testing/world.ts';
import { decide } from './decide.ts';
import { moderation } from './module.ts';
import { claimCase } from './queue.ts';
import { reportPerson } from './reports.ts';
import { imposeSanction } from './sanctions.ts';

async function weightOf({ app: { db }, brandId, profileId }: Member): Promise<number> {
  const { rows } = await sql<{ weight: number }>`
    select reporter_weight(${brandId}::uuid, ${profileId}::uuid) as weight`.execute(db);
  return rows[0]!.weight;
}

const report = (from: Member, about: Member, reason: 'rude' | 'underage' = 'rude') =>
  reportPerson(from, { profileId: about.profileId, reason, text: '', block: false });

/** Nothing came of what was reported. */
const dismiss = ({ app, brandId, profileId: id }: Member) =>
  decide(
    app,
    { brandId, kind: 'report', id, verdict: 'dismiss', reason: null },
    { actor: { kind: 'system' } },
  );

test('who is right weighs more, who is wrong less, and who is wrong again and again half of that', async ({
  world,
}) => {
  const [right, wrong] = [await world.member(), await world.member()];
  const moderator = await atWork(world, { role: 'moderator' });
  expect(await weightOf(right)).toBe(0.5);

  const rude = await world.member();
  await report(right, rude);
  await imposeSanction(moderator, {
    brand: rude.brand.key,
    accountId: rude.accountId,
    id: newId(),
    kind: 'warning',
    reason: 'offensive',
    hours: null,
    note: '',
  });
  expect(await weightOf(right)).toBeCloseTo(3 / 5);

  const weights: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const harmless = await world.member();
    await report(wrong, harmless);
    await dismiss(harmless);
    weights.push(await weightOf(wrong));
  }
  expect(weights).toEqual([expect.closeTo(2 / 5), expect.closeTo(2 / 6), expect.closeTo((2 / 7) * 0.5)]);
});

test('what people say who are often wrong raises no alarm, and moderators see it', async ({ app, world }) => {
  const [wrong, honest] = [await world.member(), await world.member()];
  const moderator = await atWork(world, { role: 'moderator' });
  for (let count = 0; count < 3; count += 1) {
    const harmless = await world.member();
    await report(wrong, harmless);
    await dismiss(harmless);
  }
  const caseOf = async (about: Member) => {
    await runWaitingJobs(app, moderation.jobs);
    const key = { brand: about.brand.key, kind: 'report', id: about.profileId } as const;
    return (await claimCase(moderator, key)).case;
  };
  const [first, second] = [await world.member(), await world.member()];
  await report(wrong, first, 'underage');
  await report(honest, second, 'underage');
  const doubtful = await caseOf(first);
  expect([doubtful.risk, doubtful.signals]).toEqual([0, []]);
  expect(doubtful.content).toMatchObject({ reports: [{ reporter: { oftenWrong: true } }] });
  const serious = await caseOf(second);
  expect([serious.risk, serious.signals]).toEqual([3, ['reported_underage']]);
  expect(serious.content).toMatchObject({ reports: [{ reporter: { oftenWrong: false } }] });
});
