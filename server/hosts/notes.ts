import { sql } from 'kysely';
import { HOST_NOTES_MOST } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import { promptsIn } from '#contract/profile/prompts.ts';
import type {
  HostNote,
  addHostNote as addEndpoint,
  changeHostNote as changeEndpoint,
  deleteHostNote as deleteEndpoint,
  readStaffCards as cardsEndpoint,
} from '#contract/staff/chat.ts';
import type { StaffContext } from '#server/app.ts';
import { photoAddress } from '#server/brands/photo-address.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { hoursOf, readHouseRow } from '#server/profiles/house/house-profile.ts';
import { describeParticipant } from '#server/profiles/profile-summary.ts';
import { readStaffConversationRow } from './conversation.ts';

type Cards = ReplyOf<typeof cardsEndpoint>;

/** Who the profile is and who the member is: what stands in their profiles, and what hosts wrote down. */
export async function readStaffCards(
  context: StaffContext,
  { brand, id }: InputOf<typeof cardsEndpoint>,
): Promise<Cards> {
  const inside = atBrand(context, brand);
  const { db, clock } = inside.app;
  const { brandId } = inside;
  const { profile, member } =
    (await readStaffConversationRow(db, { brandId, id }, clock.now())) ?? fail('request.not_found');
  const words = await readWords(db, brandId, [profile.profileId, member.profileId]);
  const wordsOf = (profileId: string) =>
    words.get(profileId) ?? { about: '', description: '', lookingFor: '', prompts: [] };
  const photos = await readAlbum(db, brandId, profile.profileId);
  const house = await readHouseRow(db, brandId, profile.profileId);
  return {
    profile: {
      ...describeParticipant(inside, profile),
      words: wordsOf(profile.profileId),
      photos: photos.map((photo) => photoAddress(inside, photo.id, Math.max(...photo.widths))),
      notes: house?.notes ?? '',
      hours: house ? hoursOf(house) : null,
    },
    member: { ...describeParticipant(inside, member), words: wordsOf(member.profileId) },
    facts: await readNotes(
      inside,
      sql`n.profile_id = ${profile.profileId}::uuid and n.conversation_id is null`,
    ),
    notes: await readNotes(inside, sql`n.conversation_id = ${id}::uuid`),
  };
}

/** Writes something down about the member of a conversation, or about the profile itself. */
export async function addHostNote(
  context: StaffContext,
  { brand, id, noteId, about, text }: InputOf<typeof addEndpoint>,
): Promise<ReplyOf<typeof addEndpoint>> {
  const { app, brandId, staffId } = atBrand(context, brand);
  if (text === '') fail('note.empty');
  const now = app.clock.now();
  const row = (await readStaffConversationRow(app.db, { brandId, id }, now)) ?? fail('request.not_found');
  const { profileId } = row.profile;
  const conversationId = about === 'member' ? id : null;
  // Where the list is full nothing is stored. The same id again changes nothing.
  const { rows } = await sql`
    with known as (select from host_note where brand_id = ${brandId}::uuid and id = ${noteId}::uuid),
    added as (
      insert into host_note (brand_id, id, profile_id, conversation_id, author_id, body, created_at)
      select ${brandId}::uuid, ${noteId}::uuid, ${profileId}::uuid, ${conversationId}::uuid, ${staffId}::uuid, ${text},
        ${now}::timestamptz
      where (select count(*) from host_note n where n.brand_id = ${brandId}::uuid and n.profile_id = ${profileId}::uuid
        and n.conversation_id is not distinct from ${conversationId}::uuid) < ${HOST_NOTES_MOST}::int
      on conflict do nothing returning id)
    select from added union all select from known`.execute(app.db);
  if (rows.length === 0) fail('note.too_many');
  return { ok: true };
}

/** Only its author changes a note. To all others it is as good as none. */
export async function changeHostNote(
  context: StaffContext,
  { brand, noteId, text }: InputOf<typeof changeEndpoint>,
): Promise<ReplyOf<typeof changeEndpoint>> {
  const { app, brandId, staffId } = atBrand(context, brand);
  if (text === '') fail('note.empty');
  const changed = await app.db
    .updateTable('host_note')
    .set({ body: text, edited_at: app.clock.now() })
    .where('brand_id', '=', brandId)
    .where('id', '=', noteId)
    .where('author_id', '=', staffId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) fail('request.not_found');
  return { ok: true };
}

export function deleteHostNote(
  context: StaffContext,
  { brand, noteId }: InputOf<typeof deleteEndpoint>,
): Promise<ReplyOf<typeof deleteEndpoint>> {
  const { app, brandId, staffId, ip } = atBrand(context, brand);
  return transact(app.db, async (tx) => {
    const deleted = await tx
      .deleteFrom('host_note')
      .where('brand_id', '=', brandId)
      .where('id', '=', noteId)
      .where('author_id', '=', staffId)
      .returning(['profile_id', 'conversation_id'])
      .executeTakeFirst();
    if (!deleted) return fail('request.not_found');
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: 'host_note.deleted',
      subject: deleted.conversation_id ?? deleted.profile_id,
      details: { note: noteId },
      ip,
    });
    return { ok: true };
  });
}

interface NoteRow {
  id: string;
  body: string;
  author: string | null;
  author_id: string | null;
  created_at: Date;
  edited_at: Date | null;
}

async function readNotes(
  { app: { db }, brandId, staffId }: StaffContext,
  which: ReturnType<typeof sql>,
): Promise<HostNote[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.body, s.name as author, n.author_id, n.created_at, n.edited_at from host_note n
    left join staff s on s.id = n.author_id
    where n.brand_id = ${brandId}::uuid and ${which}
    order by n.created_at desc, n.id limit ${HOST_NOTES_MOST}::int`.execute(db);
  return rows.map(({ id, body, author, author_id, created_at, edited_at }) => ({
    id,
    text: body,
    author,
    mine: author_id === staffId,
    at: created_at.getTime(),
    edited: edited_at !== null,
  }));
}

type Words = Cards['member']['words'];

/** What others may read in their profiles. */
async function readWords(
  db: DbOrTx,
  brandId: string,
  profileIds: readonly string[],
): Promise<Map<string, Words>> {
  const rows = await db
    .selectFrom('profile')
    .select(['id', 'about', 'description', 'looking_for as lookingFor', 'prompts'])
    .where('brand_id', '=', brandId)
    .where('id', 'in', profileIds)
    .execute();
  return new Map(rows.map(({ id, prompts, ...words }) => [id, { ...words, prompts: promptsIn(prompts) }]));
}

async function readAlbum(db: DbOrTx, brandId: string, profileId: string) {
  const { rows } = await sql<{ id: string; widths: number[] }>`
    select o.id, o.widths from approved_photos(${brandId}::uuid, ${profileId}::uuid) o`.execute(db);
  return rows;
}
