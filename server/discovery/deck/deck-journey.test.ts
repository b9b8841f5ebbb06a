import fc from 'fast-check';
import { sql } from 'kysely';
import { grantCredits } from '#server/credits/ledger.ts';
import { decide } from '#server/messaging/sending.ts';
import { transact } from '#server/platform/database/database.ts';
import { deckOf, idsOf, makeCrowd, passOver, swipeAll } from '#testing/discovery/deck.ts';
import { expect, test } from '#testing/harness.ts';
import { propertyRuns, usualOrLong } from '#testing/long-runs.ts';
import type { Member, World } from '#testing/world.ts';
import { likePerson } from '../reactions/likes-and-visits.ts';

/** A member on their way through a deck, and the events around them. */
class Journey {
  readonly member: Member;
  readonly where: { region: string; city?: string };
  readonly crowd: string[] = [];
  /** In the hand of the browser, which fetched them some time ago. */
  hand: string[] = [];
  /** People who were decided on and not taken back. */
  readonly decided = new Set<string>();
  last: string | undefined;

  constructor(member: Member, where: Journey['where']) {
    this.member = member;
    this.where = where;
  }

  async come(count: number): Promise<void> {
    this.crowd.push(...(await makeCrowd(this.member.app.db, this.member.brandId, count, this.where)));
  }

  async turn(which: number, count: number, status: 'hidden' | 'visible'): Promise<void> {
    const some = Array.from({ length: count }, (_, step) => this.#any(which + step * 7));
    await sql`update profile set status = ${status}::text where id = any(${some}::uuid[]) and status <> ${status}::text
    `.execute(this.member.app.db);
  }

  async fetch(): Promise<void> {
    const { people } = await deckOf(this.member, this.where);
    const ids = idsOf(people);
    expect(ids.filter((id) => this.decided.has(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    this.hand = ids;
  }

  /** Goes through what is in the hand, in its order. */
  async swipe(count: number, byOne: boolean): Promise<void> {
    if (this.hand.length === 0) await this.fetch();
    const some = this.hand.splice(0, count);
    const visible = await this.#visible(some);
    if (!byOne) {
      const fresh = visible.filter((id) => !this.decided.has(id));
      await passOver(this.member, fresh);
      for (const id of fresh) this.decided.add(id);
      return;
    }
    for (const profileId of visible) {
      await decide(this.member, { profileId, verdict: this.decided.size % 2 ? 'like' : 'dislike' });
      if (!this.decided.has(profileId)) this.last = profileId;
      this.decided.add(profileId);
    }
  }

  /** By the heart of a search card. */
  async like(which: number): Promise<void> {
    const [profileId] = await this.#visible([this.#any(which)]);
    if (profileId === undefined) return;
    await likePerson(this.member, { profileId });
    this.decided.add(profileId);
    if (this.last === profileId) this.last = undefined;
  }

  async undo(): Promise<void> {
    if (this.last === undefined) return;
    const { last } = this;
    const done = await decide(this.member, { profileId: last, verdict: 'undo' }).then(
      () => true,
      () => false,
    );
    if (done) this.decided.delete(last);
    this.last = undefined;
  }

  async #visible(ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{
      id: string;
    }>`select p.id from unnest(${ids}::uuid[]) with ordinality as w (id, place)
      join profile p on p.id = w.id and p.status = 'visible' order by w.place`.execute(this.member.app.db);
    return rows.map(({ id }) => id);
  }

  /** All who are visible in the end were decided on in the end, those who were left by the last fetches. */
  async arrive(): Promise<void> {
    const rest = await swipeAll(this.member, this.where);
    expect(rest.filter((id) => this.decided.has(id))).toEqual([]);
    expect(new Set(rest).size).toBe(rest.length);
    for (const id of rest) this.decided.add(id);
    expect((await this.#visible(this.crowd)).filter((id) => !this.decided.has(id))).toEqual([]);
  }

  #any(which: number): string {
    return this.crowd[which % this.crowd.length]!;
  }
}

async function setOut(world: World, number: number): Promise<Journey> {
  const region = 'Emilia-Romagna';
  const member = await world.member({ region });
  const { db } = member.app;
  const { brandId, accountId } = member;
  await transact(db, (tx) =>
    grantCredits(tx, {
      brandId,
      accountId,
      credit: 'like',
      amount: 10_000,
      reason: 'test',
      idempotencyKey: 'test',
    }),
  );
  return new Journey(member, number % 2 ? { region } : { region, city: 'Bologna' });
}

const which = fc.nat({ max: 10_000 });
const step = fc.oneof(
  fc.record({ act: fc.constant('come' as const), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ act: fc.constant('hide' as const), which, count: fc.integer({ min: 1, max: 15 }) }),
  fc.record({ act: fc.constant('show' as const), which, count: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ act: fc.constant('fetch' as const) }),
  fc.record({
    act: fc.constant('swipe' as const),
    count: fc.integer({ min: 1, max: 15 }),
    byOne: fc.boolean(),
  }),
  fc.record({ act: fc.constant('swipe' as const), count: fc.constant(15), byOne: fc.constant(false) }),
  fc.record({ act: fc.constant('like' as const), which }),
  fc.record({ act: fc.constant('undo' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function take(journey: Journey, one: Step): Promise<void> {
  switch (one.act) {
    case 'come':
      return journey.come(one.count);
    case 'hide':
      return journey.turn(one.which, one.count, 'hidden');
    case 'show':
      return journey.turn(one.which, one.count, 'visible');
    case 'fetch':
      return journey.fetch();
    case 'swipe':
      return journey.swipe(one.count, one.byOne);
    case 'like':
      return journey.like(one.which);
    case 'undo':
      return journey.undo();
  }
}

test(
  'while others come, go, hide and reappear, all who stay are met once and no one twice',
  async ({ world }) => {
    let number = 0;
    const steps = fc.array(step, { minLength: 10, maxLength: 60, size: 'max' });
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 120 }), steps, async (crowd, all) => {
      const journey = await setOut(world, (number += 1));
      await journey.come(crowd);
      for (const one of all) await take(journey, one);
      await journey.arrive();
      await sql`delete from profile where kind = 'staff'`.execute(world.app.db);
    });
    await fc.assert(property, propertyRuns(6, 20));
  },
  usualOrLong(300_000, 900_000),
);
