import { z } from 'zod';
import { conversationChanged } from '../../../contract/chat/live.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { RefusalReason } from '../../../contract/moderation/moderation.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue, handle, jobKind } from '../../platform/jobs/jobs.ts';
import type { Decided, Seen } from '../../profiles/moderated.ts';
import { setVerdict } from './queries.ts';

const person = z.object({ profileId: z.uuid(), accountId: z.uuid().nullable() });

/** The other one may see a photo, or no longer: both conversations look different now. */
const photoDecided = jobKind('chat.photo_decided', z.object({ brandId: z.uuid(), from: person, to: person }));

interface Verdict {
  /** Null approves. */
  reason: RefusalReason | null;
  /** What nobody has sent yet is nobody else's to look at, but may be approved unseen. */
  unsentToo: boolean;
}

/** Lets the other one see a photo, or not. A verdict can be changed; the same again changes nothing. */
export async function decideChatPhoto(
  tx: Tx,
  { brandId, id: photoId }: Seen,
  { reason, unsentToo }: Verdict,
): Promise<Decided> {
  const status = reason === null ? 'approved' : 'rejected';
  const photo = await setVerdict(tx, { brandId, photoId, status, unsentToo });
  // What a profile of ours sends is made by us, and not looked at here.
  if (!photo?.fromAccountId) return fail('request.not_found');
  const decided = { what: 'chat_photo', accountId: photo.fromAccountId } as const;
  if (photo.before === status) return { ...decided, isNew: false };
  const from = { profileId: photo.fromId, accountId: photo.fromAccountId };
  const to = { profileId: photo.toId, accountId: photo.toAccountId };
  await enqueue(tx, photoDecided, { brandId, from, to });
  return { ...decided, isNew: true };
}

export const chatPhotoVerdictJobs = [
  handle(photoDecided, ({ realtime }, { brandId, from, to }) => {
    for (const [own, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const accountIds = own.accountId === null ? [] : [own.accountId];
      realtime.emit({ brandId, accountIds }, conversationChanged, { profileId: other.profileId });
    }
    return Promise.resolve();
  }),
];
