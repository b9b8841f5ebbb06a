import { reactionJobs } from '../../server/discovery/reactions/held-reactions.ts';
import { moderation } from '../../server/moderation/module.ts';
import { uploadPhoto } from '../../server/profiles/own-photos.ts';
import { photoJobs } from '../../server/profiles/photos.ts';
import { runWaitingJobs } from '../platform/run-jobs.ts';
import { plain } from '../profiles/pictures.ts';
import type { Member } from '../world.ts';

/** Adds a photo, and answers with its id and where its owner finds it. */
export async function addPhoto(member: Member): Promise<{ id: string; path: string }> {
  const bytes = new Uint8Array(await plain(40, 30).jpeg().toBuffer());
  const { photo } = await uploadPhoto(member, { photo: new Blob([bytes], { type: 'image/jpeg' }) });
  return { id: photo.name, path: photo.path };
}

/** Does all that follows from a verdict. */
export function doWhatFollows(member: Member): Promise<void> {
  return runWaitingJobs(member.app, [...moderation.jobs, ...photoJobs, ...reactionJobs]);
}
