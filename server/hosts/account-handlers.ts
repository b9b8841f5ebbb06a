import { sql } from 'kysely';
import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

export const hostAccountHandlers: AccountHandlers = {
  exports: [{ topic: 'host_notes', read: readNotesAbout }],
};

/** What the staff has written down about a member. Who wrote it stays with us. */
async function readNotesAbout(db: DbOrTx, brandId: string, accountId: string) {
  const { rows } = await sql`
    select n.profile_id, n.body as text, n.created_at, n.edited_at
    from profile p
    join inbox i on i.brand_id = p.brand_id and i.owner_id = p.id
    join host_note n on n.brand_id = i.brand_id and n.conversation_id = i.conversation_id
    where p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid
    order by n.created_at desc limit ${MOST_EXPORTED}::int`.execute(db);
  return rows;
}
