import { sql } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { coverPhones } from '#server/safety/cover-phones.ts';
import { previewOf } from './describe-message.ts';
import { notifyOwnDevices } from './receipts.ts';
import { findSystemSender, setSystemMessageHidden } from './system-messages.ts';

interface Which {
  profileId: string;
  id: string;
}

const done = { result: 'OK' } as const;

/** The caller no longer sees a message. The other one still does. */
export async function deleteMessage(context: MemberContext, which: Which): Promise<typeof done> {
  await hide(context, which, true);
  return done;
}

export async function restoreMessage(context: MemberContext, which: Which): Promise<typeof done> {
  await hide(context, which, false);
  return done;
}

async function hide(context: MemberContext, which: Which, hidden: boolean): Promise<void> {
  const { db } = context.app;
  const { brandId, accountId, profileId } = context;
  const id = which.id.toLowerCase();
  const system = findSystemSender(which.profileId);
  if (system) {
    const exists = await setSystemMessageHidden(db, { brandId, accountId, sender: system }, { id, hidden });
    if (!exists) fail('request.not_found');
    return notifyOwnDevices(context, system);
  }
  const otherId = readUuid(which.profileId) ?? fail('request.not_found');
  const participant = { brandId, profileId, otherId };
  await transact(db, async (tx, afterCommit) => {
    // Writers wait, so that what the list shows is the newest of all.
    const inbox = (await lockInbox(tx, participant)) ?? fail('request.not_found');
    if (!(await setHidden(tx, participant, inbox, { id, hidden }))) fail('request.not_found');
    await renewRow(tx, participant, inbox);
    afterCommit(() => notifyOwnDevices(context, otherId));
  });
}

/** What the list shows of a conversation, once a message of it is hidden or shown again. Answers whether anything is left. */
export async function renewRow(tx: Tx, participant: Participant, inbox: InboxRow): Promise<boolean> {
  const { newest, unread } = await readNewest(tx, participant, inbox);
  await updateRow(tx, participant, { unread, ...previewColumns(newest) });
  return newest !== undefined;
}

/** Where nothing is left to be seen the row stays at its place, and says nothing. */
function previewColumns(newest: NewestRow | undefined) {
  if (!newest) return { preview: '', covered_preview: null, last_photo: false, last_free: false };
  const { mine, body, at, has_phone, has_photo, free } = newest;
  return {
    preview: previewOf(body),
    covered_preview: has_phone && !mine ? previewOf(coverPhones(body)) : null,
    last_photo: has_photo,
    last_free: free,
    last_mine: mine,
    last_at: at,
  };
}

/** The caller no longer sees what was written so far. The other participant is not notified. */
export async function clearConversation(
  context: MemberContext,
  { profileId: other }: { profileId: string },
): Promise<{ result: 'OK' }> {
  const { db } = context.app;
  const { brandId, accountId, profileId } = context;
  const system = findSystemSender(other);
  const otherId = system ?? readUuid(other) ?? fail('request.not_found');
  const exists = system
    ? await setSystemMessageHidden(db, { brandId, accountId, sender: system }, { hidden: true })
    : await clearInbox(db, { brandId, profileId, otherId });
  if (!exists) fail('request.not_found');
  notifyOwnDevices(context, otherId);
  return { result: 'OK' };
}

export interface Participant {
  brandId: string;
  profileId: string;
  otherId: string;
}

export interface InboxRow {
  conversation_id: string;
  read_to: number;
  cleared_to: number;
}

/** No message to this participant is stored before the transaction ends. */
async function lockInbox(
  tx: Tx,
  { brandId, profileId, otherId }: Participant,
): Promise<InboxRow | undefined> {
  return tx
    .selectFrom('inbox')
    .select(['conversation_id', 'read_to', 'cleared_to'])
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', profileId)
    .where('other_id', '=', otherId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Answers whether there is such a message that this participant may still see, hidden or not. */
async function setHidden(
  tx: Tx,
  { brandId, profileId }: Participant,
  { conversation_id, cleared_to }: InboxRow,
  { id, hidden }: { id: string; hidden: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update message m set
      hidden_from_sender = case when m.from_id = ${profileId}::uuid then ${hidden} else m.hidden_from_sender end,
      hidden_from_receiver = case when m.from_id = ${profileId}::uuid then m.hidden_from_receiver else ${hidden} end
    where m.brand_id = ${brandId}::uuid and m.conversation_id = ${conversation_id}::uuid and m.id = ${id}::uuid
      and m.number > ${cleared_to}::int
      -- What has nothing left in it stays hidden.
      and (m.body <> '' or m.photo_id is not null or ${hidden})
    returning m.id`.execute(tx);
  return rows.length === 1;
}

interface NewestRow {
  mine: boolean;
  body: string;
  at: Date;
  has_phone: boolean;
  has_photo: boolean;
  free: boolean;
}

/** What the list shows of a conversation, and how much of it is unread. */
async function readNewest(
  tx: Tx,
  { brandId, profileId, otherId }: Participant,
  { conversation_id, cleared_to, read_to }: InboxRow,
): Promise<{ newest: NewestRow | undefined; unread: number }> {
  const { rows } = await sql<NewestRow>`
    select m.from_id = ${profileId}::uuid as mine, m.body, m.at, m.has_phone, m.photo_id is not null as has_photo, m.free
    from message m
    where m.brand_id = ${brandId}::uuid and m.conversation_id = ${conversation_id}::uuid
      and m.number > ${cleared_to}::int
      and not case when m.from_id = ${profileId}::uuid then m.hidden_from_sender else m.hidden_from_receiver end
    order by m.number desc limit 1`.execute(tx);
  const counted = await tx
    .selectFrom('message')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', conversation_id)
    .where('number', '>', Math.max(read_to, cleared_to))
    .where('from_id', '=', otherId)
    .where('hidden_from_receiver', '=', false)
    .executeTakeFirstOrThrow();
  return { newest: rows[0], unread: counted.unread };
}

interface Shown {
  unread: number;
  preview: string;
  covered_preview: string | null;
  last_photo: boolean;
  last_free: boolean;
  last_mine?: boolean;
  last_at?: Date;
}

async function updateRow(tx: Tx, { brandId, profileId, otherId }: Participant, shown: Shown): Promise<void> {
  await tx
    .updateTable('inbox')
    .set(shown)
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', profileId)
    .where('other_id', '=', otherId)
    .execute();
}

/** Answers whether there was anything. */
async function clearInbox(db: DbOrTx, { brandId, profileId, otherId }: Participant): Promise<boolean> {
  const { rows } = await sql`
    update inbox i set cleared_to = i.last_number, unread = 0, preview = '', covered_preview = null, last_photo = false,
      last_free = false
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
    returning i.other_id`.execute(db);
  return rows.length === 1;
}
