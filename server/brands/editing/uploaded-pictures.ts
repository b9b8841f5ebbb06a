/** Pictures that operators upload for a brand's pages. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { listPictures as listEndpoint } from '#contract/staff/brand-making.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { pictureAddress } from '../flows.ts';
import { storePicture } from '../pictures.ts';
import { findEditedBrand } from './edited-brand.ts';
import type { EditedBrand } from './edited-brand.ts';

const MOST_LISTED = 500;

export async function listPictures(
  context: StaffContext,
  { brand }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  const rows = await context.app.db
    .selectFrom('brand_picture')
    .select(['picture', 'width', 'height', 'uploaded_at'])
    .where('brand_id', '=', brandId)
    .orderBy('uploaded_at', 'desc')
    .limit(MOST_LISTED)
    .execute();
  return { pictures: rows.map(describePicture) };
}

interface PictureRow {
  picture: string;
  width: number;
  height: number;
  uploaded_at: Date;
}

function describePicture({ picture, width, height, uploaded_at }: PictureRow) {
  return { picture, address: pictureAddress(picture), width, height, uploadedAt: uploaded_at.getTime() };
}

/** A picture that was made ours. The file comes first: a row never speaks of one that is not there. */
export async function savePicture(
  { app: { db, storage }, staffId, ip }: StaffContext,
  { brandId, key }: EditedBrand,
  { width, height, data }: { width: number; height: number; data: Buffer },
) {
  const picture = await storePicture(storage, key, data);
  const row = await transact(db, async (tx) => {
    const saved = await tx
      .insertInto('brand_picture')
      .values({ brand_id: brandId, picture, width, height, uploaded_by: staffId })
      .onConflict((conflict) => conflict.columns(['brand_id', 'picture']).doUpdateSet({ width }))
      .returning('uploaded_at')
      .executeTakeFirstOrThrow();
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: 'brand.picture_uploaded',
      subject: picture,
      ip,
    });
    return saved;
  });
  return describePicture({ picture, width, height, uploaded_at: row.uploaded_at });
}
