import { LINK_PLACEHOLDER } from '../../contract/kernel/constants.ts';
import { expect, test } from '../../testing/harness.ts';
import { mailsTo, tokenIn } from '../../testing/platform/mails.ts';
import { atWork, enterConsole, hire } from '../../testing/staff/staff.ts';
import type { World } from '../../testing/world.ts';
import { DAY } from '../platform/clock.ts';
import { findStaffSession, signIn } from './console-sessions.ts';
import * as invitations from './invitations.ts';
import * as own from './own-account.ts';
import * as people from './people.ts';

const failing = (code: string) => expect.objectContaining({ code });
const password = 'lupo-nero-42-volte';

/** The token in the newest invitation to somebody. */
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
let number = 0;
const newAddress = () => `bruna${(number += 1)}@staff.example`;

test('somebody invited sets a password, signs in, and works for the brands that were chosen', async ({
  world,
  app,
}) => {
  const owner = await atWork(world);
  const email = newAddress();
  await invitations.invitePerson(owner, {
    email: email.toUpperCase(),
    name: 'Bruna',
    role: 'host',
    brands: ['verbena'],
    language: 'es',
  });
  await expect(signIn(world.visitor(), { email, password })).rejects.toEqual(failing('staff.login_wrong'));
  const token = await invitationFor(world, email);
  expect(await invitations.readInvitation(withToken(world, token, 'verbena'))).toEqual({
    email,
    name: 'Bruna',
    role: 'host',
    isNew: true,
  });
  await invitations.acceptInvitation(withToken(world, token, 'verbena'), { password });
  const { staff, token: session } = await signIn(world.visitor(), { email, password });
  expect(staff).toMatchObject({ role: 'host', missing: null, brands: [{ key: 'verbena' }], language: 'es' });
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
  const details = { name: 'Bruna', role: 'host', brands: ['lunaria'], language: 'it' } as const;
  await invitations.invitePerson(owner, { email, ...details, brands: ['lunaria'] });
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
    role: 'moderator',
    brands: ['lunaria'],
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
  const invite = (role: Parameters<typeof invitations.invitePerson>[1]['role'], brands: string[]) =>
    invitations.invitePerson(manager, { email: newAddress(), name: 'Bruna', role, brands, language: 'es' });
  for (const role of ['owner', 'brand_manager', 'finance'] as const)
    await expect(invite(role, ['verbena'])).rejects.toEqual(failing('staff.role_too_high'));
  await expect(invite('host', ['lunaria'])).rejects.toEqual(failing('request.not_found'));
  await expect(invite('host', [])).rejects.toEqual(failing('staff.no_brand'));
  const { id } = await invite('host', ['verbena']);

  // Of others the manager sees only who works for the same brand, and manages nobody above.
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
    people.changePerson(manager, { staffId: id, name: 'Bruna', role: 'finance', brands: ['verbena'] }),
  ).rejects.toEqual(failing('staff.role_too_high'));
});

test('whose work changes is signed out, and what another manager gave stays', async ({ world, app }) => {
  const both = await hire(world, { role: 'host', brands: ['lunaria', 'verbena'] });
  const token = await enterConsole(world, both);
  const manager = await atWork(world, { role: 'brand_manager', brands: ['verbena'] });
  await people.changePerson(manager, {
    staffId: both.id,
    name: 'Bruna',
    role: 'moderator',
    brands: ['verbena'],
  });
  expect(await findStaffSession(app, token)).toBeUndefined();
  const after = await findStaffSession(app, await enterConsole(world, both));
  expect(after?.role).toBe('moderator');
  expect(after?.brandIds.toSorted()).toEqual(
    [world.brand('lunaria').id, world.brand('verbena').id].toSorted(),
  );
});

test('whoever leaves is out at once; the last owner cannot, even when two let each other go', async ({
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
  const change = { name: 'Ada', role: 'host', brands: ['lunaria'] } as const;
  await expect(
    people.changePerson(owner, { ...change, staffId: owner.staffId, brands: ['lunaria'] }),
  ).rejects.toEqual(failing('staff.last_owner'));
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
  const again = { name: 'Bruna', role: 'host', language: 'es' } as const;
  const { id } = await invitations.invitePerson(owner, {
    ...again,
    email: before.email,
    brands: ['verbena'],
  });
  expect(id).toBe(before.id);
  await expect(signIn(world.visitor(), before)).rejects.toEqual(failing('staff.login_wrong'));
  const mails = await mailsTo(world.app.db, before.email);
  expect(mails.at(-1)).toMatchObject({ language: 'es', subject: expect.stringContaining('Verbena') });
  const { people: listed } = await people.listPeople(owner, {});
  expect(listed.find((person) => person.id === id)).toMatchObject({
    status: 'invited',
    role: 'host',
    brands: ['verbena'],
    secondFactor: false,
  });
  await expect(
    invitations.invitePerson(owner, { ...again, email: before.email, brands: ['verbena'] }),
  ).rejects.toEqual(failing('staff.email_taken'));
});

test('a manager reads and changes only the own brands of somebody who works elsewhere too', async ({
  world,
  app,
}) => {
  const both = await hire(world, { role: 'host', brands: ['lunaria', 'verbena'] });
  const manager = await atWork(world, { role: 'brand_manager', brands: ['verbena'] });
  const { people: listed } = await people.listPeople(manager, {});
  const person = listed.find(({ id }) => id === both.id);
  expect(person?.brands).toEqual(['verbena']);
  await people.changePerson(manager, { staffId: both.id, name: 'Bea', role: 'host', brands: person!.brands });
  expect((await findStaffSession(app, await enterConsole(world, both)))?.brandIds).toHaveLength(2);
});

test('a lost second factor is set up anew, and nobody stays signed in meanwhile', async ({ world, app }) => {
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
