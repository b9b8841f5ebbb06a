import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { z } from 'zod';
import { conversationChanged } from '#contract/chat/live.ts';
import type { ChatPhoto } from '#contract/chat/messages.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { RefusalReason } from '#contract/moderation/refusals.ts';
import type { readStaffChatPhoto as staffEndpoint } from '#contract/staff/chat.ts';
import type { App, MemberContext, StaffContext } from '#server/app.ts';
import { atBrand, mayHere } from '#server/brands/staff-context.ts';
import type { Tx, DbOrTx } from '#server/platform/database/database.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import type { ModerationOutcome, ModerationItem } from '#server/profiles/profile-moderation.ts';
import { chatPhotoKey } from './files.ts';

/** A photo that waits, one that is kept back and a missing one must look the same. */
export async function readChatPhoto(context: MemberContext, { id: photoId }: { id: string }): Promise<Blob> {
  const { db } = context.app;
  const { brandId, profileId } = context;
  if (!(await maySee(db, { brandId, photoId, profileId }))) fail('request.not_found');
  return readFile(context.app, brandId, photoId);
}

/** For moderators any; for hosts what was approved for a profile that they answer for. */
export async function readPhotoAsStaff(
  context: StaffContext,
  { brand, id }: InputOf<typeof staffEndpoint>,
): Promise<Blob> {
  const { db } = context.app;
  const inside = atBrand(context, brand);
  const { brandId } = inside;
  if (!mayHere(inside, 'moderation.decide') && !(await isShownToHosts(db, brandId, id)))
    fail('staff.forbidden');
  return readFile(context.app, brandId, id);
}

async function readFile({ storage }: App, brandId: string, photoId: string): Promise<Blob> {
  const file = (await storage.get(chatPhotoKey(brandId, photoId.toLowerCase()))) ?? fail('request.not_found');
  return new Blob([new Uint8Array(await buffer(file.stream))], { type: 'image/webp' });
}

const person = z.object({ profileId: z.uuid(), accountId: z.uuid().nullable() });

/** The other one may see a photo, or no longer: both conversations look different now. */
export const announcePhotoVerdictJob = jobKind(
  'messaging.announcePhotoVerdict',
  z.object({ brandId: z.uuid(), from: person, to: person }),
);

interface Verdict {
  /** Null approves. */
  reason: RefusalReason | null;
  /** A photo that was not sent yet is only its owner's to look at, but may be approved unseen. */
  unsentToo: boolean;
}

/** Lets the other one see a photo, or not. A verdict can be changed; the same again changes nothing. */
export async function decideChatPhoto(
  tx: Tx,
  { brandId, id: photoId }: ModerationItem,
  { reason, unsentToo }: Verdict,
): Promise<ModerationOutcome> {
  const status = reason === null ? 'approved' : 'rejected';
  const photo = await setVerdict(tx, { brandId, photoId, status, refusal: reason, unsentToo });
  // What a profile of ours sends is made by us, and not looked at here.
  if (!photo?.fromAccountId) return fail('request.not_found');
  const decided = { what: 'chat_photo', accountId: photo.fromAccountId } as const;
  if (photo.before === status) return { ...decided, isNew: false };
  const from = { profileId: photo.fromId, accountId: photo.fromAccountId };
  const to = { profileId: photo.toId, accountId: photo.toAccountId };
  await enqueue(tx, announcePhotoVerdictJob, { brandId, from, to });
  return { ...decided, isNew: true };
}

export function announcePhotoVerdict(
  { realtime }: Pick<App, 'realtime'>,
  { brandId, from, to }: z.output<typeof announcePhotoVerdictJob.payload>,
): Promise<void> {
  for (const [own, other] of [
    [from, to],
    [to, from],
  ] as const) {
    const accountIds = own.accountId === null ? [] : [own.accountId];
    realtime.emit({ brandId, accountIds }, conversationChanged, { profileId: other.profileId });
  }
  return Promise.resolve();
}

/**
 * Whether a member may see a photo: the sender always; the receiver once it was approved, as long as neither they nor
 * we hide the message and its words are not withheld from them.
 */
async function maySee(
  db: DbOrTx,
  { brandId, photoId, profileId }: { brandId: string; photoId: string; profileId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select o.id from chat_photo o
    where o.brand_id = ${brandId}::uuid and o.id = ${photoId}::uuid
      and (o.from_id = ${profileId}::uuid
        or o.to_id = ${profileId}::uuid and o.status = 'approved' and exists (
          select from message e
          join inbox i on i.brand_id = e.brand_id and i.owner_id = o.to_id and i.other_id = o.from_id
          join profile p on p.brand_id = o.brand_id and p.id = o.to_id
          join account a on a.brand_id = p.brand_id and a.id = p.account_id
          where e.brand_id = o.brand_id and e.photo_id = o.id and e.conversation_id = i.conversation_id
            and not e.hidden_from_receiver and e.number > i.cleared_to and not words_withheld(i.pays, a.replies_blurred)))
  `.execute(db);
  return rows.length === 1;
}

/** What moderators may see is any; what hosts may see is what was approved and sent to or by a profile of the staff's. */
async function isShownToHosts(db: DbOrTx, brandId: string, photoId: string): Promise<boolean> {
  const { rows } = await sql`
    select o.id from chat_photo o
    join profile p on p.brand_id = o.brand_id and p.id in (o.from_id, o.to_id) and p.kind = 'staff'
    where o.brand_id = ${brandId}::uuid and o.id = ${photoId}::uuid and o.sent and o.status = 'approved'
  `.execute(db);
  return rows.length === 1;
}

interface NewStatus {
  brandId: string;
  photoId: string;
  status: 'approved' | 'rejected';
  refusal: RefusalReason | null;
  unsentToo: boolean;
}

interface JudgedPhoto {
  before: ChatPhoto['status'];
  fromId: string;
  toId: string;
  fromAccountId: string | null;
  toAccountId: string | null;
}

/** Answers with what it was before, or nothing where there is no such photo, or no message shows it and one should. */
async function setVerdict(
  tx: Tx,
  { brandId, photoId, status, refusal, unsentToo }: NewStatus,
): Promise<JudgedPhoto | undefined> {
  const { rows } = await sql<JudgedPhoto>`
    update chat_photo o set status = ${status}::text, refusal = ${refusal}::text
    from (select * from chat_photo
        where brand_id = ${brandId}::uuid and id = ${photoId}::uuid and (sent or ${unsentToo}::boolean)
        for no key update) as known
    join profile f on f.brand_id = known.brand_id and f.id = known.from_id
    join profile t on t.brand_id = known.brand_id and t.id = known.to_id
    where o.brand_id = known.brand_id and o.id = known.id
    returning known.status as before, f.id as "fromId", t.id as "toId",
      f.account_id as "fromAccountId", t.account_id as "toAccountId"`.execute(tx);
  return rows[0];
}
