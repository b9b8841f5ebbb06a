import { sql } from 'kysely';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { MessageRow } from './describe-message.ts';
import type { Outgoing, Stored } from './outgoing.ts';
import { messageColumns } from './reading.sql.ts';

export interface MessageKey {
  brandId: string;
  conversationId: string;
  id: string;
}

/** What there is to say of a message, whichever participant is notified of it. */
export type Said = Pick<Outgoing, 'id' | 'fromId' | 'toId' | 'text' | 'readyMade' | 'replyTo'>;

interface StoredMessage {
  outgoing: Said;
  stored: Stored;
  invitation: boolean;
}

interface Row extends MessageRow {
  to_id: string;
  /** Null where there is no one to notify: a profile of ours, or a participant who has deleted the message. */
  from_account: string | null;
  to_account: string | null;
  to_kind: ProfileKind;
  blurs: boolean | null;
  own_unread: number;
  unread: number;
  message_credits: number | null;
  icebreaker_credits: number | null;
}

/** All that both participants are notified of a message that is stored. Undefined where the two are kept apart by now. */
export async function readStoredMessage(
  db: DbOrTx,
  { brandId, conversationId, id }: MessageKey,
): Promise<StoredMessage | undefined> {
  const { rows } = await sql<Row>`
    select ${messageColumns}, pair.to_id, t.kind as to_kind, own.unread as own_unread, theirs.unread,
      case when not m.hidden_from_sender and m.number > own.cleared_to then f.account_id end as from_account,
      case when not m.hidden_from_receiver and m.number > theirs.cleared_to then t.account_id end as to_account,
      words_withheld(theirs.pays, ta.replies_blurred) as blurs, b.message_credits, b.icebreaker_credits
    from message m
    join conversation c on c.brand_id = m.brand_id and c.id = m.conversation_id
    cross join lateral (
      select case when m.from_id = c.low_id then c.high_id else c.low_id end as to_id) as pair
    join inbox own on own.brand_id = m.brand_id and own.owner_id = m.from_id and own.other_id = pair.to_id
    join inbox theirs on theirs.brand_id = m.brand_id and theirs.owner_id = pair.to_id and theirs.other_id = m.from_id
    join profile f on f.brand_id = m.brand_id and f.id = m.from_id
    join profile t on t.brand_id = m.brand_id and t.id = pair.to_id
    left join account ta on ta.brand_id = m.brand_id and ta.id = t.account_id
    left join balance b on b.brand_id = m.brand_id and b.account_id = f.account_id
    where m.brand_id = ${brandId}::uuid and m.conversation_id = ${conversationId}::uuid and m.id = ${id}::uuid
      and not exists (select from blocks_between(m.brand_id, m.from_id, pair.to_id))`.execute(db);
  const [row] = rows;
  return row && describe(row, conversationId);
}

function describe(row: Row, conversationId: string): StoredMessage {
  const { id, number, at, photo, warning, invitation, unread } = row;
  return {
    invitation,
    outgoing: {
      id,
      fromId: row.from_id,
      toId: row.to_id,
      text: row.body,
      readyMade: row.ready_made,
      replyTo: row.quoted?.number ?? null,
    },
    stored: {
      conversationId,
      number,
      at,
      isNew: false,
      phoneCovered: row.phone_covered,
      free: row.free,
      warning,
      photo,
      from: {
        accountId: row.from_account,
        // Whatever it cost, devices that missed the message have missed what was left after it.
        charged: row.from_account !== null,
        messageCredits: row.message_credits ?? 0,
        iceBreakerCredits: row.icebreaker_credits ?? 0,
        unread: row.own_unread,
      },
      to: { accountId: row.to_account, kind: row.to_kind, blurs: row.blurs ?? false, unread },
    },
  };
}
