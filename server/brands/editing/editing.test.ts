import { Failure } from '#contract/kernel/errors.ts';
import type { StaffContext } from '#server/app.ts';
import type { Database } from '#server/platform/database/database.ts';
import { expect, test as base } from '#testing/harness.ts';
import { makeEditedBrand } from '#testing/staff/edited-brand.ts';
import { atWork } from '#testing/staff/staff.ts';
import { readBrandFolder } from '../brand-files.ts';
import { saveBrand } from '../save-brand.ts';
import { readBrandAsFile } from './brand-as-file.ts';
import { listBrandStates } from './brand-states.ts';
import { discardDraft, listParts, readPart, saveDraft } from './drafts.ts';
import {
  checkProposal,
  listPublications,
  listVersions,
  publishProposal,
  readDifference,
  readVersion,
} from './publications.ts';

type Content = Record<string, unknown>;

/** Each test has a brand of its own. */
const test = base.extend('brand', ({ world }) => makeEditedBrand(world));

/** Changes a part as an editor does who has just read it. */
async function edit(
  context: StaffContext,
  brand: string,
  part: string,
  change: (content: Content) => Content,
) {
  const { parts } = await listParts(context, { brand });
  const isKnown = parts.some((each) => each.part === part);
  const read = isKnown
    ? await readPart(context, { brand, part })
    : { draft: null, live: null, draftContent: null, liveContent: null };
  const content = change(structuredClone(read.draftContent ?? read.liveContent ?? {}));
  const { revision } = await saveDraft(context, {
    brand,
    part,
    content,
    revision: read.draft?.revision ?? 0,
    basedOn: read.live?.version ?? null,
  });
  return { of: 'drafts' as const, parts: [{ part, revision }] };
}

async function publish(
  context: StaffContext,
  brand: string,
  part: string,
  change: (content: Content) => Content,
) {
  const proposal = await edit(context, brand, part, change);
  return publishProposal(context, { brand, proposal, note: '' });
}

const inEnglish = (en: string) => (content: Content) => ({
  ...content,
  tagline: { ...(content['tagline'] as object), en },
});
const dearer = (content: Content) => ({
  ...content,
  priceCents: Number(content['priceCents']) + 100,
  totalCents: Number(content['totalCents']) + 100,
});

const failureOf = async (work: Promise<unknown>) => {
  const failure = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  return failure as Failure;
};

const plansSold = (db: Database, brand: string, productId: string) =>
  db
    .selectFrom('plan')
    .select(['version', 'total_cents'])
    .where('product_id', '=', productId)
    .where('brand_id', '=', (from) => from.selectFrom('brand').select('id').where('key', '=', brand))
    .orderBy('version')
    .execute();

test('a draft is kept and no member sees it until it is published; then every node reads it', async ({
  app,
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager', name: 'Ada' });
  const proposal = await edit(ada, brand, 'brand', inEnglish('A calmer evening.'));
  await app.brands.reload();
  const live = () => app.brands.byKey(brand)?.settings.tagline.en;
  expect(live()).not.toBe('A calmer evening.');
  const [first] = (await readDifference(ada, { brand, proposal })).parts;
  expect(first).toMatchObject({ part: 'brand', kind: 'brand', name: 'Lunaria', isNew: false });
  expect(first?.lines).toEqual([
    { path: ['tagline', 'en'], kind: 'changed', before: live(), after: 'A calmer evening.' },
  ]);
  const published = await publishProposal(ada, { brand, proposal, note: 'a calmer tone' });
  expect(published).toEqual({ publication: 2, parts: [{ part: 'brand', version: 2 }] });
  expect(live()).toBe('A calmer evening.');
  expect(await readPart(ada, { brand, part: 'brand' })).toMatchObject({
    live: { version: 2, publishedBy: { name: 'Ada' } },
    draft: null,
    liveContent: { tagline: { en: 'A calmer evening.' } },
  });
  const { publications } = await listPublications(ada, { brand });
  expect(publications.map(({ publication, note }) => [publication, note])).toEqual([
    [2, 'a calmer tone'],
    [1, ''],
  ]);
  const audit = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'brand.published')
    .where('actor_id', '=', ada.staffId)
    .execute();
  expect(audit).toMatchObject([
    {
      actor_id: ada.staffId,
      subject: '2',
      details: {
        parts: [{ part: 'brand', lines: [{ path: ['tagline', 'en'], after: 'A calmer evening.' }] }],
      },
    },
  ]);
});

test('of two who edit at once the second learns who was faster, and loses nothing', async ({
  brand,
  world,
}) => {
  const [ada, bruno] = [
    await atWork(world, { role: 'brand_manager', name: 'Ada' }),
    await atWork(world, { role: 'owner', name: 'Bruno' }),
  ];
  const read = await readPart(ada, { brand, part: 'brand' });
  const saving = (
    context: StaffContext,
    en: string,
    revision: number,
    basedOn = read.live?.version ?? null,
  ) =>
    saveDraft(context, {
      brand,
      part: 'brand',
      content: inEnglish(en)(read.liveContent ?? {}),
      revision,
      basedOn,
    });
  const outcomes = await Promise.allSettled([saving(ada, 'One', 0), saving(bruno, 'Two', 0)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await saving(bruno, 'Two', 1);
  const late = await failureOf(saving(ada, 'One again', 1));
  expect(late).toMatchObject({ code: 'draft.changed', details: { part: 'brand', by: 'Bruno' } });
  // What was looked through is what is published, and nothing that came since.
  const stale = { of: 'drafts' as const, parts: [{ part: 'brand', revision: 1 }] };
  expect(await failureOf(publishProposal(ada, { brand, proposal: stale, note: '' }))).toMatchObject({
    code: 'draft.changed',
  });
  const proposal = { of: 'drafts' as const, parts: [{ part: 'brand', revision: 2 }] };
  await publishProposal(bruno, { brand, proposal, note: '' });
  // The editor who still has the old page open learns it as well.
  expect(await failureOf(saving(ada, 'One at last', 2))).toMatchObject({ code: 'draft.changed' });
  expect(await failureOf(saving(ada, 'One at last', 0))).toMatchObject({
    code: 'draft.outdated',
    details: { version: 2, by: 'Bruno' },
  });
  const newest = await readPart(ada, { brand, part: 'brand' });
  expect(await saving(ada, 'One at last', 0, newest.live?.version)).toMatchObject({ revision: 1 });
});

test('a draft may be half written, and is not published before it is whole; each problem names its field', async ({
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const proposal = await edit(ada, brand, 'flow:7', (content) => ({
    ...content,
    freeMessages: -1,
    plans: { ...(content['plans'] as object), standard: ['vip-century'] },
  }));
  const { problems, publishable } = await checkProposal(ada, { brand, proposal });
  expect(publishable).toBe(false);
  expect(problems.filter(({ blocks }) => blocks)).toMatchObject([
    { part: 'flow:7', path: ['freeMessages'], kind: 'invalid' },
    { part: 'flow:7', path: ['plans'], kind: 'invalid', what: expect.stringContaining('vip-century') },
  ]);
  const whole = await edit(ada, brand, 'flow:7', (content) => ({ ...content, freeMessages: 1 }));
  const failure = await failureOf(publishProposal(ada, { brand, proposal: whole, note: '' }));
  expect(failure).toMatchObject({
    code: 'brand.invalid',
    details: { brand, problems: expect.arrayContaining([expect.objectContaining({ path: ['plans'] })]) },
  });
  const renamed = await edit(ada, brand, 'plan:vip-month', (content) => ({
    ...content,
    productId: 'vip-week',
  }));
  expect((await checkProposal(ada, { brand, proposal: renamed })).problems).toContainEqual(
    expect.objectContaining({ part: 'plan:vip-month', path: ['productId'], kind: 'invalid' }),
  );
});

test('what breaks the law is refused with its field and its source, and nothing of it is seen', async ({
  brand,
  db,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const proposal = await edit(ada, brand, 'plan:vip-month', (content) => ({
    ...content,
    badge: { it: 'Gratis!', en: 'New' },
  }));
  const breach = {
    part: 'plan:vip-month',
    path: ['badge', 'it'],
    rule: 'free_claim',
    source: expect.stringContaining('Directive 2005/29/EC'),
  };
  const { problems } = await checkProposal(ada, { brand, proposal });
  expect(problems).toContainEqual(expect.objectContaining({ ...breach, kind: 'unlawful', blocks: true }));
  // Languages that another one stands in for are named beside it.
  expect(problems.filter(({ kind }) => kind === 'language').map(({ path }) => path)).toEqual([
    ['badge', 'es'],
    ['badge', 'fr'],
  ]);
  const failure = await failureOf(publishProposal(ada, { brand, proposal, note: '' }));
  expect(failure).toMatchObject({ code: 'brand.unlawful', details: { breaches: [breach] } });
  expect(await plansSold(db, brand, 'vip-month')).toHaveLength(1);
  expect(await readPart(ada, { brand, part: 'plan:vip-month' })).toMatchObject({
    live: { version: 1 },
    draft: { revision: 1 },
  });
});

test('a part and a whole brand go back to what they were, and what was sold stays as it was sold', async ({
  brand,
  db,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const [sold] = await plansSold(db, brand, 'credits-100');
  await publish(ada, brand, 'plan:credits-100', dearer);
  await publish(ada, brand, 'brand', inEnglish('Third'));
  await publish(ada, brand, 'flow:7', (content) => ({ ...content, freeMessages: 9 }));
  const back = { of: 'version' as const, part: 'plan:credits-100', version: 1 };
  expect((await readDifference(ada, { brand, proposal: back })).parts).toMatchObject([
    { lines: [{ path: ['priceCents'] }, { path: ['totalCents'] }] },
  ]);
  await publishProposal(ada, { brand, proposal: back, note: 'too dear' });
  expect((await plansSold(db, brand, 'credits-100')).map(({ total_cents }) => total_cents)).toEqual([
    sold?.total_cents,
    Number(sold?.total_cents) + 100,
    sold?.total_cents,
  ]);
  const { versions } = await listVersions(ada, { brand, part: 'plan:credits-100' });
  expect(versions.map(({ version, note }) => [version, note])).toEqual([
    [3, 'too dear'],
    [2, ''],
    [1, ''],
  ]);
  const first = await publishProposal(ada, {
    brand,
    proposal: { of: 'publication', publication: 1 },
    note: '',
  });
  expect(first.parts.map(({ part }) => part)).toEqual(['brand', 'flow:7']);
  const { content } = await readVersion(ada, { brand, part: 'brand', version: '1' });
  expect(await readPart(ada, { brand, part: 'brand' })).toMatchObject({
    live: { version: 3 },
    liveContent: content,
  });
  // There is nothing left to take back.
  expect(
    await publishProposal(ada, { brand, proposal: { of: 'publication', publication: 1 }, note: '' }),
  ).toEqual({ publication: null, parts: [] });
  await expect(
    db.updateTable('brand_version').set({ content: '{}' }).where('part', '=', 'brand').execute(),
  ).rejects.toThrow('brand_version rows never change');
});

test('a flow that is taken back before it began stays: members may be in it', async ({
  app,
  brand,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const seven = (await readPart(ada, { brand, part: 'flow:7' })).liveContent ?? {};
  await publish(ada, brand, 'flow:spring', () => ({ ...seven, id: 'spring', name: 'Spring' }));
  await publishProposal(ada, { brand, proposal: { of: 'publication', publication: 1 }, note: '' });
  expect(app.brands.byKey(brand)?.flows.get('spring')?.name).toBe('Spring');
});

test('a discarded draft is gone, and what it held stands in the audit', async ({ app, brand, world }) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  await edit(ada, brand, 'brand', inEnglish('Never mind'));
  expect(await failureOf(discardDraft(ada, { brand, part: 'brand', revision: 2 }))).toMatchObject({
    code: 'draft.changed',
  });
  await discardDraft(ada, { brand, part: 'brand', revision: 1 });
  expect((await readPart(ada, { brand, part: 'brand' })).draft).toBeNull();
  const audit = await app.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'brand.draft_discarded')
    .where('actor_id', '=', ada.staffId)
    .execute();
  expect(audit).toMatchObject([{ details: { content: { tagline: { en: 'Never mind' } } } }]);
});

test('a brand manager sees and changes the own brand alone', async ({ brand, world }) => {
  const ada = await atWork(world, { role: 'brand_manager', brands: ['verbena'] });
  const { brands } = await listBrandStates(ada);
  expect(brands).toMatchObject([
    { brand: 'verbena', title: 'Verbena', live: { publication: 1 }, drafts: [], refused: null },
  ]);
  const proposal = { of: 'publication' as const, publication: 1 };
  for (const call of [
    () => listParts(ada, { brand }),
    () => readPart(ada, { brand, part: 'brand' }),
    () => saveDraft(ada, { brand, part: 'brand', content: {}, revision: 0, basedOn: 1 }),
    () => discardDraft(ada, { brand, part: 'brand', revision: 1 }),
    () => readDifference(ada, { brand, proposal }),
    () => checkProposal(ada, { brand, proposal }),
    () => publishProposal(ada, { brand, proposal, note: '' }),
    () => listPublications(ada, { brand }),
    () => listVersions(ada, { brand, part: 'brand' }),
    () => readVersion(ada, { brand, part: 'brand', version: '1' }),
  ])
    expect(await failureOf(call())).toMatchObject({ code: 'request.not_found' });
});

test('a file keeps its texts as they were written, and the file that comes out of a brand changes nothing in it', async ({
  db,
}) => {
  for (const { written } of (await readBrandFolder()).files) {
    const file = structuredClone(written);
    file.settings.key = `${file.settings.key}-again`;
    file.settings.hostnames = [`${file.settings.key}.localhost`];
    file.settings.tagline = { it: 'Solo in italiano' };
    const brandId = await saveBrand(db, file);
    const out = await readBrandAsFile(db, brandId);
    expect(out?.settings['tagline']).toEqual({ it: 'Solo in italiano' });
    const published = () =>
      db.selectFrom('brand_publication').select('number').where('brand_id', '=', brandId).execute();
    const rows = () => db.selectFrom('brand').select('settings').where('id', '=', brandId).executeTakeFirst();
    const before = await rows();
    await saveBrand(db, structuredClone(out) as never);
    expect(await published()).toHaveLength(1);
    expect(await rows()).toEqual(before);
    expect(await readBrandAsFile(db, brandId)).toEqual(out);
  }
});
