import { sendMessage } from '#server/messaging/sending.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { answerAs } from '#testing/messaging/write-messages.ts';
import { weekOf } from './exposure.ts';
import { countStandings } from './standing.ts';

test('who gets more first messages than they answer is wanted more, and who answers within a day is known for it', async ({
  world,
  db,
}) => {
  const { app } = world;
  const [flooded, reliable] = [await world.profile(), await world.profile()];
  for (let count = 0; count < 10; count += 1) {
    const man = await world.member({ level: 2 });
    await sendMessage(man, { profileId: flooded, text: 'Ciao' });
    await sendMessage(man, { profileId: reliable, text: 'Ciao' });
    await answerAs({ from: reliable, to: man }, 'Ciao a te');
  }
  const standings = async () => {
    await countStandings(app);
    const rows = await db.selectFrom('standing').select(['profile_id', 'demand', 'answers']).execute();
    return new Map(rows.map(({ profile_id, ...row }) => [profile_id, row]));
  };
  // Nothing is said of answers before a day has passed.
  expect(await standings()).toEqual(
    new Map([
      [flooded, { demand: 16, answers: null }],
      [reliable, { demand: 8, answers: null }],
    ]),
  );
  app.clock.advance(DAY + HOUR);
  expect(await standings()).toEqual(
    new Map([
      [flooded, { demand: 16, answers: 0 }],
      [reliable, { demand: 8, answers: 100 }],
    ]),
  );
  app.clock.advance(7 * DAY);
  expect(await standings()).toEqual(
    new Map([
      [flooded, { demand: 0, answers: 0 }],
      [reliable, { demand: 0, answers: 100 }],
    ]),
  );
});

test('who was shown is counted by the week, also where a count could not be written at once', async ({
  world,
  db,
}) => {
  const { app } = world;
  const brandId = world.brand().id;
  const [anna, elsa] = [await world.profile(), await world.profile()];
  app.exposure.count(brandId, [anna, elsa]);
  await app.exposure.flush();
  app.exposure.count(brandId, [anna, '01a00000-0000-7000-8000-000000000000']);
  await app.exposure.flush();
  const shown = async () =>
    new Map(
      (await db.selectFrom('exposure').select(['profile_id', 'week', 'shown']).execute()).map((row) => [
        row.profile_id,
        [row.week, row.shown],
      ]),
    );
  const week = weekOf(app.clock.now());
  expect(await shown()).toEqual(
    new Map([
      [anna, [week, 2]],
      [elsa, [week, 1]],
    ]),
  );
  app.clock.advance(7 * DAY);
  app.exposure.count(brandId, [anna]);
  await app.exposure.flush();
  expect(await shown()).toEqual(
    new Map([
      [anna, [week + 1, 1]],
      [elsa, [week, 1]],
    ]),
  );
});
