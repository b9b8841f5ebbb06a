/** The same profile at another brand: its words and photos, and where these come from. */

import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { HouseSettings, duplicateHouseProfile as endpoint } from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import { blurredKey, originDocumentKey, photoKey } from '#server/brands/photo-address.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { isPlace } from '#server/countries/find-places.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { enqueueFileSync, enqueueLateFileSync } from '../photos.ts';
import { insertProfile, record, saveSettings } from './edit.ts';
import { readHousePhotos, readHouseRow, settingsOf } from './house-profile.ts';
import { insertOrigin } from './photos.ts';

/** Makes a copy that is not shown yet. The same new id is made once. */
export async function duplicateHouseProfile(
  context: StaffContext,
  { brand, id, newId: copyId, to }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const from = atBrand(context, brand);
  const there = atBrand(context, to.brand);
  const { app } = there;
  const row = (await readHouseRow(app.db, from.brandId, id)) ?? fail('request.not_found');
  const settings = await settingsThere(app.db, from, there, settingsOf(from, row));
  await transact(app.db, async (tx) => {
    if (!(await insertProfile(there, tx, { id: copyId, kind: row.kind, settings }))) return;
    await saveSettings(there, tx, copyId, settings);
    await tx
      .updateTable('house_profile')
      .set({ made_by: there.staffId, revision: 1 })
      .where('brand_id', '=', there.brandId)
      .where('profile_id', '=', copyId)
      .execute();
    await copyPhotos(from, there, tx, { id, copyId });
    await record(there, tx, 'house_profile.made', copyId, {
      kind: row.kind,
      after: settings,
      copyOf: { brand: from.brand.key, id },
    });
  });
  return { id: copyId };
}

/** A team is a brand's own, and a place one of its country. */
async function settingsThere(
  db: DbOrTx,
  from: StaffContext,
  there: StaffContext,
  settings: HouseSettings,
): Promise<HouseSettings> {
  if (from.brandId === there.brandId) return settings;
  const { region, city } = settings;
  const isThere = region !== null && (await isPlace(db, there.brand.settings.country, { region, city }));
  return { ...settings, teamId: null, ...(!isThere && { region: null, city: null }) };
}

async function copyPhotos(
  from: StaffContext,
  there: StaffContext,
  tx: Tx,
  { id, copyId }: { id: string; copyId: string },
): Promise<void> {
  for (const photo of await readHousePhotos(tx, from.brandId, id)) {
    const files = { brandId: there.brandId, photoId: newId(), blurId: randomUUID() };
    const { rows } = await sql<{ blur_id: string }>`
      with one as (select * from photo where brand_id = ${from.brandId}::uuid and id = ${photo.id}::uuid),
      copy as (
        insert into photo (brand_id, id, profile_id, position, status, width, height, widths, thumbhash, blur_id, hash,
          created_at)
        select ${files.brandId}::uuid, ${files.photoId}::uuid, ${copyId}::uuid, position, status, width, height, widths,
          thumbhash, ${files.blurId}::uuid, hash, ${there.app.clock.now()}::timestamptz from one)
      select blur_id from one`.execute(tx);
    const { origin, statement, document_type: documentType } = photo;
    if (origin)
      await insertOrigin(there, tx, {
        photoId: files.photoId,
        origin,
        statement: statement ?? '',
        documentType,
      });
    // Outside the transaction: should it break off, the copies go.
    await enqueueLateFileSync(there.app.db, files);
    const pairs = photo.widths.map((width) => [
      photoKey(from.brandId, photo.id, width),
      photoKey(files.brandId, files.photoId, width),
    ]);
    const blurred = [
      blurredKey(from.brandId, rows[0]?.blur_id ?? ''),
      blurredKey(files.brandId, files.blurId),
    ];
    const document = [
      originDocumentKey(from.brandId, photo.id),
      originDocumentKey(files.brandId, files.photoId),
    ];
    for (const [source, target] of [...pairs, blurred, ...(documentType ? [document] : [])])
      await copyFile(there, source ?? '', target ?? '');
    await enqueueFileSync(tx, files);
  }
}

async function copyFile({ app: { storage } }: StaffContext, source: string, target: string): Promise<void> {
  const file = await storage.get(source);
  if (file) await storage.put(target, await buffer(file.stream), file.contentType);
}
