import { sql } from 'kysely';
import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { coverPhones } from '#server/safety/cover-phones.ts';
import { enqueueFileRemovalOfProfile, listSentPhotos } from './photos/files.ts';
import { welcomeMember } from './system-messages.ts';

export const messagingAccountHandlers: AccountHandlers = {
  created: ({ app, brand, language }, tx, { accountId }) =>
    welcomeMember(tx, { brand, language, accountId, at: app.clock.now() }),
  async erasing(tx, { brandId, profileId }) {
    if (profileId !== undefined) await enqueueFileRemovalOfProfile(tx, brandId, profileId);
  },
  exports: [
    { topic: 'conversations', read: readConversations },
    { topic: 'messages', read: readOwnMessages },
    { topic: 'message_reactions', read: readOwnReactions },
    { topic: 'chat_photos', read: describeSentPhotos, listFiles: listPhotoFiles },
    { topic: 'system_messages', read: readSystemMessages },
  ],
};

async function readConversations(db: DbOrTx, brandId: string, accountId: string) {
  const { rows } = await sql`
    select i.other_id as profile_id, o.kind as profile_kind, c.created_at, i.last_at, i.last_number as messages, i.unread
    from profile p
    join inbox i on i.brand_id = p.brand_id and i.owner_id = p.id
    join conversation c on c.brand_id = i.brand_id and c.id = i.conversation_id
    left join profile o on o.brand_id = i.brand_id and o.id = i.other_id
    where p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid
    order by i.last_at desc limit ${MOST_EXPORTED}::int`.execute(db);
  return rows;
}

interface MessageRow {
  profile_id: string;
  sent: boolean;
  text: string;
  phone_covered: boolean;
  at: Date;
  photo: boolean;
}

/** All that the member wrote; of what others wrote to them, what they can read on the site. */
export async function readOwnMessages(db: DbOrTx, brandId: string, accountId: string) {
  const { rows } = await sql<MessageRow>`
    select i.other_id as profile_id, m.from_id = p.id as sent, m.body as text, phone_covered(m.has_phone, m.brand_id, m.from_id), m.at,
      m.photo_id is not null as photo
    from account a
    join profile p on p.brand_id = a.brand_id and p.account_id = a.id
    join inbox i on i.brand_id = p.brand_id and i.owner_id = p.id
    join message m on m.brand_id = i.brand_id and m.conversation_id = i.conversation_id
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid
      and (m.from_id = p.id
        or ((m.free or not words_withheld(i.pays, a.replies_blurred)) and not m.hidden_from_receiver and m.number > i.cleared_to))
    order by m.at desc, m.number desc limit ${MOST_EXPORTED}::int`.execute(db);
  return rows.map(({ profile_id, sent, text, phone_covered, at, photo }) => ({
    profile_id,
    direction: sent ? 'sent' : 'received',
    text: phone_covered && !sent ? coverPhones(text) : text,
    at,
    photo,
  }));
}

/** The signs that the member put on messages. */
function readOwnReactions(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('profile as p')
    .innerJoin('inbox as i', (join) =>
      join.onRef('i.brand_id', '=', 'p.brand_id').onRef('i.owner_id', '=', 'p.id'),
    )
    .innerJoin('message_reaction as r', (join) =>
      join
        .onRef('r.brand_id', '=', 'i.brand_id')
        .onRef('r.conversation_id', '=', 'i.conversation_id')
        .onRef('r.from_id', '=', 'p.id'),
    )
    .select(['i.other_id as profile_id', 'r.number as message', 'r.reaction', 'r.at'])
    .where('p.brand_id', '=', brandId)
    .where('p.account_id', '=', accountId)
    .orderBy('r.at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

function readSystemMessages(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('system_message')
    .select(['sender as from', 'notice', 'html', 'at', 'read_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

const photoName = (index: number) => `chat_photos/${index + 1}.webp`;

async function describeSentPhotos(db: DbOrTx, brandId: string, accountId: string) {
  const photos = await listSentPhotos(db, brandId, accountId);
  return photos.map(({ to_id, status, width, height, created_at }, index) => ({
    file: photoName(index),
    profile_id: to_id,
    status,
    width,
    height,
    created_at,
  }));
}

async function listPhotoFiles(db: DbOrTx, brandId: string, accountId: string) {
  const photos = await listSentPhotos(db, brandId, accountId);
  return photos.map(({ key }, index) => ({ name: photoName(index), key }));
}
