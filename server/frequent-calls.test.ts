import { scaleOf } from '#bench/lib/people-at-scale.ts';
import { fillForFrequentCalls, makeFrequentCalls } from '#testing/frequent-calls.ts';
import { expect, test } from '#testing/harness.ts';
import { World } from '#testing/world.ts';

test('all that members and the staff wait for is carried out by this PostgreSQL', async ({ app, handle }) => {
  const people = scaleOf(2_000, 10_000);
  await fillForFrequentCalls(app, handle.pool, { people, conversations: 100, longest: 200 });
  const carriedOut: string[] = [];
  const calls = await makeFrequentCalls(new World(app));
  for (const [name, run] of Object.entries(calls)) {
    await run();
    carriedOut.push(name);
  }
  expect(carriedOut).toEqual(Object.keys(calls));
  expect(carriedOut.length).toBeGreaterThan(40);
}, 60_000);
