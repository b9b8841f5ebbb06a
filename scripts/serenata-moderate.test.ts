import { describeUser } from '../server/accounts/describe-user.ts';
import { addPhoto } from '../server/moderation/moderation-for-tests.ts';
import { expect, test } from '../server/testing/harness.ts';
import { runProgram } from '../server/testing/real-server.ts';

test('an operator lists what waits, approves and refuses from the command line', async ({
  databaseUrl,
  folder,
  world,
}) => {
  const marco = await world.member({ profileStatus: 'pending' });
  const photo = await addPhoto(marco);
  const serenata = async (...args: string[]) => {
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: folder };
    const { code, stdout, stderr } = await (
      await runProgram('scripts/serenata.ts', environment, { args: ['moderate', ...args] })
    ).ended;
    return { code, said: `${stdout}${stderr}`.trim() };
  };
  const { said } = await serenata('list', '--brand', marco.brand.key);
  expect(said).toContain(`profile  ${marco.profileId}  lunaria`);
  expect(said).toContain(`photo  ${photo.id}  lunaria`);
  const brand = ['--brand', marco.brand.key];
  expect(await serenata('refuse', 'photo', photo.id, ...brand)).toMatchObject({
    code: 1,
    said: expect.stringContaining('--reason is one of contact_details'),
  });
  expect(await serenata('approve', 'profile', marco.profileId, ...brand)).toEqual({
    code: 0,
    said: 'The profile is approved.',
  });
  expect(await serenata('approve', 'profile', marco.profileId, ...brand)).toEqual({
    code: 0,
    said: 'It was so already.',
  });
  const refused = await serenata('refuse', 'photo', photo.id, ...brand, '--reason', 'unclear');
  expect(refused).toEqual({ code: 0, said: 'The photo is refused.' });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({
    profileStatus: 'visible',
    photos: [{ status: 'rejected', refusal: 'unclear' }],
  });
  expect(await serenata('approve', 'profile', photo.id, ...brand)).toMatchObject({ code: 1 });
}, 120_000);
