import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe } from 'vitest';
import { expect, test } from '#testing/harness.ts';
import { startRedis } from '#testing/platform/redis.ts';
import type { TestRedis } from '#testing/platform/redis.ts';
import { SECOND } from '../clock.ts';
import { createBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { databaseStore, memoryStore, redisStore } from './rate-limit-stores.ts';
import type { LimitStore } from './rate-limit-stores.ts';

let redis: TestRedis;
let client: Redis;
beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url);
  await client.ping();
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

const eachStore: Record<string, (db: Database) => LimitStore> = {
  memory: () => memoryStore(),
  database: (db) => databaseStore(createBatches(db)),
  redis: () => redisStore(client),
};

const START = Date.UTC(2026, 5, 1);
const WITHIN = 20 * SECOND;
/** What comes within the same slice of a window counts from its last. */
const SLICE = WITHIN / 20;
const keyOf = () => createHash('sha256').update(newId()).digest();
const sumOf = (counts: readonly { points: number }[]) => counts.reduce((sum, { points }) => sum + points, 0);

const steps = fc.array(
  fc.record({
    pause: fc.oneof(
      fc.nat(SLICE),
      fc.nat(WITHIN / 2),
      fc.integer({ min: WITHIN - SLICE, max: WITHIN + SLICE }),
    ),
    points: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { arbitrary: fc.constant(0), weight: 1 },
    ),
  }),
  { minLength: 1, maxLength: 60 },
);

describe.each(Object.entries(eachStore))('any story in %s', (name, open) => {
  test('no window ever holds more than is allowed, and nothing is refused for which there is room', async ({
    db,
  }) => {
    const store = open(db);
    const story = fc.asyncProperty(steps, fc.integer({ min: 1, max: 12 }), async (taken, most) => {
      const key = keyOf();
      const counted: { at: number; points: number }[] = [];
      let now = START;
      const since = (start: number) => sumOf(counted.filter(({ at }) => at > start));
      for (const { pause, points } of taken) {
        now += pause;
        const answer = await store(key, { now, within: WITHIN, points, most });
        if (points > 0 && answer.taken) counted.push({ at: now, points });
        expect(since(now - WITHIN)).toBeLessThanOrEqual(most);
        if (!answer.taken) expect(since(now - WITHIN - SLICE) + points).toBeGreaterThan(most);
      }
    });
    await fc.assert(story, { numRuns: name === 'memory' ? 500 : 40 });
  });

  test('what is taken back makes room for as much, and never for more', async ({ db }) => {
    const store = open(db);
    const changes = fc.array(fc.record({ pause: fc.nat(SLICE), points: fc.integer({ min: -4, max: 4 }) }), {
      maxLength: 30,
    });
    const story = fc.asyncProperty(changes, async (taken) => {
      const key = keyOf();
      let now = START;
      let left = 0;
      for (const { pause, points } of taken) {
        // All of it stays within one window.
        now += Math.min(pause, WITHIN / 40);
        const answer = await store(key, { now, within: WITHIN, points, most: 8 });
        expect(answer.taken).toBe(points < 0 ? left > 0 : left + points <= 8);
        if (answer.taken) left = Math.max(0, left + points);
        expect(answer.log.reduce((sum, value, at) => (at % 2 === 1 ? sum + value : sum), 0)).toBe(left);
      }
    });
    await fc.assert(story, { numRuns: name === 'memory' ? 500 : 40 });
  });

  test('what counts answers the same as in memory, also when the clock is set back', async ({ db }) => {
    const [store, memory] = [open(db), memoryStore()];
    const jumps = fc.array(
      fc.record({
        pause: fc.oneof(fc.nat(SLICE), fc.integer({ min: -2 * WITHIN, max: 2 * WITHIN })),
        points: fc.integer({ min: -3, max: 5 }),
      }),
      { maxLength: 30 },
    );
    const story = fc.asyncProperty(jumps, async (taken) => {
      const key = keyOf();
      let now = START;
      for (const { pause, points } of taken) {
        now += pause;
        const take = { now, within: WITHIN, points, most: 10 };
        expect(await store(key, take)).toEqual(await memory(key, take));
      }
    });
    await fc.assert(story, { numRuns: name === 'memory' ? 10 : 40 });
  });
});
