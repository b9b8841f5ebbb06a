import { uploadChatPhoto } from '#server/messaging/photos/uploading.ts';
import { plain } from '../profiles/pictures.ts';
import type { Member } from '../world.ts';
import { haveTalked } from './conversation.ts';

export async function picture(width = 40, height = 30): Promise<Blob> {
  return new Blob([new Uint8Array(await plain(width, height).png().toBuffer())], { type: 'image/png' });
}

export async function upload(from: Member, to: string): Promise<string> {
  return (await uploadChatPhoto(from, { photo: await picture(), profileId: to })).photo.id;
}

export async function send(from: Member, to: string, photoId: string) {
  const { db, clock } = from.app;
  const { brandId, profileId } = from;
  const said = [{ by: 'first', photoId }] as const;
  return haveTalked(db, { brandId, first: profileId, second: to, said, at: clock.now() });
}
