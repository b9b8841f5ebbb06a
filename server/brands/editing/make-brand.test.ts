import type { StaffContext } from '#server/app.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { readBrandFolder } from '../brand-files.ts';
import { exportBrand, importBrand } from './brand-as-file.ts';
import { listBrandStates } from './brand-states.ts';
import { listParts, readPart, saveDraft } from './drafts.ts';
import { makeBrand } from './make-brand.ts';
import { checkProposal, publishProposal } from './publications.ts';

/** All that is drafted of a brand. */
async function allDrafts(context: StaffContext, brand: string) {
  const { parts } = await listParts(context, { brand });
  return {
    of: 'drafts' as const,
    parts: parts.flatMap(({ part, draft }) => (draft ? [{ part, revision: draft.revision }] : [])),
  };
}

test('a brand from nothing says what it still needs, and is live at its hostname once it is published', async ({
  app,
  world,
}) => {
  const owner = await atWork(world);
  await makeBrand(owner, { key: 'aurora', title: 'Aurora', hostname: 'aurora.localhost', from: null });
  await app.brands.reload();
  expect(app.brands.byHostname('aurora.localhost')).toBeUndefined();
  const { brands } = await listBrandStates(owner);
  expect(brands.find(({ brand }) => brand === 'aurora')).toMatchObject({
    title: 'Aurora',
    hostnames: ['aurora.localhost'],
    live: null,
  });
  const brand = 'aurora';
  const needed = await checkProposal(owner, { brand, proposal: await allDrafts(owner, brand) });
  expect(needed.publishable).toBe(false);
  // Nothing of ours is in the way: what is missing is what its operator alone knows.
  expect(new Set(needed.problems.filter(({ blocks }) => blocks).map(({ path }) => path[0]))).toEqual(
    new Set(['tagline', 'description', 'company', 'support', 'payment']),
  );
  const { draftContent, draft } = await readPart(owner, { brand, part: 'brand' });
  await saveDraft(owner, {
    brand,
    part: 'brand',
    content: {
      ...draftContent,
      tagline: { it: 'Di prima mattina.' },
      description: { it: 'Per chi si alza presto.' },
      company: { name: 'Aurora S.r.l.', address: 'Via Prova 1, Roma', vat: 'IT 00000000000' },
      support: { email: 'aiuto@aurora.example', phone: '+39 000 000 0000' },
      payment: { descriptor: 'AURORA', company: 'adyen' },
    },
    revision: draft?.revision ?? 0,
    basedOn: null,
  });
  const proposal = await allDrafts(owner, brand);
  expect((await checkProposal(owner, { brand, proposal })).problems.filter(({ blocks }) => blocks)).toEqual(
    [],
  );
  await publishProposal(owner, { brand, proposal, note: '' });
  const made = app.brands.byHostname('aurora.localhost');
  expect(made?.settings.title).toBe('Aurora');
  expect([...(made?.flows.keys() ?? [])]).toEqual(['7']);
  expect(made?.plans.get('vip-month')).toMatchObject({ version: 1, given: { level: 2 } });
});

test('a second brand from the first is publishable at once, with nothing that belongs to the first alone', async ({
  app,
  world,
}) => {
  const owner = await atWork(world);
  const brand = 'lunaria-two';
  await makeBrand(owner, { key: brand, title: 'Lunaria Two', hostname: 'two.localhost', from: 'lunaria' });
  await publishProposal(owner, { brand, proposal: await allDrafts(owner, brand), note: '' });
  const made = app.brands.byHostname('two.localhost');
  expect(made?.settings).toMatchObject({
    key: brand,
    title: 'Lunaria Two',
    hostnames: ['two.localhost'],
    demo: false,
  });
  expect(made?.settings).toMatchObject({ partners: [], campaigns: [], pixels: [] });
  expect(made?.settings.wallet).toBeUndefined();
  expect(made?.plans.size).toBe(app.brands.byKey('lunaria')?.plans.size);
  // Neither the key nor the hostname can be had twice.
  const again = (key: string, hostname: string) =>
    makeBrand(owner, { key, title: 'X', hostname, from: null });
  await expect(again(brand, 'three.localhost')).rejects.toMatchObject({ code: 'brand.key_taken' });
  await expect(again('lunaria-three', 'two.localhost')).rejects.toMatchObject({
    code: 'brand.hostname_taken',
    details: { owner: brand },
  });
});

test('a file is put in as drafts of what differs, and comes out as it was published', async ({ world }) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const brand = 'lunaria';
  const { file } = await exportBrand(ada, { brand });
  expect(await importBrand(ada, { brand, file })).toEqual({ parts: [] });
  const written = structuredClone((await readBrandFolder()).files[0]!.written);
  written.settings.title = 'Lunaria Nova';
  written.settings.key = 'another';
  written.flows[0]!.freeMessages = 7;
  expect(await importBrand(ada, { brand, file: { ...written } })).toEqual({ parts: ['brand', 'flow:7'] });
  expect((await readPart(ada, { brand, part: 'brand' })).draftContent).toMatchObject({
    key: 'lunaria',
    title: 'Lunaria Nova',
  });
  await expect(
    importBrand(ada, { brand, file: { settings: {}, flows: [{}], plans: [] } }),
  ).rejects.toMatchObject({
    code: 'brand.invalid',
    details: { problems: [{ path: ['flows', 0, 'id'] }] },
  });
});
