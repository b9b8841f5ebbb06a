import { expect, test } from '../../testing/harness.ts';
import { signIn } from './console-sessions.ts';
import { makeFirstOperator } from './first-operator.ts';

test('of several nodes that start without any staff one makes the operator, who can sign in', async ({
  world,
  app,
}) => {
  const made = await Promise.all([makeFirstOperator(app), makeFirstOperator(app), makeFirstOperator(app)]);
  const [operator, ...others] = made.filter((each) => each !== undefined);
  expect(others).toEqual([]);
  expect(operator).toEqual({
    email: 'operator@serenata.local',
    password: expect.stringMatching(/^([b-z][aeiou][b-z][aeiou]-){4}[b-z][aeiou][b-z][aeiou]$/),
  });
  const { staff } = await signIn(world.visitor(), operator ?? { email: '', password: '' });
  expect(staff.role).toBe('operator');
});

test('where somebody works already, nobody is added', async ({ app }) => {
  await app.db.updateTable('staff').set({ email: 'renamed@serenata.local' }).execute();
  expect(await makeFirstOperator(app)).toBeUndefined();
});
