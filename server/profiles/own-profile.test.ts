import fc from 'fast-check';
import { z } from 'zod';
import { details } from '#contract/profile/details.ts';
import * as contract from '#contract/profile/own-profile.ts';
import { expect, test } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { propertyRuns } from '#testing/long-runs.ts';
import type { Member } from '#testing/world.ts';
import { profiles } from './module.ts';
import { readOwnProfile, saveOwnProfile } from './own-profile.ts';
import { readPeople } from './people.ts';

const readProfileState = ({ app: { db }, accountId }: Member) =>
  db
    .selectFrom('profile')
    .select(['status', 'moderated_at', 'screen_name', 'birth_year'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();

test('a member reads exactly the fields of the specification, and what they may say of themselves', async ({
  app,
  world,
}) => {
  const server = await serve(app, profiles.routes);
  const marco = await world.member({ city: 'Roma' });
  const { trackerId, token } = marco;
  const { body, reply } = await callAs(server, contract.readOwnProfile, { trackerId }, { token });
  expect(Object.keys(body as object).toSorted()).toEqual(
    'age campi cerco city consenso_delicati cosa_cerco descrizione domande email passi phone photo region sono surname username'
      .split(' ')
      .concat(Object.values(details).map(({ wire }) => wire))
      .toSorted(),
  );
  expect(reply).toMatchObject({ email: marco.email, age: 41, region: 'Lazio', city: 'Roma', photo: null });
});

test('what is named changes, what is not stays', async ({ app, world }) => {
  const server = await serve(app, profiles.routes);
  const marco = await world.member();
  const { trackerId, token } = marco;
  const input = {
    trackerId,
    screenName: '  Marco\t\u202eRossi ',
    surname: ' Rossi ',
    age: 33,
    phone: ' +39 (333) 123-4567 ',
    region: 'Sicilia',
    city: 'Palermo',
    seeks: 'male' as const,
    description: ' Una sera.\r\n\r\nDue\u0007 parole\ud800. ',
    lookingFor: 'Compagnia',
  };
  const { status, reply } = await callAs(server, contract.saveOwnProfile, input, { token });
  expect(status).toBe(200);
  expect(reply.user).toMatchObject({
    screenName: 'Marco Rossi',
    region: 'Sicilia',
    city: 'Palermo',
    about: { gender: 'male', seeks: 'male' },
  });
  expect(await readOwnProfile(marco)).toMatchObject({
    surname: 'Rossi',
    age: 33,
    phone: '+39 (333) 123-4567',
    description: 'Una sera.\n\nDue  parole .',
    lookingFor: 'Compagnia',
  });
  const before = await readOwnProfile(marco);
  await saveOwnProfile(marco, { surname: '' });
  expect(await readOwnProfile(marco)).toEqual({ ...before, surname: '' });
  await saveOwnProfile(marco, {});
  expect(await readOwnProfile(marco)).toEqual({ ...before, surname: '' });
});

test('each field says itself what is wrong with it, and nothing is saved by halves', async ({ world }) => {
  const marco = await world.member();
  const before = await readOwnProfile(marco);
  const wrong: [Parameters<typeof saveOwnProfile>[1], string][] = [
    [{ screenName: '' }, 'field.name'],
    [{ screenName: ' \u200b\u2066 ' }, 'field.name'],
    [{ screenName: 'x'.repeat(61) }, 'field.name'],
    [{ surname: 'x'.repeat(61) }, 'field.surname'],
    [{ age: 17 }, 'field.age'],
    [{ age: 99 }, 'field.age'],
    [{ age: 30.5 }, 'field.age'],
    [{ age: Number.NaN }, 'field.age'],
    [{ phone: '1234' }, 'field.phone'],
    [{ phone: 'call me' }, 'field.phone'],
    [{ phone: `+${'1'.repeat(30)}` }, 'field.phone'],
    [{ region: 'Atlantide' }, 'field.place'],
    [{ region: '' }, 'field.place'],
    [{ region: 'Andalucía' }, 'field.place'],
    [{ city: 'Palermo' }, 'field.place'],
    [{ region: 'Sicilia', city: 'Roma' }, 'field.place'],
  ];
  for (const [input, code] of wrong) {
    await expect(saveOwnProfile(marco, { ...input, lookingFor: 'new words' })).rejects.toMatchObject({
      code,
    });
  }
  expect(await readOwnProfile(marco)).toEqual(before);
  for (const age of [18, 98]) await saveOwnProfile(marco, { age });
  expect(await readProfileState(marco)).toMatchObject({ birth_year: 2026 - 98, status: 'visible' });
});

test('what is said of oneself needs no review, can be taken back, and must be one of the answers', async ({
  app,
  world,
}) => {
  const server = await serve(app, profiles.routes);
  const marco = await world.member();
  const { trackerId, token } = marco;
  const anna = await world.member();
  const seen = async () => (await readPeople(anna, anna.profileId, [marco.profileId]))[0];
  const said = { hairColour: 'dark blond', height: 180, weight: null };
  await callAs(
    server,
    contract.saveOwnProfile,
    { trackerId, hairColour: 'dark blond', height: 180 },
    { token },
  );
  expect(await readProfileState(marco)).toMatchObject({ status: 'visible' });
  for (const answer of [await readOwnProfile(marco), await seen()]) expect(answer).toMatchObject(said);
  await callAs(server, contract.saveOwnProfile, { trackerId, surname: 'Rossi', height: null }, { token });
  expect(await seen()).toMatchObject({ ...said, height: null });
  const headers = { host: 'localhost', authorization: `Bearer ${token}` };
  for (const payload of [{ hair_color: 'green' }, { height: 119 }, { height: 170.5 }, { weight: 251 }]) {
    const answer = await server.inject({ method: 'PUT', url: `/api/users/${trackerId}`, headers, payload });
    expect(answer.statusCode).toBe(400);
  }
  expect(await readOwnProfile(marco)).toMatchObject({ ...said, height: null });
});

test('a town belongs to its region', async ({ world }) => {
  const marco = await world.member({ city: 'Roma' });
  const placeAfter = async (input: Parameters<typeof saveOwnProfile>[1]) => {
    const { user } = await saveOwnProfile(marco, input);
    return [user.region, user.city];
  };
  expect(await placeAfter({ region: 'Lazio' })).toEqual(['Lazio', 'Roma']);
  expect(await placeAfter({ region: 'Sicilia' })).toEqual(['Sicilia', null]);
  expect(await placeAfter({ city: 'Palermo' })).toEqual(['Sicilia', 'Palermo']);
  expect(await placeAfter({ city: null })).toEqual(['Sicilia', null]);
  expect(await placeAfter({ region: 'Lazio', city: 'Roma' })).toEqual(['Lazio', 'Roma']);
  expect(await placeAfter({ city: '' })).toEqual(['Lazio', null]);
});

test('a number can be left only by a verified member, which a region makes them', async ({ world }) => {
  const marco = await world.member({ region: null });
  const phone = '333 1234567';
  await expect(saveOwnProfile(marco, { phone })).rejects.toMatchObject({ code: 'region.missing' });
  await expect(saveOwnProfile(marco, { city: 'Roma' })).rejects.toMatchObject({ code: 'field.place' });
  await saveOwnProfile(marco, { phone: '' });
  await saveOwnProfile(marco, { phone, region: 'Lazio' });
  expect(await readOwnProfile(marco)).toMatchObject({ phone, region: 'Lazio' });
});

test('new words wait for moderation; the same words, and what no other member reads, do not', async ({
  world,
}) => {
  const marco = await world.member();
  const { screen_name: screenName } = await readProfileState(marco);
  await saveOwnProfile(marco, { screenName, surname: 'Rossi', age: 40, region: 'Sicilia', seeks: 'male' });
  expect(await readProfileState(marco)).toMatchObject({ status: 'visible', moderated_at: expect.any(Date) });
  const changes = [
    { screenName: 'Another' },
    { description: 'words' },
    { lookingFor: 'words' },
    { gender: 'female' as const },
  ];
  for (const change of changes) {
    // Of a profile that was approved others go on reading the words from before.
    for (const profileStatus of ['visible', 'hidden'] as const) {
      const seen = await world.member({ profileStatus });
      const before = await readProfileState(seen);
      const { user } = await saveOwnProfile(seen, change);
      expect(user).toMatchObject({ profileStatus, review: { change: 'pending' } });
      expect(await readProfileState(seen)).toEqual(before);
      expect(await readOwnProfile(seen)).toMatchObject(change);
    }
    const waiting = await world.member({ profileStatus: 'pending' });
    const { user } = await saveOwnProfile(waiting, change);
    expect(user).toMatchObject({ profileStatus: 'pending', review: { change: 'none' } });
    const rejected = await world.member({ profileStatus: 'rejected' });
    await saveOwnProfile(rejected, { surname: 'Rossi' });
    expect(await readProfileState(rejected)).toMatchObject({ status: 'rejected' });
    await saveOwnProfile(rejected, change);
    expect(await readProfileState(rejected)).toMatchObject({ status: 'pending', moderated_at: null });
    const closing = await world.member({ status: 'closing', profileStatus: 'hidden' });
    await saveOwnProfile(closing, change);
    expect(await readProfileState(closing)).toMatchObject({
      status: 'hidden',
      moderated_at: expect.any(Date),
    });
  }
});

test('whatever is typed is saved soundly or refused by name', async ({ world }) => {
  const marco = await world.member();
  const typed = fc.oneof(
    fc.array(fc.nat(0xffff), { maxLength: 80 }).map((units) => String.fromCharCode(...units)),
    fc.constantFrom('+39 333 1234567', 'Lazio', 'Roma', '', '\ud83d', 'a\u0000b', ' \n '),
  );
  const input = fc.record(
    {
      screenName: typed,
      surname: typed,
      phone: typed,
      region: typed,
      city: fc.option(typed),
      description: typed,
      lookingFor: typed,
      age: fc.oneof(fc.double(), fc.integer({ min: 10, max: 110 })),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(input, async (change) => {
      const outcome = await saveOwnProfile(marco, change).catch((error: { code?: string }) => error);
      if ('code' in outcome) expect(outcome.code).toMatch(/^field\./);
      const saved = await readOwnProfile(marco);
      z.encode(contract.ownProfile, saved);
      expect(JSON.stringify(saved)).not.toMatch(/\\u00[01]|\\ud[89a-f]/);
    }),
    propertyRuns(30, 200),
  );
});
