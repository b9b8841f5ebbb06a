import { DEFAULT_FLOW_ID, PLAIN_FLOW_ID } from '#contract/kernel/constants.ts';
import { flowOfNewcomer } from '#server/accounts/signup/create-member.ts';
import { expect, test } from '#testing/harness.ts';
import { readBrandFiles } from './brand-files.ts';
import { openBrandDirectory } from './directory.ts';
import type { Brand } from './directory.ts';
import { flowOfVisitor, publicFlow, resolveFlow } from './flows.ts';
import type { Arrival } from './flows.ts';
import { makeBoot } from './pages/boot.ts';
import { saveBrand } from './save-brand.ts';

/** How a flow can be named in the query. Which of its two spellings it had is settled before. */
const queries = {
  absent: [undefined],
  empty: [''],
  'a flow of the brand': ['0000', '7', '11', '12', '13', '14', '15', '16', '17'],
  'a flow nobody has': ['99', '007', 'default'],
  malformed: ['1 1', '../7', '7;', 'x'.repeat(33), 'è'],
};

const trackerIds = {
  absent: [undefined],
  valid: ['abc', 'A.b_c~d-9', 'x'.repeat(128)],
  malformed: ['', 'a b', 'a/b', 'è', 'x'.repeat(129)],
};

const paths = {
  '/': ['/', '', undefined, '/?tid=1', '/#top', '//'],
  '/signup': ['/signup', '/signup?campid=3', '/signup#form'],
  '/signup/': ['/signup/', '/signup/?src=x', '/signup//'],
  '/find': ['/find', '/find?page=2', '/find/'],
  '/ms': ['/ms', '/ms?fluxId=', '/ms/'],
  other: ['/asignup', '/login', '/signup/more', '/signups', '/Signup', '/chats/1', '/legal/terms?x=/signup'],
};

type Query = keyof typeof queries;
type TrackerId = keyof typeof trackerIds;
type Path = keyof typeof paths;
type Row = [query: Query, trackerId: TrackerId, path: Path, flow: 'the one named' | 'the default' | 'plain'];

/**
 * Section 4 of the specification, row by row: the flow comes from the query, else it is the brand's default; on / or
 * /signup it is the default with a tid and 0000 without. What is malformed or unknown counts as absent.
 */
const rows: Row[] = [
  ['a flow of the brand', 'absent', '/', 'the one named'],
  ['a flow of the brand', 'absent', '/signup', 'the one named'],
  ['a flow of the brand', 'absent', '/signup/', 'the one named'],
  ['a flow of the brand', 'absent', '/find', 'the one named'],
  ['a flow of the brand', 'absent', '/ms', 'the one named'],
  ['a flow of the brand', 'absent', 'other', 'the one named'],
  ['a flow of the brand', 'valid', '/', 'the one named'],
  ['a flow of the brand', 'valid', '/signup', 'the one named'],
  ['a flow of the brand', 'valid', '/signup/', 'the one named'],
  ['a flow of the brand', 'valid', '/find', 'the one named'],
  ['a flow of the brand', 'valid', '/ms', 'the one named'],
  ['a flow of the brand', 'valid', 'other', 'the one named'],
  ['a flow of the brand', 'malformed', '/', 'the one named'],
  ['a flow of the brand', 'malformed', '/signup', 'the one named'],
  ['a flow of the brand', 'malformed', '/signup/', 'the one named'],
  ['a flow of the brand', 'malformed', '/find', 'the one named'],
  ['a flow of the brand', 'malformed', '/ms', 'the one named'],
  ['a flow of the brand', 'malformed', 'other', 'the one named'],
  ...(['absent', 'empty', 'a flow nobody has', 'malformed'] as const).flatMap((query): Row[] => [
    [query, 'absent', '/', 'plain'],
    [query, 'absent', '/signup', 'plain'],
    [query, 'absent', '/signup/', 'plain'],
    [query, 'absent', '/find', 'the default'],
    [query, 'absent', '/ms', 'the default'],
    [query, 'absent', 'other', 'the default'],
    [query, 'valid', '/', 'the default'],
    [query, 'valid', '/signup', 'the default'],
    [query, 'valid', '/signup/', 'the default'],
    [query, 'valid', '/find', 'the default'],
    [query, 'valid', '/ms', 'the default'],
    [query, 'valid', 'other', 'the default'],
    [query, 'malformed', '/', 'plain'],
    [query, 'malformed', '/signup', 'plain'],
    [query, 'malformed', '/signup/', 'plain'],
    [query, 'malformed', '/find', 'the default'],
    [query, 'malformed', '/ms', 'the default'],
    [query, 'malformed', 'other', 'the default'],
  ]),
];

test('the table holds every combination once', () => {
  const combinations = Object.keys(queries).flatMap((query) =>
    Object.keys(trackerIds).flatMap((trackerId) =>
      Object.keys(paths).map((path) => `${query} ${trackerId} ${path}`),
    ),
  );
  expect(rows.map(([query, trackerId, path]) => `${query} ${trackerId} ${path}`).toSorted()).toEqual(
    combinations.toSorted(),
  );
});

for (const key of ['lunaria', 'verbena']) {
  test.for(rows)(
    `${key}: flow in the query %s, tid %s, at %s: %s`,
    ([query, trackerId, path, expected], { world }) => {
      const brand = world.brand(key);
      for (const flowId of queries[query]) {
        const expectedId = { 'the one named': flowId, 'the default': DEFAULT_FLOW_ID, plain: PLAIN_FLOW_ID }[
          expected
        ];
        for (const tid of trackerIds[trackerId]) {
          for (const at of paths[path]) {
            const { id } = resolveFlow(brand, { flowId, trackerId: tid, path: at });
            expect({ flowId, tid, at, id }).toEqual({ flowId, tid, at, id: expectedId });
          }
        }
      }
    },
  );
}

test('a brand with another default flow uses that one, and one without a plain flow its default', ({
  world,
}) => {
  const brand = world.brand();
  const other = { ...brand, settings: { ...brand.settings, defaultFlow: '11' } };
  expect(resolveFlow(other, { path: '/find' }).id).toBe('11');
  const flows = new Map([...other.flows].filter(([id]) => id !== PLAIN_FLOW_ID));
  expect(resolveFlow({ ...other, flows }, { path: '/' }).id).toBe('11');
});

/** The same brand with flows that cannot be chosen, and a campaign that leads to one of them. */
function closed(brand: Brand): Brand {
  const flows = new Map([...brand.flows].map(([id, flow]) => [id, { ...flow, open: id === '14' }]));
  const campaigns = [{ id: 'spring-7f3a', flow: '12' }];
  return { ...brand, flows, settings: { ...brand.settings, campaigns } };
}

test('a newcomer chooses no flow that is not open, unless a campaign of the brand leads there', ({
  world,
}) => {
  const brand = closed(world.brand());
  const flowOf = (arrival: Arrival) => resolveFlow(brand, { trackerId: 'abc', ...arrival }).id;
  for (const flowId of ['11', '12', '13']) expect(flowOf({ flowId })).toBe(DEFAULT_FLOW_ID);
  expect(flowOf({ flowId: '14' })).toBe('14');
  expect(flowOf({ flowId: PLAIN_FLOW_ID })).toBe(PLAIN_FLOW_ID);
  expect(flowOf({ campaignId: 'spring-7f3a' })).toBe('12');
  expect(flowOf({ campaignId: 'spring-7f3a', flowId: '14' })).toBe('12');
  expect(flowOf({ campaignId: 'another', flowId: '12' })).toBe(DEFAULT_FLOW_ID);
  expect(resolveFlow(brand, { flowId: '12', path: '/' }).id).toBe(PLAIN_FLOW_ID);
  expect(flowOf({ ownFlowId: '13', campaignId: 'spring-7f3a' })).toBe('13');
  expect(flowOfVisitor(brand, '12')?.id).toBe(DEFAULT_FLOW_ID);
});

test('signing up goes by the same rule as the page', async ({ app, world }) => {
  const visitor = { ...world.visitor(), brand: closed(world.brand()) };
  for (const claims of [{ flowId: '12' }, { flowId: '12', campaignId: 'spring-7f3a' }]) {
    const shown = makeBoot(visitor, { ...claims, path: '/signup' }).flow.id;
    expect(flowOfNewcomer(visitor.brand, 'form', claims).id).toBe(shown);
  }
  expect(app.brands.byKey('lunaria')?.flows.get('12')?.open).toBe(true);
});

test('a plan’s credits are shown as messages, gifts included, and never more than they pay for', async ({
  db,
}) => {
  const [file] = await readBrandFiles();
  if (!file) throw new Error('no brand');
  const flow = file.flows.find(({ id }) => id === DEFAULT_FLOW_ID);
  const plan = file.plans.find(({ productId }) => productId === 'credits-100');
  if (!flow || !plan) throw new Error('no flow, or no plan');
  const packs = [
    { ...plan, productId: 'plain-pack', credits: 100, promoCredits: 0 },
    { ...plan, productId: 'pack-with-gift', credits: 100, promoCredits: 99 },
    { ...plan, productId: 'pack-of-level-0', credits: 100, promoCredits: 0, level: 0 as const },
    { ...plan, productId: 'pack-of-the-top', credits: 100, promoCredits: 0, level: 2 as const },
  ];
  const credits = packs.map(({ productId }) => productId);
  await saveBrand(db, {
    settings: { ...file.settings, key: 'packs', hostnames: ['packs.example'] },
    plans: [...file.plans, ...packs],
    flows: [{ ...flow, messageValue: 10, plans: { ...flow.plans, credits } }],
  });
  const brands = await openBrandDirectory({ db, localhostIsFirst: false });
  const brand = brands.byKey('packs');
  if (!brand) throw new Error('no brand');
  const shown = publicFlow(brand, resolveFlow(brand, { path: '/find' }), 'it').plans.credits;
  expect(shown.map(({ productId, messages }) => [productId, messages])).toEqual([
    ['plain-pack', 10],
    ['pack-with-gift', 19],
    ['pack-of-level-0', 10],
    ['pack-of-the-top', null],
  ]);
});

test('a campaign’s landing says what its flow says, and the rest is the brand’s', async ({ world }) => {
  const brand = world.brand();
  const { tagline, description, heroPictures } = brand.settings;
  const [flow] = brand.flows.values();
  if (!flow) throw new Error('no flow');
  const headline = { it: 'Stasera?', es: '¿Esta noche?', en: 'Tonight?', fr: 'Ce soir ?' };
  const varied = { ...flow, landings: { ms: { headline, blocks: ['reviews' as const] } } };
  const { landings } = publicFlow(brand, varied, 'es');
  expect(landings.ms).toEqual({
    headline: '¿Esta noche?',
    lead: description.es,
    pictures: heroPictures.map((path) => `/brand-pictures/${path}`),
    steps: ['who', 'place', 'account'],
    blocks: ['reviews'],
  });
  expect(landings.home).toMatchObject({ headline: tagline.es, blocks: ['people', 'features', 'reviews'] });
  expect(landings).not.toHaveProperty('signup');
});
