import { readPart, saveDraft } from '#server/brands/editing/drafts.ts';
import { checkProposal, publishProposal } from '#server/brands/editing/publications.ts';
import { listPictures } from '#server/brands/editing/uploaded-pictures.ts';
import { openUploaded, readPicture } from '#server/brands/pictures.ts';
import { ONE_PIXEL } from '#testing/fitting-input.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { uploadPicture } from './brand-pictures.ts';

const brand = 'lunaria';

test('an uploaded picture is one that pages can show, and one that was never uploaded is refused', async ({
  app,
  world,
}) => {
  const ada = await atWork(world, { role: 'brand_manager' });
  const photo = new Blob([ONE_PIXEL], { type: 'image/png' });
  const uploaded = await uploadPicture(ada, { brand, photo });
  expect(uploaded).toMatchObject({ width: 1, height: 1, address: `/brand-uploads/${uploaded.picture}` });
  expect(await uploadPicture(ada, { brand, photo })).toEqual(uploaded);
  expect((await listPictures(ada, { brand })).pictures).toEqual([uploaded]);
  expect((await readPicture(app.storage, uploaded.picture)).length).toBeGreaterThan(0);
  expect(openUploaded(app.storage, `photos/${uploaded.picture}`)).toBeUndefined();

  const show = async (picture: string) => {
    const { liveContent, live, draft } = await readPart(ada, { brand, part: 'brand' });
    const { revision } = await saveDraft(ada, {
      brand,
      part: 'brand',
      content: { ...liveContent, heroPictures: [picture] },
      revision: draft?.revision ?? 0,
      basedOn: live?.version ?? null,
    });
    return { of: 'drafts' as const, parts: [{ part: 'brand', revision }] };
  };
  const lost = await show('lunaria/upload-00000000000000000000000000000000.webp');
  expect((await checkProposal(ada, { brand, proposal: lost })).problems).toContainEqual(
    expect.objectContaining({ kind: 'picture', path: ['heroPictures', 0], blocks: true }),
  );
  await publishProposal(ada, { brand, proposal: await show(uploaded.picture), note: '' });
  expect(app.brands.byKey(brand)?.settings.heroPictures).toEqual([uploaded.picture]);
  const elsewhere = await atWork(world, { role: 'brand_manager', brands: ['verbena'] });
  await expect(uploadPicture(elsewhere, { brand, photo })).rejects.toMatchObject({
    code: 'request.not_found',
  });
});
