import { sql } from 'kysely';
import { readPerson } from '#server/discovery/read-person.ts';
import { makeProfile } from '#testing/discovery/search-people.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { listReserved, reserveProfile } from './reserved-profiles.ts';

test('an operator keeps a profile of the staff’s for those who have paid, and opens it again', async ({
  world,
  db,
}) => {
  const operator = await atWork(world);
  const marco = await world.member();
  const brand = marco.brand.key;
  await sql`update flow set settings = settings || '{"keepsReserved": true}'
    where brand_id = ${marco.brandId}::uuid and id = '7'`.execute(db);
  const [staff, companion] = [await makeProfile(world), await makeProfile(world, { kind: 'ai' })];
  const ours = async () => {
    const { profiles } = await listReserved(operator, { brand });
    return profiles.filter(({ id }) => id === staff || id === companion).map(({ id, kind }) => [id, kind]);
  };
  for (const id of [staff, companion, staff])
    expect(await reserveProfile(operator, { brand, id, reserved: true })).toEqual({ ok: true });
  expect(await ours()).toEqual(
    [
      [staff, 'staff'],
      [companion, 'ai'],
    ].toSorted(),
  );
  await expect(readPerson(marco, { id: staff })).rejects.toMatchObject({ code: 'profile.locked' });
  await reserveProfile(operator, { brand, id: staff, reserved: false });
  expect((await readPerson(marco, { id: staff }))[0]).toMatchObject({ id: staff, locked: false });
  expect(await ours()).toEqual([[companion, 'ai']]);
  const written = await db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'actor_id'])
    .where('subject', '=', staff)
    .orderBy('id')
    .execute();
  const actor = { actor_kind: 'staff', actor_id: operator.staffId };
  expect(written).toEqual([
    { action: 'profile.reserved', ...actor },
    { action: 'profile.opened', ...actor },
  ]);
});

test('no profile’s id is reserved', async ({ world, db }) => {
  const operator = await atWork(world);
  const anna = await world.member({ gender: 'female' });
  const brand = anna.brand.key;
  const request = { brand, id: anna.profileId, reserved: true };
  await expect(reserveProfile(operator, request)).rejects.toMatchObject({ code: 'profile.not_ours' });
  // Not by another way either.
  const change = db.updateTable('profile').set({ reserved: true }).where('id', '=', anna.profileId);
  await expect(change.execute()).rejects.toThrow('check constraint');
  const id = await makeProfile(world);
  // A profile of one brand is none of another's.
  const elsewhere = reserveProfile(operator, { brand: 'verbena', id, reserved: true });
  await expect(elsewhere).rejects.toMatchObject({ code: 'request.not_found' });
});
