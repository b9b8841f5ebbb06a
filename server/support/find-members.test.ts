import type { StaffContext } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import { paid } from '#testing/billing/refunds.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { Member, World } from '#testing/world.ts';
import { findMembers } from './find-members.ts';

type Input = Parameters<typeof findMembers>[1];

/** All members whom pages of the list show, one page after the other. */
async function idsOf(context: StaffContext, input: Input): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await findMembers(context, { ...input, ...(after && { after }) });
    ids.push(...page.members.map(({ accountId }) => accountId));
    after = page.next ?? undefined;
  } while (after);
  return ids;
}

const rename = ({ app: { db }, profileId }: Member, screen_name: string) =>
  db.updateTable('profile').set({ screen_name }).where('id', '=', profileId).execute();

async function member(world: World, name: string, options: Parameters<World['member']>[0] = {}) {
  const made = await world.member(options);
  await rename(made, name);
  return made;
}

test('a name is found by its beginning, however it is written, in the brands that one works for', async ({
  world,
}) => {
  const verbena = world.brand('verbena');
  const rosa = await member(world, 'Rosalba 50%');
  const rosetta = await member(world, 'rosalba_x');
  const other = await member(world, 'Rosalba', { brand: verbena });
  const support = await atWork(world, { role: 'support' });
  expect(new Set(await idsOf(support, { text: 'ROSALB' }))).toEqual(
    new Set([rosa, rosetta, other].map(({ accountId }) => accountId)),
  );
  expect(await idsOf(support, { text: 'rosalba 50%' })).toEqual([rosa.accountId]);
  expect(await idsOf(support, { text: 'osalba' })).toEqual([]);
  expect(await idsOf(support, { text: 'rosalb', brand: 'verbena' })).toEqual([other.accountId]);
  const inVerbena = await atWork(world, { role: 'support', brands: ['verbena'] });
  expect(await idsOf(inVerbena, { text: 'rosalb' })).toEqual([other.accountId]);
  await expect(findMembers(inVerbena, { brand: 'lunaria' })).rejects.toThrow('request.not_found');
});

test('an address finds its owner for those who may know it, and shows it to them alone', async ({
  world,
}) => {
  const marco = await world.member({ email: 'marco.polo@venezia.example' });
  const support = await atWork(world, { role: 'support' });
  for (const text of ['Marco.Polo@venezia.example', 'marco.polo@ven']) {
    const { members } = await findMembers(support, { text });
    expect(members).toMatchObject([{ accountId: marco.accountId, email: marco.email }]);
  }
  const moderator = await atWork(world, { role: 'moderator' });
  expect(await idsOf(moderator, { text: marco.email })).toEqual([]);
  expect((await findMembers(moderator, { text: marco.accountId })).members).toMatchObject([
    { accountId: marco.accountId, email: null },
  ]);
});

test('ids of the account, its profile and tracker lead to it, that of an order for finance alone', async ({
  world,
}) => {
  const marco = await world.member();
  const { purchaseId } = await paid(marco);
  const [finance, support] = [
    await atWork(world, { role: 'finance' }),
    await atWork(world, { role: 'support' }),
  ];
  for (const text of [marco.accountId.toUpperCase(), marco.profileId, marco.trackerId])
    expect(await idsOf(support, { text }), text).toEqual([marco.accountId]);
  expect(await idsOf(finance, { text: purchaseId })).toEqual([marco.accountId]);
  expect(await idsOf(support, { text: purchaseId })).toEqual([]);
  const staffProfile = await world.profile();
  expect(await idsOf(support, { text: staffProfile })).toEqual([]);
});

test('filters by status, level and day of signing up', async ({ db, world }) => {
  await member(world, 'Filtro 1');
  await member(world, 'Filtro 2', { level: 2 });
  const off = await member(world, 'Filtro 3', { status: 'disabled' });
  await member(world, 'Filtro 4', { status: 'closing' });
  await db
    .updateTable('account')
    .set({ created_at: new Date('2025-03-02T23:59:59.999Z') })
    .where('id', '=', off.accountId)
    .execute();
  const support = await atWork(world, { role: 'support' });
  const found = async (input: Input) =>
    (await findMembers(support, { text: 'filtro', ...input })).members.map(({ screenName }) => screenName);
  expect(await found({ status: 'disabled' })).toEqual(['Filtro 3']);
  expect(await found({ status: 'closing' })).toEqual(['Filtro 4']);
  expect(await found({ status: 'active', level: 'free' })).toEqual(['Filtro 1']);
  expect(await found({ level: 'paying' })).toEqual(['Filtro 2']);
  expect(await found({ from: '2025-03-02', to: '2025-03-02' })).toEqual(['Filtro 3']);
  expect(await found({ to: '2025-03-01' })).toEqual([]);
  expect((await found({ from: '2025-03-03' })).length).toBe(3);
});

test('who begins to pay, or no longer does, is found by their name as such at once', async ({
  db,
  world,
}) => {
  const [ada, bea] = [await member(world, 'Paga 1'), await member(world, 'Paga 2', { level: 2 })];
  const support = await atWork(world, { role: 'support' });
  const setLevel = ({ accountId }: Member, level: 0 | 1) =>
    db.updateTable('account').set({ level }).where('id', '=', accountId).execute();
  expect(await idsOf(support, { text: 'paga', level: 'paying' })).toEqual([bea.accountId]);
  await setLevel(ada, 1);
  await setLevel(bea, 0);
  expect(await idsOf(support, { text: 'paga', level: 'paying' })).toEqual([ada.accountId]);
  expect(await idsOf(support, { text: 'paga', level: 'free' })).toEqual([bea.accountId]);
});

test('a cursor of another order is refused', async ({ world }) => {
  for (let n = 0; n < 51; n += 1) await member(world, `Ordine ${n}`);
  const support = await atWork(world, { role: 'support' });
  const byName = await findMembers(support, { text: 'ordine' });
  expect(byName.members.map(({ screenName }) => screenName)).toEqual(
    byName.members.map(({ screenName }) => screenName).toSorted(),
  );
  expect((await findMembers(support, { text: 'ordine', after: byName.next! })).members.length).toBe(1);
  await expect(findMembers(support, { after: byName.next! })).rejects.toThrow('request.malformed');
});

test.for(['newest', 'oldest', 'active'] as const)(
  'pages in the order %s follow each other without gaps or doubles, across brands',
  async (sort, { app, db, world }) => {
    const brands = [world.brand(), world.brand('verbena')];
    const start = app.clock.now().getTime() + DAY;
    const expected: string[] = [];
    for (let n = 0; n < 120; n += 1) {
      const { accountId, profileId } = await world.member({ brand: brands[n % 2]! });
      // Many at the same moment, which only their ids tell apart.
      const at = new Date(start + Math.floor(n / 7) * DAY);
      await db.updateTable('account').set({ created_at: at }).where('id', '=', accountId).execute();
      await db.updateTable('profile').set({ last_active_at: at }).where('id', '=', profileId).execute();
      expected.push(accountId);
    }
    const support = await atWork(world, { role: 'support' });
    const found = await idsOf(support, { sort });
    expect(new Set(found).size).toBe(found.length);
    const own = found.filter((id) => expected.includes(id));
    expect(own.toSorted()).toEqual(expected.toSorted());
    const days = own.map((id) => Math.floor(expected.indexOf(id) / 7));
    expect(days).toEqual(days.toSorted((one, two) => (sort === 'oldest' ? one - two : two - one)));
    await db.deleteFrom('account').where('id', 'in', expected).execute();
  },
);
