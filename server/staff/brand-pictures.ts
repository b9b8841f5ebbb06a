/** Uploads of operators, made in the one way in which pictures are made here. */

import { PHOTO_MAX_BYTES } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { uploadPicture as endpoint } from '#contract/staff/brand-making.ts';
import type { StaffContext } from '#server/app.ts';
import { findEditedBrand } from '#server/brands/editing/edited-brand.ts';
import { savePicture } from '#server/brands/editing/uploaded-pictures.ts';
import { makeSinglePhoto } from '#server/profiles/make-photo.ts';

/** Said before a byte of the file is read. */
export async function admitPicture(
  context: StaffContext,
  { brand }: Pick<InputOf<typeof endpoint>, 'brand'>,
): Promise<void> {
  await findEditedBrand(context, brand);
  await context.app.limits.hit('pictureStaff', context.staffId);
}

export async function uploadPicture(
  context: StaffContext,
  { brand, photo }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const edited = await findEditedBrand(context, brand);
  if (photo.size > PHOTO_MAX_BYTES) fail('photo.too_large');
  const made = await context.app.imageQueue(context.staffId, async () =>
    makeSinglePhoto(Buffer.from(await photo.arrayBuffer()), photo.type),
  );
  return savePicture(context, edited, made);
}
