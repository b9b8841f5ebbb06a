import { buffer } from 'node:stream/consumers';
import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { readStaffChatPhoto as staffEndpoint } from '../../../contract/staff/chat.ts';
import type { App, MemberContext, StaffContext } from '../../app.ts';
import { requireModerator, atBrand } from '../../brands/staff-context.ts';
import { chatPhotoKey } from './photo-files.ts';
import { isShownToHosts, maySee } from './queries.ts';

/** A photo that waits, one that is kept back and a missing one must look the same. */
export async function readChatPhoto(context: MemberContext, { id: photoId }: { id: string }): Promise<Blob> {
  const { db, brandId, profileId } = context;
  if (!(await maySee(db, { brandId, photoId, profileId }))) fail('request.not_found');
  return readFile(context, brandId, photoId);
}

/** For moderators any; for hosts what was approved for a profile that they answer for. */
export async function readPhotoAsStaff(
  context: StaffContext,
  { brand, id }: InputOf<typeof staffEndpoint>,
): Promise<Blob> {
  const { db, brandId } = atBrand(context, brand);
  if (!(await isShownToHosts(db, brandId, id))) requireModerator(context);
  return readFile(context, brandId, id);
}

async function readFile({ storage }: App, brandId: string, photoId: string): Promise<Blob> {
  const file = (await storage.get(chatPhotoKey(brandId, photoId.toLowerCase()))) ?? fail('request.not_found');
  return new Blob([new Uint8Array(await buffer(file.stream))], { type: 'image/webp' });
}
