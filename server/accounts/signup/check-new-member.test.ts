import fc from 'fast-check';
import type { NewMember } from '../../../contract/account/sign-up.ts';
import { expect, test } from '../../../testing/harness.ts';
import { newcomer } from '../../../testing/accounts/newcomer.ts';
import { checkNewMember } from './check-new-member.ts';

/** In the order of the specification: what may be wrong, how, and what is said of it. */
const faults: { code: string; wrong: Partial<NewMember>[] }[] = [
  {
    code: 'field.email',
    wrong: [
      undefined,
      '',
      '  ',
      'luca',
      'luca@',
      '@test.example',
      'luca@test',
      'luca@test.',
      'luca@.example',
      'luca@@test.example',
      'luca@test..example',
      'luca@-test.example',
      'luca,anna@test.example',
      '"luca"@test.example',
      'luca@te(st).example',
      'luca\u202e@test.example',
      `${'x'.repeat(243)}@test.example`,
    ].map((email) => ({ email })),
  },
  { code: 'field.password', wrong: [{ password: undefined }, { password: '' }] },
  {
    code: 'field.place',
    wrong: [
      { region: undefined },
      { region: '' },
      { region: 'Atlantide' },
      { region: 'lazio' },
      { region: 'Andalucía', city: undefined },
      { region: 'Lazio', city: 'Milano' },
      { region: 'Lazio', city: 'Atlantide' },
    ],
  },
  { code: 'field.terms', wrong: [{ terms: undefined }, { terms: false }] },
  { code: 'field.adult', wrong: [{ adult: undefined }, { adult: false }] },
  {
    code: 'field.age',
    wrong: [undefined, 17, 99, 0, -30, 30.5, 1e9].map((age) => ({ age })),
  },
  { code: 'field.gender', wrong: [{ gender: undefined }, { gender: 'other' }] },
  { code: 'field.seeks', wrong: [{ seeks: undefined }, { seeks: 'other' }] },
];

const isLeftOut = (wrong: Partial<NewMember>) => Object.values(wrong).every((value) => value === undefined);
const mayBeLeftOut = new Set(['field.terms', 'field.adult', 'field.age', 'field.gender', 'field.seeks']);

test('whatever is wrong, the first of it in the specified order is told', async ({ world }) => {
  const choices = fc.tuple(...faults.map(({ wrong }) => fc.option(fc.constantFrom(...wrong))));
  await fc.assert(
    fc.asyncProperty(choices, fc.constantFrom('', 'RM'), async (chosen, province) => {
      const member = newcomer({ province, ...Object.assign({}, ...chosen) });
      const refused = faults.find(({ code }, index) => {
        const wrong = chosen[index];
        return wrong && !(province !== '' && mayBeLeftOut.has(code) && isLeftOut(wrong));
      });
      const answer = await checkNewMember(world.visitor(), member).catch((error: unknown) => error);
      expect(answer).toMatchObject(refused ? { code: refused.code } : { email: member.email });
    }),
    { numRuns: 300 },
  );
});

test.for(faults.flatMap(({ code, wrong }) => wrong.map((fields) => [code, fields] as const)))(
  '%s for %o',
  async ([code, fields], { world }) => {
    await expect(checkNewMember(world.visitor(), newcomer(fields))).rejects.toMatchObject({ code });
  },
);

test('what is right is taken as it should be kept', async ({ world }) => {
  const member = newcomer({ email: ' Luca Rossi@ Test.Example ', city: '', age: 98, newsletter: true });
  expect(await checkNewMember(world.visitor(), member)).toMatchObject({
    way: 'form',
    email: 'lucarossi@test.example',
    region: 'Lazio',
    city: null,
    age: 98,
    consents: { terms: true, adult: true, newsletter: true },
  });
});

test('a place is one of the brand’s own country', async ({ world }) => {
  const verbena = world.visitor(world.brand('verbena'));
  const sevilla = newcomer({ region: 'Andalucía', city: 'Sevilla', country: 'it' });
  expect(await checkNewMember(verbena, sevilla)).toMatchObject({ city: 'Sevilla' });
  await expect(checkNewMember(world.visitor(), sevilla)).rejects.toMatchObject({ code: 'field.place' });
});

test('the auto-signup asks for a region and takes the rest as it usually is', async ({ world }) => {
  const { email, password } = newcomer();
  const auto = { email, password, region: 'Lazio', province: 'Lazio' };
  expect(await checkNewMember(world.visitor(), auto)).toEqual({
    way: 'auto',
    email,
    password,
    region: 'Lazio',
    city: null,
    age: null,
    gender: 'male',
    seeks: 'female',
    consents: { terms: false, adult: false, newsletter: false },
  });
  expect(await checkNewMember(world.visitor(), { ...auto, gender: 'female' })).toMatchObject({
    seeks: 'male',
  });
});
