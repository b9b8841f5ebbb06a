/** What support holds about a member, and how it goes: with the account, and by itself after a time. */

import { TICKETS_KEPT_MONTHS, TICKET_CLOSES_AFTER_DAYS } from '#contract/kernel/constants.ts';
import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import type { App } from '#server/app.ts';
import { deleteMailsAbout } from '#server/mails/mail.ts';
import { DAY, monthsAfter } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

export const supportAccountHandlers: AccountHandlers = {
  /** Tickets of the account go with it; those that were written signed out, under its address, go here. */
  async erasing(tx, { brandId, accountId }) {
    const gone = await tx
      .deleteFrom('ticket')
      .where('brand_id', '=', brandId)
      .where('email', 'in', (account) =>
        account
          .selectFrom('account')
          .select('email')
          .where('brand_id', '=', brandId)
          .where('id', '=', accountId),
      )
      .returning('id')
      .execute();
    await deleteMailsAbout(
      tx,
      brandId,
      gone.map(({ id }) => id),
    );
  },
  exports: [{ topic: 'tickets', read: readOwnTickets }],
};

/** Notes of the staff are about the work and not the member's. */
async function readOwnTickets(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('ticket as t')
    .innerJoin('ticket_message as m', (join) =>
      join.onRef('m.brand_id', '=', 't.brand_id').onRef('m.ticket_id', '=', 't.id'),
    )
    .select(['t.number', 't.email', 't.topic', 't.status', 'm.author as from', 'm.text', 'm.created_at'])
    .where('t.brand_id', '=', brandId)
    .where('t.account_id', '=', accountId)
    .where('m.author', '<>', 'note')
    .orderBy('m.created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

const AT_ONCE = 1_000;

/** Every night: a ticket without further messages is closed, and what has been closed for long enough is erased. */
export async function cleanUpTickets({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const quiet = new Date(now.getTime() - TICKET_CLOSES_AFTER_DAYS * DAY);
  await db
    .updateTable('ticket')
    .set({ status: 'closed', since: now })
    .where('status', '=', 'waiting')
    .where('since', '<', quiet)
    .execute();
  const old = monthsAfter(now, -TICKETS_KEPT_MONTHS);
  for (;;) {
    const gone = await db
      .deleteFrom('ticket')
      .where(({ refTuple, selectFrom, eb }) =>
        eb(
          refTuple('brand_id', 'id'),
          'in',
          selectFrom('ticket')
            .select(['brand_id', 'id'])
            .where('status', '=', 'closed')
            .where('since', '<', old)
            .limit(AT_ONCE)
            .$asTuple('brand_id', 'id'),
        ),
      )
      .executeTakeFirstOrThrow();
    if (Number(gone.numDeletedRows) < AT_ONCE) return;
  }
}
