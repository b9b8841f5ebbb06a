import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';

interface Waiting {
  brandId: string;
  country: string;
  /** Whose first message is not answered yet. */
  profileId: string;
  count: number;
  from: Date;
}

/**
 * So many profiles of the staff owe a member an answer, each for a millisecond less than the one before. All is stored
 * at once; a conversation has the id of its profile.
 */
export async function storeWaitingConversations(
  db: Database,
  { brandId, country, profileId, count, from }: Waiting,
): Promise<void> {
  const ids = Array.from({ length: count }, () => newId());
  const [first, at] = [
    sql`${profileId}::uuid`,
    sql`${from}::timestamptz + (n - 1) * interval '1 millisecond'`,
  ];
  const insert = async (into: string, values: RawBuilder<unknown>) => {
    await sql`insert into ${sql.raw(into)} select ${brandId}::uuid, ${values}
      from unnest(${ids}::uuid[]) with ordinality as other (id, n)`.execute(db);
  };
  await insert(
    'profile (brand_id, id, kind, status, moderated_at, gender, screen_name, country)',
    sql`id, 'staff', 'visible', ${from}::timestamptz, 'female', 'Luna', ${country}`,
  );
  await insert(
    'conversation (brand_id, id, low_id, high_id)',
    sql`id, least(id, ${first}), greatest(id, ${first})`,
  );
  const inbox = 'inbox (brand_id, conversation_id, owner_id, other_id, pays, last_number, last_at)';
  await insert(inbox, sql`id, ${first}, id, true, 1, ${at}`);
  await insert(inbox, sql`id, id, ${first}, false, 1, ${at}`);
  await insert(
    'message (brand_id, conversation_id, id, number, from_id, body, at)',
    sql`id, id, 1, ${first}, 'Ciao', ${at}`,
  );
  await insert(
    'waiting_reply (brand_id, conversation_id, profile_id, kind, since)',
    sql`id, id, 'staff', ${at}`,
  );
}
