import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { expect } from 'vitest';
import { demoJobs, drawStandIn, sittersWithoutPicture } from '#server/demo/photos.ts';
import { seedDemo } from '#server/demo/seed.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TestApp } from './app.ts';
import { jobsOf } from './platform/jobs.ts';

/** Small pictures, drawn once for all who look alike: what portraits look like is shown by their own tests. */
export const standIns = { widths: [160], draw: drawStandIn };

/** The same where its operator wants few pictures. */
export const withFewPictures = (app: TestApp): TestApp => ({
  ...app,
  config: { ...app.config, demoPictures: 'few' },
});

class PowerCut extends Error {}

/** Seeds until the given moment, as a process does that is killed then. */
async function seedUntil(app: TestApp, moment: string, count: number): Promise<void> {
  const seeding = seedDemo(app, (done, _total, what) => {
    if (what.includes(moment) && done >= count) throw new PowerCut();
  });
  await expect(seeding).rejects.toThrow(PowerCut);
}

export const drawingJobs = ({ db }: TestApp) => jobsOf(db, demoJobs[0]?.kind.id ?? '');

/** The demo with few pictures, after a first start that was cut short three times on the way; and what is drawn then. */
export async function seedWithInterruptions(app: TestApp) {
  const few = withFewPictures(app);
  await seedUntil(few, 'brands', 1);
  await seedUntil(few, 'people', 1);
  await seedUntil(few, 'portraits', 40);
  await seedDemo(few, () => {});
  const undrawn = app.brands.all().map(({ id }) => sittersWithoutPicture(app.db, id));
  return {
    app,
    photos: await app.db.selectFrom('photo').select(['widths', 'thumbhash']).execute(),
    undrawn: (await Promise.all(undrawn)).map((sitters) => sitters.length),
    drawing: await drawingJobs(app),
  };
}

/** Who and what the demo consists of, and what its accounts have: the same after each seeding, whatever came in between. */
export async function describeDemoState(db: Database): Promise<Record<string, unknown[]>> {
  const rows = async (statement: RawBuilder<unknown>) => (await statement.execute(db)).rows;
  return {
    people: await rows(sql`
      select b.key, p.id, p.kind, p.status, p.gender, p.screen_name, p.region,
        (select count(*)::int from photo f where f.brand_id = p.brand_id and f.profile_id = p.id) as photos
      from profile p join brand b on b.id = p.brand_id order by p.id`),
    accounts: await rows(sql`
      select a.email, a.status, a.level, a.flow_id, a.password_hash is not null as open, b.message_credits,
        b.icebreaker_credits, b.like_credits
      from account a left join balance b on b.brand_id = a.brand_id and b.account_id = a.id order by a.email`),
    ledger: await rows(sql`
      select a.email, e.credit, e.reason, sum(e.amount)::int as amount, count(*)::int as entries
      from ledger_entry e join account a on a.brand_id = e.brand_id and a.id = e.account_id
      group by a.email, e.credit, e.reason order by a.email, e.credit, e.reason`),
    wrongBalances: await rows(sql`
      select b.account_id from balance b
      left join ledger_entry e on e.brand_id = b.brand_id and e.account_id = b.account_id
      group by b.brand_id, b.account_id
      having b.message_credits <> coalesce(sum(e.amount) filter (where e.credit = 'message'), 0)
        or b.icebreaker_credits <> coalesce(sum(e.amount) filter (where e.credit = 'icebreaker'), 0)
        or b.like_credits <> coalesce(sum(e.amount) filter (where e.credit = 'like'), 0)`),
    plans: await rows(sql`
      select a.email, s.state from subscription s
      join account a on a.brand_id = s.brand_id and a.id = s.account_id order by a.email`),
    paid: await rows(sql`
      select a.email, p.state, p.amount_cents from purchase p
      join account a on a.brand_id = p.brand_id and a.id = p.account_id
      where p.fulfilled_at is not null order by a.email`),
    conversations: await rows(sql`
      select i.owner_id, i.other_id, i.last_number, i.unread, i.pays,
        (select count(*)::int from message m where m.conversation_id = i.conversation_id) as messages
      from inbox i order by i.owner_id, i.other_id`),
    rest: await rows(sql`
      select (select count(*)::int from review) as reviews, (select count(*)::int from reaction) as reactions,
        (select count(*)::int from chat_photo) as chat_photos, (select count(*)::int from waiting_reply) as waiting,
        (select count(*)::int from system_message) as system_messages`),
  };
}
