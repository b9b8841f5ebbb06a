import { readFile, stat } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';
import { DAY } from '#server/platform/clock.ts';
import { announce } from '#server/terminal.ts';
import type { TestApp } from '#testing/app.ts';
import { TEST_SECRET } from '#testing/app.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { runCommand } from '#testing/operator-command.ts';
import { enterConsole, hire } from '#testing/staff/staff.ts';
import type { World } from '#testing/world.ts';
import { findStaffSession, signIn } from './console-sessions.ts';
import { acceptInvitation, readInvitation } from './invitations.ts';

const failing = (code: string) => expect.objectContaining({ code });
const password = 'lupo-nero-42-volte';

/** What a start in production prints. */
async function startInProduction(app: TestApp, dataDir: string): Promise<string> {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const config = { ...app.config, dataDir, environment: 'production' as const };
  await announce({ app: { ...app, config }, port: 3000 });
  return log.mock.calls.splice(0).flat().join('\n');
}

async function linkIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^https?:\/\/[^/]+\/console\/invitation#[\w.-]+\n$/);
  return text.trim().split('#')[1] ?? '';
}

const follow = (world: World, linkToken: string, brand = 'lunaria') => ({
  ...world.visitor(world.brand(brand)),
  linkToken,
});

test('the first owner is invited by a file for the user of the machine alone, and no start prints what opens anything', async ({
  app,
  world,
}) => {
  await app.db.deleteFrom('staff').execute();
  const folder = await makeFolder();
  const file = `${folder}/owner-invitation`;
  const printed = await startInProduction(app, folder);
  expect(printed).toContain(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const first = await linkIn(file);
  expect(printed).not.toContain(first);
  expect(printed).not.toMatch(/eyJ|sign-in, shown/);

  // It was not used for a day: that one is over, and the next start writes another.
  app.clock.advance(DAY + 1);
  await expect(readInvitation(follow(world, first))).rejects.toEqual(failing('link.invalid'));
  await startInProduction(app, folder);
  const elsewhere = await makeFolder();
  await startInProduction(app, elsewhere);
  const [here, there] = [await linkIn(file), await linkIn(`${elsewhere}/owner-invitation`)];

  // It is good at any brand, since the first owner comes before the first brand.
  const link = follow(world, here, 'verbena');
  expect(await readInvitation(link)).toMatchObject({ isOwner: true, isNew: true, fromMachine: true });
  await expect(acceptInvitation(link, { password })).rejects.toEqual(failing('field.email'));
  expect(await acceptInvitation(link, { password, email: ' Olga@Lunaria.example' })).toEqual({
    email: 'olga@lunaria.example',
  });
  for (const used of [here, there])
    await expect(
      acceptInvitation(follow(world, used), { password, email: 'other@lunaria.example' }),
    ).rejects.toEqual(failing('link.invalid'));
  const { staff } = await signIn(world.visitor(), { email: 'olga@lunaria.example', password });
  expect(staff).toMatchObject({ isOwner: true, missing: 'enrol' });

  expect(await startInProduction(app, folder)).not.toContain('owner-invitation');
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('a sole owner who has lost password and second factor comes back by a command on the machine', async ({
  app,
  databaseUrl,
  world,
}) => {
  await app.db.deleteFrom('staff').execute();
  const owner = await hire(world);
  const before = await enterConsole(world, owner);
  const folder = await makeFolder();
  const environment = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET, DATA_DIR: folder };
  const host = await hire(world, { role: 'host' });
  const refused = await runCommand(environment, 'owner', '--email', host.email);
  expect(refused).toMatchObject({ code: 1, stderr: `No owner has the address ${host.email}.` });

  const { code, stdout, stderr } = await runCommand(environment, 'owner');
  expect([code, stdout]).toEqual([0, `${folder}/owner-invitation`]);
  expect((await stat(stdout)).mode & 0o777).toBe(0o600);
  const linkToken = await linkIn(stdout);
  expect(stderr).not.toContain(linkToken);
  // Until it is used, nothing has changed.
  expect(await findStaffSession(app, before)).toMatchObject({ missing: null });

  const link = follow(world, linkToken);
  expect(await readInvitation(link)).toMatchObject({ email: owner.email, isNew: false, fromMachine: true });
  await expect(acceptInvitation(link, { password, email: host.email })).rejects.toEqual(
    failing('staff.email_taken'),
  );
  expect(await acceptInvitation(link, { password })).toEqual({ email: owner.email });
  expect(await findStaffSession(app, before)).toBeUndefined();
  const { staff } = await signIn(world.visitor(), { email: owner.email, password });
  expect(staff).toMatchObject({ missing: 'enrol', factors: { totp: false, passkeys: 0 } });
  await expect(acceptInvitation(link, { password })).rejects.toEqual(failing('link.invalid'));
  const audit = await app.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', owner.email)
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['staff.owner_invited', 'staff.factors_reset']),
  );

  await hire(world);
  const several = await runCommand(environment, 'owner');
  expect(several).toMatchObject({ code: 1, stderr: expect.stringContaining('There are several owners') });
  expect(await runCommand(environment, 'owner', '--email', owner.email.toUpperCase())).toMatchObject({
    code: 0,
  });
});
