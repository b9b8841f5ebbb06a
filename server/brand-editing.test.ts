import * as editing from '#contract/staff/brand-editing.ts';
import * as making from '#contract/staff/brand-making.ts';
import * as scheduling from '#contract/staff/brand-schedule.ts';
import { ONE_PIXEL } from '#testing/fitting-input.ts';
import { expect, test as base } from '#testing/harness.ts';
import { callAs, serve } from '#testing/http.ts';
import { makeEditedBrand } from '#testing/staff/edited-brand.ts';
import { enterConsole, hire } from '#testing/staff/staff.ts';
import { modules } from './modules.ts';

const test = base.extend('server', { scope: 'file' }, ({ app }) =>
  serve(
    app,
    modules.flatMap(({ routes = [] }) => routes),
  ),
);

test('a brand is edited from the console, and each reply is as the contract says', async ({
  server,
  world,
}) => {
  const brand = await makeEditedBrand(world);
  const token = await enterConsole(world, await hire(world, { role: 'brand_manager', name: 'Ada' }));
  const call: typeof callAs = async (to, endpoint, input) => {
    const answer = await callAs(to, endpoint, input, { token });
    expect(answer.status, `${endpoint.path}: ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(200);
    return answer;
  };
  const part = 'flow:7';
  const { parts } = (await call(server, editing.listParts, { brand })).reply;
  expect(parts.find((each) => each.part === part)).toMatchObject({ kind: 'flow', draft: null });
  const { liveContent } = (await call(server, editing.readPart, { brand, part })).reply;
  const content = {
    ...liveContent,
    freeMessages: 12,
    plans: { ...(liveContent?.['plans'] as object), plain: [] },
  };
  const saved = await call(server, editing.saveDraft, { brand, part, content, revision: 0, basedOn: 1 });
  const proposal = { of: 'drafts' as const, parts: [{ part, revision: saved.reply.revision }] };
  const difference = await call(server, editing.readDifference, { brand, proposal });
  expect(difference.reply.parts[0]?.lines).toEqual([
    { path: ['freeMessages'], kind: 'changed', before: liveContent?.['freeMessages'], after: 12 },
  ]);
  expect((await call(server, editing.checkProposal, { brand, proposal })).reply.publishable).toBe(true);
  const published = await call(server, editing.publishProposal, { brand, proposal, note: 'more to try' });
  expect(published.reply).toEqual({ publication: 2, parts: [{ part, version: 2 }] });
  expect((await call(server, editing.listPublications, { brand })).reply.publications[0]).toMatchObject({
    note: 'more to try',
    publishedBy: { name: 'Ada' },
  });
  expect((await call(server, editing.listVersions, { brand, part })).reply.versions).toHaveLength(2);
  await call(server, editing.readVersion, { brand, part, version: '1' });
  const { file } = (await call(server, making.exportBrand, { brand })).reply;
  expect((await call(server, making.importBrand, { brand, file })).reply.parts).toEqual([]);
  const again = await call(server, editing.saveDraft, {
    brand,
    part,
    content: { ...content, freeMessages: 13 },
    revision: 0,
    basedOn: 2,
  });
  const from = Date.now() + 3_600_000;
  const drafts = [{ part, revision: again.reply.revision }];
  const { id } = (
    await call(server, scheduling.schedulePublication, {
      brand,
      parts: drafts,
      from,
      until: from + 1_000,
      note: '',
    })
  ).reply;
  expect((await call(server, scheduling.listSchedules, { brand })).reply.schedules).toMatchObject([
    { id, parts: [part], state: 'waiting', from },
  ]);
  await call(server, scheduling.cancelSchedule, { brand, id });
  await call(server, editing.discardDraft, { brand, part, revision: 1 });
  const photo = new Blob([ONE_PIXEL], { type: 'image/png' });
  const uploaded = await call(server, making.uploadPicture, { brand, photo });
  expect((await call(server, making.listPictures, { brand })).reply.pictures).toEqual([uploaded.reply]);
  expect((await call(server, making.checkHostname, { brand, hostname: 'new.localhost' })).reply).toEqual({
    arrives: 'here',
    takenBy: null,
  });
  expect((await call(server, making.checkHostname, { brand, hostname: 'es.localhost' })).reply.takenBy).toBe(
    'verbena',
  );
  const { brands } = (await call(server, editing.listBrandStates, {})).reply;
  expect(brands.find((each) => each.brand === brand)).toMatchObject({ live: { publication: 2 }, drafts: [] });
});
