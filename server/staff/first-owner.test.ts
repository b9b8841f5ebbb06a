import { expect, test } from '#testing/harness.ts';
import { signIn } from './console-sessions.ts';
import { makeFirstOwner } from './first-owner.ts';

test('of several nodes that start without any staff one makes the owner, who can sign in', async ({
  world,
  app,
}) => {
  const made = await Promise.all([makeFirstOwner(app), makeFirstOwner(app), makeFirstOwner(app)]);
  const [owner, ...others] = made.filter((each) => each !== undefined);
  expect(others).toEqual([]);
  expect(owner).toEqual({
    email: 'owner@serenata.local',
    password: expect.stringMatching(/^([b-z][aeiou][b-z][aeiou]-){4}[b-z][aeiou][b-z][aeiou]$/),
  });
  const { staff } = await signIn(world.visitor(), owner ?? { email: '', password: '' });
  expect(staff.isOwner).toBe(true);
});

test('where staff exist already, none is added', async ({ app }) => {
  await app.db.updateTable('staff').set({ email: 'renamed@serenata.local' }).execute();
  expect(await makeFirstOwner(app)).toBeUndefined();
});
