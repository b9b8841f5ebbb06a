/** Who has blocked whom. Whether two are kept apart is decided by the SQL function `blocks_between`. */

import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type {
  blockPerson as blockEndpoint,
  listBlocks as listEndpoint,
  unblockPerson as unblockEndpoint,
} from '#contract/profile/blocks.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { ageFrom, smallPhoto } from './profile-summary.ts';
import { isOpenRegion } from './viewer.ts';

export const MOST_BLOCKED = 500;

export interface Block {
  brandId: string;
  fromId: string;
  toId: string;
}

export function blockPerson(
  context: MemberContext,
  { profileId }: { profileId: string },
): Promise<ReplyOf<typeof blockEndpoint>> {
  return transact(context.app.db, async (tx) => {
    await block(context, tx, await lockSelfAndOther(context, tx, profileId));
    return { result: 'OK' };
  });
}

/**
 * The caller and whom they want to block or report, who need not be visible any more. Reserved ids belong to no person, and
 * members cannot block or report themselves. The caller's other blocks and reports wait until the transaction ends.
 */
export async function lockSelfAndOther(
  { brandId, accountId }: MemberContext,
  tx: Tx,
  profileId: string,
): Promise<Block> {
  const own = await tx
    .selectFrom('profile')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const fromId = own?.id ?? fail('session.dead');
  const toId = readUuid(profileId);
  if (!toId || toId === fromId || !(await profileExists(tx, brandId, toId))) return fail('request.not_found');
  return { brandId, fromId, toId };
}

async function profileExists(tx: Tx, brandId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('profile')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Neither sees the other from now on. Likes and visits stay where they are and are shown again after unblocking. */
export async function block(
  { app: { clock } }: MemberContext,
  tx: Tx,
  { brandId, fromId, toId }: Block,
): Promise<void> {
  const inserted = await tx
    .insertInto('block')
    .values({ brand_id: brandId, from_id: fromId, to_id: toId, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('to_id')
    .executeTakeFirst();
  if (inserted && (await countBlocks(tx, brandId, fromId)) > MOST_BLOCKED) fail('block.too_many');
}

async function countBlocks(tx: Tx, brandId: string, fromId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('block')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('brand_id', '=', brandId)
    .where('from_id', '=', fromId)
    .executeTakeFirstOrThrow();
  return total;
}

/** A person who is not blocked is not blocked afterwards either. */
export async function unblockPerson(
  { app: { db }, brandId, accountId }: MemberContext,
  { profileId }: { profileId: string },
): Promise<ReplyOf<typeof unblockEndpoint>> {
  const toId = readUuid(profileId);
  if (!toId) return { result: 'OK' };
  await db
    .deleteFrom('block')
    .where('brand_id', '=', brandId)
    .where('to_id', '=', toId)
    .where('from_id', 'in', (own) =>
      own
        .selectFrom('profile')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('account_id', '=', accountId),
    )
    .execute();
  return { result: 'OK' };
}

export async function listBlocks(context: MemberContext): Promise<ReplyOf<typeof listEndpoint>> {
  const { db, clock } = context.app;
  const { brandId, accountId } = context;
  const rows = await readBlocks(db, brandId, accountId);
  return {
    blocked: rows.map((row) => ({
      profileId: row.id,
      screenName: row.screen_name,
      age: ageFrom(row.birth_year, clock),
      kind: row.kind,
      photo: row.known || isOpenRegion(row.viewer, row.region) ? smallPhoto(context, row.photo) : null,
      at: row.created_at.getTime(),
    })),
  };
}

interface BlockRow {
  id: string;
  screen_name: string;
  birth_year: number | null;
  kind: ProfileKind;
  created_at: Date;
  photo: { id: string; widths: number[] } | null;
  region: string | null;
  /** Who has blocked knows them. */
  known: boolean;
  /** Who has blocked. */
  viewer: { level: number; region: string | null };
}

/**
 * Newest first. The photo is shown only of a person whom others may see: any id can be blocked, and that
 * opens no other region.
 */
async function readBlocks(db: DbOrTx, brandId: string, accountId: string): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select p.id, p.screen_name, p.birth_year, p.kind, b.created_at,
      (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(p.brand_id, p.id) f
        where p.status = 'visible') as photo,
      p.region, exists (select from knows(own.brand_id, own.id, p.id)) as known,
      json_build_object('level', a.level, 'region', own.region) as viewer
    from profile own
    join account a on a.brand_id = own.brand_id and a.id = own.account_id
    join block b on b.brand_id = own.brand_id and b.from_id = own.id
    join profile p on p.brand_id = b.brand_id and p.id = b.to_id
    where own.brand_id = ${brandId}::uuid and own.account_id = ${accountId}::uuid
    order by b.created_at desc, p.id
    limit ${MOST_BLOCKED}::int`.execute(db);
  return rows;
}
