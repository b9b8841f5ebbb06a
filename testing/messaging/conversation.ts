import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';

interface Said {
  /** The first of the two, or the second. */
  by: 'first' | 'second';
  text?: string;
  photoId?: string;
  hasPhone?: boolean;
}

interface Talk {
  brandId: string;
  /** Profiles. The first one pays. */
  first: string;
  second: string;
  said: readonly Said[];
  at: Date;
  /** Since when the second one, who is of the staff, owes an answer. */
  waitingSince?: Date;
}

/** A conversation as sending leaves it, without the sending. Answers with its id. */
export async function haveTalked(
  db: Database,
  { brandId, first, second, said, at, waitingSince }: Talk,
): Promise<string> {
  const id = newId();
  const pair = { brand_id: brandId, conversation_id: id };
  const [low_id = '', high_id = ''] = [first, second].sort();
  const last_number = said.length;
  await db.insertInto('conversation').values({ brand_id: brandId, id, low_id, high_id }).execute();
  const last = { last_number, last_at: at };
  await db
    .insertInto('inbox')
    .values([
      { ...pair, ...last, owner_id: first, other_id: second, pays: true },
      { ...pair, ...last, owner_id: second, other_id: first, pays: false },
    ])
    .execute();
  await db
    .insertInto('message')
    .values(
      said.map(({ by, text = '', photoId, hasPhone = false }, index) => ({
        ...pair,
        id: randomUUID(),
        number: index + 1,
        from_id: by === 'first' ? first : second,
        body: text,
        at,
        photo_id: photoId ?? null,
        has_phone: hasPhone,
      })),
    )
    .execute();
  if (waitingSince)
    await db
      .insertInto('waiting_reply')
      .values({ ...pair, profile_id: second, kind: 'staff', since: waitingSince })
      .execute();
  const photos = said.flatMap(({ photoId }) => photoId ?? []);
  if (photos.length > 0)
    await db.updateTable('chat_photo').set({ sent: true }).where('id', 'in', photos).execute();
  return id;
}
