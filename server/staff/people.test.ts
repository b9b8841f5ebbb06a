import { LINK_PLACEHOLDER } from '#contract/kernel/constants.ts';
import type { BrandRole } from '#contract/kernel/staff-rights.ts';
import { DAY } from '#server/platform/clock.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo, tokenIn } from '#testing/platform/mails.ts';
import { atWork, enterConsole, hire } from '#testing/staff/staff.ts';
import type { World } from '#testing/world.ts';
import { findStaffSession, signIn } from './console-sessions.ts';
import * as invitations from './invitations.ts';
import * as own from './own-account.ts';
import * as people from './people.ts';

const failing = (code: string) => expect.objectContaining({ code });
const password = 'lupo-nero-42-volte';

/** The token in the newest invitation to this address. */
async function invitationFor(world: World, email: string): Promise<string> {
  const mail = (await mailsTo(world.app.db, email)).findLast(
    ({ template }) => template === 'staff_invitation',
  );
  expect(mail?.text).toContain(`/console/invitation#${LINK_PLACEHOLDER}`);
  return tokenIn(world.app, mail);
}

const withToken = (world: World, linkToken: string, brand = 'lunaria') => ({
  ...world.visitor(world.brand(brand)),
  linkToken,
});

/** The same role at each of these brands. */
const as = (role: BrandRole, ...brands: string[]) => ({
  isOwner: false,
  roles: brands.map((brand) => ({ brand, role })),
});
let number = 0;
const newAddress = () => `bruna${(number += 1)}@staff.example`;

test('an invited person sets a password, signs in, and works for the brands that were chosen', async ({
  world,
  app,
}) => {
  const owner = await atWork(world);
  const email = newAddress();
  await invitations.invitePerson(owner, {
    email: email.toUpperCase(),
    name: 'Bruna',
    ...as('host', 'verbena'),
    language: 'es',
  });
  await expect(signIn(world.visitor(), { email, password })).rejects.toEqual(failing('staff.login_wrong'));
  const token = await invitationFor(world, email);
  expect(await invitations.readInvitation(withToken(world, token, 'verbena'))).toEqual({
    email,
    name: 'Bruna',
    isOwner: false,
    brands: [{ key: 'verbena', title: 'Verbena', role: 'host' }],
    isNew: true,
    fromMachine: false,
  });
  await invitations.acceptInvitation(withToken(world, token, 'verbena'), { password });
  const { staff, token: session } = await signIn(world.visitor(), { email, password });
  const brands = [{ key: 'verbena', role: 'host' }];
  expect(staff).toMatchObject({ isOwner: false, missing: 'enrol', brands, language: 'es' });
  expect(await findStaffSession(app, session)).toMatchObject({ brandIds: [world.brand('verbena').id] });
  // It was good once.
  await expect(
    invitations.acceptInvitation(withToken(world, token, 'verbena'), { password }),
  ).rejects.toEqual(failing('link.invalid'));
  await expect(invitations.readInvitation(withToken(world, token, 'verbena'))).rejects.toEqual(
    failing('link.invalid'),
  );
});

test('two who use one invitation at once: one password counts', async ({ world }) => {
  const owner = await atWork(world);
  const email = newAddress();
  const details = { name: 'Bruna', ...as('host', 'lunaria'), language: 'it' } as const;
  await invitations.invitePerson(owner, { email, ...details });
  const token = await invitationFor(world, email);
  const outcomes = await Promise.allSettled(
    ['first-password', 'second-password'].map((each) =>
      invitations.acceptInvitation(withToken(world, token), { password: each }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('an invitation ends after a week, and with the person', async ({ world, app }) => {
  const owner = await atWork(world);
  const email = newAddress();
  const { id: staffId } = await invitations.invitePerson(owner, {
    email,
    name: 'Bruna',
    ...as('moderator', 'lunaria'),
    language: 'it',
  });
  const late = await invitationFor(world, email);
  app.clock.advance(7 * DAY + 1);
  await expect(invitations.readInvitation(withToken(world, late))).rejects.toEqual(failing('link.invalid'));
  await invitations.inviteAgain(owner, { staffId });
  const fresh = await invitationFor(world, email);
  await people.dismissPerson(owner, { staffId });
  await expect(invitations.acceptInvitation(withToken(world, fresh), { password })).rejects.toEqual(
    failing('link.invalid'),
  );
});

test('a brand manager invites for the own brands and never gives more than the role may', async ({
  world,
}) => {
  const manager = await atWork(world, { role: 'brand_manager', brands: ['verbena'] });
  const invite = (standing: ReturnType<typeof as>) =>
    invitations.invitePerson(manager, { email: newAddress(), name: 'Bruna', ...standing, language: 'es' });
  for (const role of ['brand_manager', 'finance'] as const)
    await expect(invite(as(role, 'verbena'))).rejects.toEqual(failing('staff.role_too_high'));
  await expect(invite({ isOwner: true, roles: [] })).rejects.toEqual(failing('staff.role_too_high'));
  await expect(invite(as('host', 'lunaria'))).rejects.toEqual(failing('request.not_found'));
  await expect(invite(as('host'))).rejects.toEqual(failing('staff.no_brand'));
  const { id } = await invite(as('host', 'verbena'));

  // Of others the manager sees only people of the same brand, and manages no one above.
  const elsewhere = await hire(world, { role: 'host', brands: ['lunaria'], name: 'Altrove' });
  const owner = await hire(world, { name: 'Titolare' });
  const shown = (await people.listPeople(manager, {})).people.map((person) => person.id);
  expect(shown).toEqual(expect.arrayContaining([id, manager.staffId]));
  expect(shown).not.toContain(elsewhere.id);
  expect(shown).not.toContain(owner.id);
  for (const other of [elsewhere, owner])
    await expect(people.dismissPerson(manager, { staffId: other.id })).rejects.toEqual(
      failing('request.not_found'),
    );
  await expect(people.dismissPerson(manager, { staffId: manager.staffId })).rejects.toEqual(
    failing('staff.role_too_high'),
  );
  await expect(
    people.changePerson(manager, { staffId: id, name: 'Bruna', ...as('finance', 'verbena') }),
  ).rejects.toEqual(failing('staff.role_too_high'));
});

test('a role that a manager gives holds at the manager’s brand, and nowhere else', async ({ world, app }) => {
  const both = await hire(world, { role: 'host', brands: ['lunaria', 'verbena'] });
  const token = await enterConsole(world, both);
  const manager = await atWork(world, { role: 'brand_manager', brands: ['verbena'] });
  await people.changePerson(manager, { staffId: both.id, name: 'Ada', ...as('support', 'verbena') });
  // What was open is closed, so that nothing stays open that should not.
  expect(await findStaffSession(app, token)).toBeUndefined();
  const after = await findStaffSession(app, await enterConsole(world, both));
  expect(after?.roles).toEqual(
    new Map([
      [world.brand('lunaria').id, 'host'],
      [world.brand('verbena').id, 'support'],
    ]),
  );
});

test('a manager of one brand gives no role to a person of another, who goes on as before', async ({
  world,
  app,
}) => {
  const host = await hire(world, { roles: { verbena: 'host' }, name: 'Bea' });
  const token = await enterConsole(world, host);
  const manager = await atWork(world, { role: 'brand_manager', brands: ['lunaria'] });
  // A manager does not see who works elsewhere; an owner adds the brand.
  for (const brand of ['lunaria', 'verbena'])
    await expect(
      people.changePerson(manager, { staffId: host.id, name: 'Bea', ...as('support', brand) }),
    ).rejects.toEqual(failing('request.not_found'));
  await expect(
    invitations.invitePerson(manager, {
      email: host.email,
      name: 'Bruna',
      ...as('host', 'lunaria'),
      language: 'it',
    }),
  ).rejects.toEqual(failing('staff.email_taken'));
  expect(await mailsTo(app.db, host.email)).toEqual([]);
  expect((await findStaffSession(app, token))?.roles).toEqual(new Map([[world.brand('verbena').id, 'host']]));

  await people.changePerson(await atWork(world), {
    staffId: host.id,
    name: 'Bea',
    ...as('host', 'lunaria', 'verbena'),
  });
  await people.changePerson(manager, { staffId: host.id, name: 'Bea', ...as('support', 'lunaria') });
  const after = await findStaffSession(app, await enterConsole(world, host));
  expect(after?.roles).toEqual(
    new Map([
      [world.brand('lunaria').id, 'support'],
      [world.brand('verbena').id, 'host'],
    ]),
  );
});

test('staff who leave are out at once; the last owner cannot, even when two let each other go', async ({
  world,
  app,
}) => {
  const host = await hire(world, { role: 'host' });
  const token = await enterConsole(world, host);
  const owner = await atWork(world);
  await people.dismissPerson(owner, { staffId: host.id });
  expect(await findStaffSession(app, token)).toBeUndefined();
  await expect(signIn(world.visitor(), host)).rejects.toEqual(failing('staff.login_wrong'));

  await app.db.updateTable('staff').set({ status: 'left' }).where('id', '!=', owner.staffId).execute();
  await expect(people.dismissPerson(owner, { staffId: owner.staffId })).rejects.toEqual(
    failing('staff.last_owner'),
  );
  const change = { name: 'Ada', ...as('host', 'lunaria') };
  await expect(people.changePerson(owner, { ...change, staffId: owner.staffId })).rejects.toEqual(
    failing('staff.last_owner'),
  );
  const other = await atWork(world);
  const outcomes = await Promise.allSettled([
    people.dismissPerson(owner, { staffId: other.staffId }),
    people.dismissPerson(other, { staffId: owner.staffId }),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('who has left can be invited again, with nothing of before', async ({ world }) => {
  const owner = await atWork(world);
  const before = await hire(world, { role: 'finance', brands: ['lunaria'] });
  await people.dismissPerson(owner, { staffId: before.id });
  const again = { name: 'Bruna', ...as('host', 'verbena'), language: 'es' } as const;
  const { id } = await invitations.invitePerson(owner, { ...again, email: before.email });
  expect(id).toBe(before.id);
  await expect(signIn(world.visitor(), before)).rejects.toEqual(failing('staff.login_wrong'));
  const mails = await mailsTo(world.app.db, before.email);
  expect(mails.at(-1)).toMatchObject({ language: 'es', subject: expect.stringContaining('Verbena') });
  const { people: listed } = await people.listPeople(owner, {});
  expect(listed.find((person) => person.id === id)).toMatchObject({
    status: 'invited',
    roles: [{ brand: 'verbena', role: 'host' }],
    secondFactor: false,
  });
  await expect(invitations.invitePerson(owner, { ...again, email: before.email })).rejects.toEqual(
    failing('staff.email_taken'),
  );
});

test('of a person who works elsewhere too a manager sees and changes the own brand, and nothing that is the person’s own', async ({
  world,
  app,
}) => {
  const both = await hire(world, { roles: { lunaria: 'finance', verbena: 'host' }, name: 'Bea' });
  const { id: staffId } = both;
  const manager = await atWork(world, { role: 'brand_manager', brands: ['verbena'] });
  const { people: listed } = await people.listPeople(manager, {});
  expect(listed.find(({ id }) => id === staffId)).toMatchObject({
    roles: [{ brand: 'verbena', role: 'host' }],
    isWholly: false,
  });
  const elsewhere = failing('staff.works_elsewhere');
  const asHost = as('host', 'verbena');
  await expect(people.changePerson(manager, { staffId, name: 'Bruna', ...asHost })).rejects.toEqual(
    elsewhere,
  );
  await expect(people.resetFactors(manager, { staffId })).rejects.toEqual(elsewhere);
  await expect(invitations.inviteAgain(manager, { staffId })).rejects.toEqual(elsewhere);
  await expect(
    people.changePerson(manager, { staffId, name: 'Bea', ...as('host', 'lunaria') }),
  ).rejects.toEqual(failing('request.not_found'));

  await people.dismissPerson(manager, { staffId });
  expect((await people.listPeople(manager, {})).people.map(({ id }) => id)).not.toContain(staffId);
  const after = await findStaffSession(app, await enterConsole(world, both));
  expect(after?.roles).toEqual(new Map([[world.brand('lunaria').id, 'finance']]));
});

test('who manages two brands gives a role at each, and each brand’s audit tells of its own', async ({
  world,
  app,
}) => {
  const both = await hire(world, { roles: { lunaria: 'host', verbena: 'moderator' }, name: 'Bea' });
  const manager = await atWork(world, { role: 'brand_manager' });
  const roles = [
    { brand: 'lunaria', role: 'analyst' },
    { brand: 'verbena', role: 'moderator' },
  ] as const;
  await people.changePerson(manager, { staffId: both.id, name: 'Bea', isOwner: false, roles: [...roles] });
  const entries = await app.db
    .selectFrom('audit')
    .select(['brand_id', 'details'])
    .where('action', '=', 'staff.changed')
    .where('subject', '=', both.email)
    .execute();
  expect(entries).toEqual([
    { brand_id: world.brand('lunaria').id, details: { name: 'Bea', role: 'analyst', before: 'host' } },
  ]);
  // Above them both, and the manager cannot take it away.
  const finance = await hire(world, { roles: { lunaria: 'finance', verbena: 'host' } });
  await expect(
    people.changePerson(manager, { staffId: finance.id, name: 'Ada', ...as('host', 'lunaria', 'verbena') }),
  ).rejects.toEqual(failing('staff.role_too_high'));
  await expect(people.dismissPerson(manager, { staffId: finance.id })).rejects.toEqual(
    failing('staff.role_too_high'),
  );
});

test('an owner makes a person an owner, and of an owner a person who works for one brand', async ({
  world,
  app,
}) => {
  const owner = await atWork(world);
  const host = await hire(world, { role: 'host', brands: ['verbena'], withTotp: false });
  const rolesNow = async () =>
    (await findStaffSession(app, await enterConsole(world, host).catch(() => '')))?.roles;
  await people.changePerson(owner, { staffId: host.id, name: 'Ada', isOwner: true, roles: [] });
  const { staff } = await signIn(world.visitor(), host);
  expect(staff).toMatchObject({
    isOwner: true,
    missing: 'enrol',
    brands: [{ role: 'owner' }, { role: 'owner' }],
  });
  await people.changePerson(owner, { staffId: host.id, name: 'Ada', ...as('analyst', 'lunaria') });
  expect(await rolesNow()).toEqual(new Map([[world.brand('lunaria').id, 'analyst']]));
});

test('a lost second factor is set up again, and no session stays open meanwhile', async ({ world, app }) => {
  const finance = await hire(world, { role: 'finance' });
  const token = await enterConsole(world, finance);
  const owner = await atWork(world);
  await people.resetFactors(owner, { staffId: finance.id });
  expect(await findStaffSession(app, token)).toBeUndefined();
  const { staff } = await signIn(world.visitor(), finance);
  expect(staff.missing).toBe('enrol');
});

test('a new password ends every other session, and the old one is asked for', async ({ world, app }) => {
  const host = await hire(world, { role: 'host' });
  const [here, there] = [await enterConsole(world, host), await enterConsole(world, host)];
  const session = await findStaffSession(app, here);
  const context = { ...world.visitor(), ...session! };
  await expect(own.changePassword(context, { current: 'guess', password })).rejects.toEqual(
    failing('password.wrong'),
  );
  const owner = await atWork(world);
  await invitations.inviteAgain(owner, { staffId: host.id });
  const link = withToken(world, await invitationFor(world, host.email));
  await own.changePassword(context, { current: host.password, password });
  await expect(invitations.readInvitation(link)).rejects.toEqual(failing('link.invalid'));
  expect(await findStaffSession(app, there)).toBeUndefined();
  expect(await findStaffSession(app, here)).toBeDefined();
  await signIn(world.visitor(), { email: host.email, password });
  const { sessions } = await own.listSessions(context);
  const other = sessions.find(({ current }) => !current);
  expect(sessions).toHaveLength(2);
  await own.endSession(context, { sessionId: other!.id });
  expect((await own.listSessions(context)).sessions).toMatchObject([{ current: true }]);
  const stranger = await atWork(world, { role: 'host' });
  await expect(own.endSession(stranger, { sessionId: context.sessionId })).rejects.toEqual(
    failing('request.not_found'),
  );
});
