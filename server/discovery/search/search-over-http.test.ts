import { searchPeople } from '#contract/discovery/search.ts';
import { makeReplyKey, unseal } from '#contract/kernel/sealing.ts';
import { newToken } from '#server/platform/ids.ts';
import { buildLists, emptyTown, makeProfile } from '#testing/discovery/search-people.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { discovery } from '../module.ts';

const test = base.extend('fixture', async ({ app, world }) => {
  await emptyTown(world);
  const giulia = await makeProfile(world, { region: 'Lazio', city: 'Roma', screenName: 'Giulia' });
  await buildLists(world);
  const server = await serve(app, discovery.routes);
  const marco = await world.member({ region: 'Lazio' });
  const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
    server.inject({ method: 'POST', url, headers: { host: 'localhost', ...headers }, payload });
  return { server, marco, giulia, post };
});

test('the answer is sealed to the caller’s key, in the specification’s words, with and without the slash', async ({
  fixture,
}) => {
  const { privateKey, header } = await makeReplyKey();
  for (const url of ['/dispenser', '/dispenser/']) {
    const answer = await fixture.post(
      url,
      { 'seal-key': header, authorization: `Bearer ${fixture.marco.token}` },
      // What is claimed of level, flow and country is not believed.
      {
        country: 'es',
        page: 1,
        vertical: 'dating',
        region: 'Lazio',
        premiumLevel: 2,
        trackerId: fixture.marco.trackerId,
        remarketing_clickid: null,
        city: null,
        cerco: 'donna',
      },
    );
    expect(answer.statusCode).toBe(200);
    const { result } = answer.json<{ result: string }>();
    expect(result).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await unseal(result, () => privateKey)).toMatchObject({
      profili: [{ id: fixture.giulia, angelId: fixture.giulia, screenName: 'Giulia', gender: 'Female' }],
      totali: 1,
      pagina: 1,
      versione: expect.any(Number),
      // Only this one is there, so the whole country was searched.
      region: null,
      city: null,
      allargata: true,
    });
  }
});

test('without a key to seal to, the answer has no people', async ({ fixture }) => {
  for (const headers of [{}, { 'seal-key': 'x' }, { authorization: `Bearer ${fixture.marco.token}` }]) {
    const answer = await fixture.post('/dispenser/', headers);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ result: null, error: { code: 'request.seal_key_missing' } });
  }
});

test('who shows a token is who they say, or a visitor', async ({ fixture, world }) => {
  const { server, marco } = fixture;
  const paolo = await world.member();
  const ask = async (input: object, token?: string) => {
    const { status, body } = await callAs(server, searchPeople, input, token ? { token } : {});
    return [status, (body as { error?: { code: string } }).error?.code];
  };
  expect(await ask({ trackerId: marco.trackerId }, marco.token)).toEqual([200, undefined]);
  expect(await ask({}, marco.token)).toEqual([200, undefined]);
  expect(await ask({ trackerId: marco.trackerId }, paolo.token)).toEqual([403, 'session.not_yours']);
  expect(await ask({}, newToken())).toEqual([401, 'session.dead']);
  expect(await ask({ trackerId: marco.trackerId })).toEqual([200, undefined]);
  expect(await ask({ page: 2 })).toEqual([401, 'session.missing']);
  expect(await ask({ page: 2 }, marco.token)).toEqual([200, undefined]);
  expect(await ask({ region: 'Sicilia' }, marco.token)).toEqual([402, 'cambia_regione']);
});

test('one brand’s people are not another’s', async ({ fixture, world }) => {
  const elena = await world.member({ brand: world.brand('verbena') });
  const { reply } = await callAs(
    fixture.server,
    searchPeople,
    {},
    { token: elena.token, hostname: 'es.localhost' },
  );
  expect(reply.result.people).toEqual([]);
});
