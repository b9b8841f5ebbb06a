import { expect, test } from '#testing/harness.ts';
import { runCommand } from '#testing/operator-command.ts';

test('an operator turns a payment provider off and on from the command line, and says why', async ({
  databaseUrl,
  folder,
  db,
}) => {
  const serenata = async (...args: string[]) => {
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder };
    const { code, stdout, stderr } = await runCommand(environment, 'provider', ...args);
    return { code, said: `${stdout}${stderr}` };
  };
  const reason = ['--reason', 'they charge twice'];
  expect(await serenata('off', 'adyen')).toMatchObject({
    code: 1,
    said: expect.stringContaining('--reason'),
  });
  expect(await serenata('off', 'nobody', ...reason)).toMatchObject({ code: 1 });
  expect(await serenata('off', 'adyen', '--only', 'charges', ...reason)).toEqual({
    code: 0,
    said: 'adyen is off for new charges.',
  });
  expect(await serenata('off', 'adyen', ...reason)).toEqual({
    code: 0,
    said: 'adyen is off for everything.',
  });
  expect((await serenata('list')).said).toMatch(
    /^adyen +off for everything {2}since .*: they charge twice$/m,
  );
  expect(await serenata('on', 'adyen', ...reason)).toEqual({ code: 0, said: 'adyen is on.' });
  expect(await serenata('on', 'adyen', ...reason)).toEqual({ code: 0, said: 'It was so already.' });
  // One brand's new charges, which the others go on with.
  expect(await serenata('off', 'adyen', '--brand', 'lunaria', ...reason)).toMatchObject({
    code: 1,
    said: expect.stringContaining('--only charges'),
  });
  const here = ['--brand', 'lunaria', '--only', 'charges', ...reason];
  expect(await serenata('off', 'adyen', ...here)).toEqual({
    code: 0,
    said: 'adyen is off for new charges at lunaria.',
  });
  expect((await serenata('list')).said).toMatch(
    /^adyen +on\n +off for new charges of lunaria {2}since .*: they charge twice$/m,
  );
  const audited = await db.selectFrom('audit').select('action').where('subject', '=', 'adyen').execute();
  expect(audited.map(({ action }) => action)).toEqual([
    'provider.turned_off',
    'provider.turned_off',
    'provider.turned_on',
    'provider.turned_off',
  ]);
});
