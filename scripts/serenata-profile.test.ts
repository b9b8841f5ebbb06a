import { makeProfile } from '#testing/discovery/search-people.ts';
import { expect, test } from '#testing/harness.ts';
import { runCommand } from '#testing/operator-command.ts';

test('an operator reserves a profile of the staff’s from the command line', async ({
  databaseUrl,
  folder,
  world,
}) => {
  const anna = await world.member({ gender: 'female' });
  const id = await makeProfile(world, { screenName: 'Ginevra' });
  const serenata = async (...args: string[]) => {
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder };
    const wanted = ['profile', ...args, '--brand', anna.brand.key];
    const { code, stdout, stderr } = await runCommand(environment, ...wanted);
    return { code, said: `${stdout}${stderr}` };
  };
  expect(await serenata('reserve', id)).toEqual({ code: 0, said: 'The profile is reserved.' });
  expect(await serenata('reserve', id)).toEqual({ code: 0, said: 'It was so already.' });
  expect((await serenata('reserved')).said).toContain(`${id}  staff  Ginevra`);
  expect(await serenata('open', id)).toEqual({ code: 0, said: 'The profile is open to everybody.' });
  expect(await serenata('reserve', anna.profileId)).toEqual({
    code: 1,
    said: 'It is a member’s own: only profiles of the staff and of the AI can be reserved.',
  });
});
