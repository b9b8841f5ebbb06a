import { randomUUID } from 'node:crypto';
import { LINK_PLACEHOLDER } from '#contract/kernel/constants.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import type { World } from '#testing/world.ts';
import { listAudit, listBrands, listMails, readMail } from './console-reads.ts';
import { invitePerson } from './invitations.ts';

async function writeMail(world: World, subject: string): Promise<string> {
  const id = newId();
  await world.app.db
    .insertInto('mail')
    .values({
      id,
      brand_id: world.brand().id,
      recipient: 'marco@example.com',
      template: 'welcome',
      language: 'it',
      subject,
      data: JSON.stringify({ link: 'https://lunaria.example/', screenName: 'Zenobia' }),
    })
    .execute();
  return id;
}

test('a member of the staff who works for one brand sees the mails, the audit and the figures of no other', async ({
  world,
}) => {
  const mine = await writeMail(world, 'Benvenuto');
  const other = world.brand('verbena');
  const support = await atWork(world, { role: 'support', brands: [other.key] });
  expect((await listMails(support, {})).mails).toEqual([]);
  await expect(readMail(support, { id: mine })).rejects.toThrow('request.not_found');
  await recordAudit(world.app.db, { actor: { kind: 'system' }, action: 'test.everywhere' });
  for (const brand of [world.brand(), other])
    await recordAudit(world.app.db, {
      brandId: brand.id,
      actor: { kind: 'system' },
      action: `test.${brand.key}`,
    });
  const manager = await atWork(world, { role: 'brand_manager', brands: [other.key] });
  const { entries } = await listAudit(manager, {});
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('test.'))).toEqual([
    'test.verbena',
  ]);
  world.app.brands.refuse({ name: 'brands/torn.json', reason: 'brands/torn.json is not JSON' });
  const { brands, refused } = await listBrands(manager);
  expect(brands.map(({ key }) => key)).toEqual([other.key]);
  // What was left out belongs to no brand yet.
  expect(refused).toEqual([]);
  expect((await listBrands(await atWork(world))).refused).toEqual([
    { name: 'brands/torn.json', reason: 'brands/torn.json is not JSON' },
  ]);
});

test('the outbox comes newest first, page by page, each mail once', async ({ world }) => {
  const operator = await atWork(world);
  const written: string[] = [];
  for (let number = 0; number < 60; number += 1) written.push(await writeMail(world, `Mail ${number}`));
  const first = await listMails(operator, {});
  expect(first.mails).toHaveLength(50);
  expect(first.mails[0]).toMatchObject({
    subject: 'Mail 59',
    to: 'marco@example.com',
    brand: 'lunaria',
    status: 'kept',
  });
  const rest = await listMails(operator, { before: first.next ?? '' });
  expect(rest.next).toBeNull();
  const seen = [...first.mails, ...rest.mails].map(({ id }) => id);
  expect(seen.slice(0, 60)).toEqual(written.toReversed());
  expect(new Set(seen).size).toBe(seen.length);
});

test('a mail is read with both its texts; one that is not there, or cannot be rendered any more, is no fault', async ({
  world,
}) => {
  const operator = await atWork(world);
  const id = await writeMail(world, 'Benvenuto');
  expect(await readMail(operator, { id })).toMatchObject({
    id,
    html: expect.stringContaining('<p'),
    text: expect.stringContaining('https://lunaria.example/'),
    error: null,
  });
  await expect(readMail(operator, { id: randomUUID() })).rejects.toThrow('request.not_found');
  // Written for a template that has changed since.
  await operator.app.db.updateTable('mail').set({ data: '{}' }).where('id', '=', id).execute();
  expect(await readMail(operator, { id })).toMatchObject({
    id,
    html: null,
    text: null,
    error: 'the mail cannot be rendered any more',
  });
});

test('a cursor that no page gave is refused, not a fault', async ({ world }) => {
  const operator = await atWork(world);
  for (const list of [listMails, listAudit]) {
    await expect(list(operator, { before: "'; drop" })).rejects.toThrow('request.malformed');
  }
});

test('the audit comes newest first', async ({ world, app }) => {
  const operator = await atWork(world, { name: 'Carla' });
  await recordAudit(app.db, { actor: { kind: 'staff', id: operator.staffId }, action: 'review.approved' });
  const { entries } = await listAudit(operator, {});
  expect(entries.slice(0, 3)).toMatchObject([
    { action: 'review.approved', actor: 'Carla' },
    { action: 'staff.factor_shown', actor: 'Carla' },
    { action: 'staff.signed_in', actor: 'Carla' },
  ]);
});

test('the audit is searched by a part of a name or of an address that the caller may see, and says where no name fits', async ({
  world,
  app,
}) => {
  const owner = await atWork(world, { name: 'Ottilia Grün' });
  const manager = await atWork(world, { role: 'brand_manager', name: 'Mina', brands: ['verbena'] });
  const host = await atWork(world, { role: 'host', name: 'Ines Grünwald', brands: ['verbena'] });
  const { id: brandId } = world.brand('verbena');
  for (const { staffId } of [owner, manager, host])
    await recordAudit(app.db, { brandId, actor: { kind: 'staff', id: staffId }, action: 'photo.refused' });
  const found = async (who: StaffContext, actor: string) => {
    const { entries, actorFound } = await listAudit(who, { actor, action: 'photo.refused' });
    return actorFound ? entries.map((entry) => entry.actor) : 'nobody';
  };
  const addressOf = ({ staffId }: StaffContext) => `${staffId}@staff`;
  expect(await found(owner, 'grün')).toEqual(['Ines Grünwald', 'Ottilia Grün']);
  expect(await found(owner, 'Ines')).toEqual(['Ines Grünwald']);
  expect(await found(owner, addressOf(manager))).toEqual(['Mina']);
  expect(await found(owner, host.staffId)).toEqual(['Ines Grünwald']);
  // A percent sign is a letter as others are.
  expect(await found(owner, '%')).toBe('nobody');
  expect(await found(owner, 'Zacharias')).toBe('nobody');
  // Addresses of owners are for owners; their names stand beside what they did.
  expect(await found(manager, addressOf(host))).toEqual(['Ines Grünwald']);
  expect(await found(manager, 'ottilia')).toEqual(['Ottilia Grün']);
  expect(await found(manager, addressOf(owner))).toBe('nobody');
});

test('brands are counted as they are', async ({ world }) => {
  const operator = await atWork(world);
  const before = await listBrands(operator);
  const [verbena, lunaria] = [world.brand('verbena'), world.brand('lunaria')];
  await world.member({ brand: verbena });
  await world.profile({ brand: verbena, kind: 'ai' });
  await world.profile({ brand: verbena, kind: 'ai', status: 'hidden' });
  await world.profile({ brand: lunaria, kind: 'staff' });
  const after = await listBrands(operator);
  const grown = (key: string) => {
    const [was, is] = [before, after].map(({ brands }) => brands.find((brand) => brand.key === key));
    if (!was || !is) throw new Error(`no brand ${key}`);
    return {
      accounts: is.accounts - was.accounts,
      member: is.profiles.member - was.profiles.member,
      staff: is.profiles.staff - was.profiles.staff,
      ai: is.profiles.ai - was.profiles.ai,
    };
  };
  expect(grown('verbena')).toEqual({ accounts: 1, member: 1, staff: 0, ai: 2 });
  expect(grown('lunaria')).toEqual({ accounts: 0, member: 0, staff: 1, ai: 0 });
  expect(after.brands.find(({ key }) => key === 'verbena')).toMatchObject({
    title: verbena.settings.title,
    hostnames: verbena.settings.hostnames,
    country: 'es',
    flows: verbena.flows.size,
  });
});

test('what legal texts lack of a brand is named with the pages that leave it out', async ({
  app,
  db,
  world,
}) => {
  const operator = await atWork(world);
  const brand = world.brand('verbena');
  const { contactPoint: _, ...legal } = brand.settings.legal;
  await db
    .updateTable('brand')
    .set({ settings: JSON.stringify({ ...brand.settings, legal }) })
    .where('id', '=', brand.id)
    .execute();
  await app.brands.reload();
  const { brands } = await listBrands(operator);
  expect(brands.map(({ key, missingFacts }) => [key, missingFacts])).toEqual([
    ['lunaria', []],
    ['verbena', [{ fact: 'contactPoint', pages: ['dsa'] }]],
  ]);
});

test('an invitation to work here is shown to those alone who may give such a role', async ({
  world,
  app,
}) => {
  const owner = await atWork(world);
  const { id } = await invitePerson(owner, {
    email: 'invited@staff.example',
    name: 'Irma',
    isOwner: false,
    roles: [{ brand: 'lunaria', role: 'finance' }],
    language: 'it',
  });
  const mail = await app.db
    .selectFrom('mail')
    .select('id')
    .where('about_id', '=', id)
    .executeTakeFirstOrThrow();
  const listedTo = async (context: StaffContext) =>
    (await listMails(context, {})).mails.some((each) => each.id === mail.id);
  expect(await listedTo(owner)).toBe(true);
  expect((await readMail(owner, mail)).text).toContain(`/console/invitation#${LINK_PLACEHOLDER}`);
  const support = await atWork(world, { role: 'support' });
  expect(await listedTo(support)).toBe(false);
  await expect(readMail(support, mail)).rejects.toThrow('request.not_found');
});
