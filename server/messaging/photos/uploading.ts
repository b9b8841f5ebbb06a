import { sql } from 'kysely';
import type { ChatPhoto } from '#contract/chat/messages.ts';
import type { uploadChatPhoto as uploadChatPhotoEndpoint } from '#contract/chat/photos.ts';
import { PHOTO_MAX_BYTES, RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId, readUuid } from '#server/platform/ids.ts';
import { makeSinglePhoto } from '#server/profiles/make-photo.ts';
import { hashColumns } from '#server/profiles/picture-hash.ts';
import { requestModeration } from '#server/profiles/profile-moderation.ts';
import { checkStranger } from '../open-conversation.ts';
import type { Stranger } from '../open-conversation.ts';
import { chatPhotoKey, removeFilesWithoutRow, enqueueFileCheck } from './files.ts';

/** As many as a member may have chosen and not sent yet. */
const MOST_UNSENT = 10;

/**
 * Fails where the receiver may not get a photo now. Checked before the upload is read, and again after it is
 * processed.
 */
export async function admitChatPhoto(
  context: MemberContext,
  { profileId }: { profileId: string },
): Promise<void> {
  const { app, brandId, accountId } = context;
  await app.limits.hit('chatPhotoAccount', `${brandId}:${accountId}`);
  await findRecipient(context, profileId);
}

async function findRecipient(context: MemberContext, profileId: string): Promise<Recipient> {
  const to = await checkUpload(context, context.app.db, profileId);
  if (!to.known) await checkStranger(context, to);
  return to;
}

/** Takes a photo for a message that is yet to be sent. It waits for moderation before the other one sees it. */
export async function uploadChatPhoto(
  context: MemberContext,
  { photo, profileId }: { photo: Blob; profileId: string },
): Promise<ReplyOf<typeof uploadChatPhotoEndpoint>> {
  const { db, storage } = context.app;
  const { brandId, accountId } = context;
  if (photo.size > PHOTO_MAX_BYTES) fail('photo.too_large');
  const to = await findRecipient(context, profileId);
  const made = await context.app.imageQueue(accountId, async () =>
    makeSinglePhoto(Buffer.from(await photo.arrayBuffer()), photo.type),
  );
  const { data, hash, ...facts } = made;
  const row: ChatPhoto = { id: newId(), status: 'pending', ...facts };
  // The file comes first: a row never speaks of a photo that is not there.
  await enqueueFileCheck(db, brandId, row.id);
  await storage.put(chatPhotoKey(brandId, row.id), data, 'image/webp');
  try {
    await saveRow(context, to.id, row, hash);
  } catch (error) {
    // Where the connection to the database broke off it is unknown whether the row is there; the job looks later.
    if (error instanceof Failure) await removeFilesWithoutRow(context.app, { brandId, photoIds: [row.id] });
    throw error;
  }
  return { result: 'OK', photo: row };
}

/** Fails where the photo could not be sent. A hidden profile and an unknown id look the same. */
async function checkUpload(
  { brandId, profileId: fromId }: MemberContext,
  db: DbOrTx,
  profileId: string,
): Promise<Recipient> {
  if (RESERVED_PROFILE_IDS.some((id) => id === profileId)) fail('chat.closed');
  const toId = readUuid(profileId) ?? fail('request.not_found');
  const other = toId === fromId ? undefined : await readRecipient(db, { brandId, fromId, toId });
  if (!other) return fail('request.not_found');
  if (other.senderRefused) fail('profile.refused');
  if (!other.known && (other.closed || !other.visible)) fail('request.not_found');
  if (other.closed) fail('chat.closed');
  if ((await countUnsent(db, brandId, fromId)) >= MOST_UNSENT) fail('photo.too_many');
  return other;
}

function saveRow(
  context: MemberContext,
  toId: string,
  { id, width, height, thumbhash }: ChatPhoto,
  hash: string | null,
) {
  const { db, clock } = context.app;
  const { brandId, profileId } = context;
  return transact(db, async (tx) => {
    if (!(await lockUploader(tx, brandId, profileId))) fail('session.dead');
    await checkUpload(context, tx, toId);
    await tx
      .insertInto('chat_photo')
      .values({
        brand_id: brandId,
        id,
        from_id: profileId,
        to_id: toId,
        width,
        height,
        thumbhash,
        ...hashColumns(brandId, hash),
        created_at: clock.now(),
      })
      .execute();
    await requestModeration(context.app, tx, { brandId, profileId, kind: 'chat_photo', id });
  });
}

interface Pair {
  brandId: string;
  fromId: string;
  toId: string;
}

/** A member's uploads run one after the other. Undefined for a member who was erased meanwhile. */
function lockUploader(tx: Tx, brandId: string, profileId: string) {
  return tx
    .selectFrom('profile')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

interface Recipient extends Stranger {
  /** Moderation has refused the sender, so their messages are refused. */
  senderRefused: boolean;
  visible: boolean;
  closed: boolean;
  /** The two have a conversation. */
  known: boolean;
}

/** Whether a message to the receiver would be taken. In a transaction they cannot be erased before it ends. */
async function readRecipient(db: DbOrTx, { brandId, fromId, toId }: Pair): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select t.id, t.gender, t.region, t.reserved and is_kept_from(f.brand_id, f.id) as locked,
      t.status = 'visible' as visible, f.status = 'rejected' as "senderRefused",
      closed_reason(false, exists (select from blocks_between(t.brand_id, f.id, t.id)), t.status, ta.status,
        (select w.takes_messages from account a join flow w on w.brand_id = a.brand_id and w.id = a.flow_id
          where a.brand_id = f.brand_id and a.id = f.account_id), ta.paused_at is not null,
        case when ta.chooses_senders then write_refusal(t.brand_id, f.id, t.id, had_last_word(t.brand_id, t.id, f.id))
          end) is not null as closed,
      exists (select from inbox i where i.brand_id = t.brand_id and i.owner_id = f.id
        and i.other_id = t.id and i.last_number > 0) as known
    from profile t
    join profile f on f.brand_id = t.brand_id and f.id = ${fromId}::uuid
    left join account ta on ta.brand_id = t.brand_id and ta.id = t.account_id
    where t.brand_id = ${brandId}::uuid and t.id = ${toId}::uuid
    for key share of t`.execute(db);
  return rows[0];
}

async function countUnsent(db: DbOrTx, brandId: string, fromId: string): Promise<number> {
  const { total } = await db
    .selectFrom('chat_photo')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('brand_id', '=', brandId)
    .where('from_id', '=', fromId)
    .where('sent', '=', false)
    .executeTakeFirstOrThrow();
  return total;
}
