import { z } from 'zod';
import type { ConversationPage, ConversationRow } from '#contract/chat/conversations.ts';
import { CONVERSATIONS_PER_PAGE, RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import type { MemberContext } from '#server/app.ts';
import { cursorCodec } from '#server/platform/cursor.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';
import { readListPage, sources } from './conversation-list.sql.ts';
import type { ListCursor, ListPage, ListRow } from './conversation-list.sql.ts';
import { blurText, previewOf } from './describe-message.ts';
import { hidesReceipts } from './receipts.ts';
import { describeSystemSender, plainTextOf } from './system-messages.ts';

const at = z.int().min(0);
const lastRow = z.union([
  z.tuple([at, z.enum(['talk', 'like']), z.uuid()]),
  z.tuple([at, z.literal('system'), z.enum(RESERVED_PROFILE_IDS)]),
]);
const cursor = cursorCodec<ListCursor>(
  'before',
  z.codec(lastRow, z.object({ at: z.number(), source: z.enum(sources), id: z.string() }), {
    decode: ([time, source, id]) => ({ at: time, source, id }),
    encode: (row) => lastRow.parse([row.at, row.source, row.id]),
  }),
);

export async function listConversations(
  context: MemberContext,
  { before }: { before?: string | undefined },
): Promise<ConversationPage> {
  const page = await readListPage(context.app.db, context, cursor.decode(before));
  const shown = page.rows.slice(0, CONVERSATIONS_PER_PAGE);
  const last = page.rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) => describe(context, page, row)),
    unread: page.unread,
    owed: page.owed,
    next: last ? cursor.encode(last) : null,
  };
}

function describe(context: MemberContext, page: ListPage, row: ListRow): ConversationRow {
  const base = {
    profileId: row.id,
    number: row.number,
    hasPhoto: row.has_photo,
    at: Math.floor(row.at / 1_000),
    unread: row.unread,
    notice: row.notice,
    owed: row.owed,
  };
  if (row.source === 'system') {
    const text = previewOf(plainTextOf(row.preview));
    const read = row.unread === 0;
    return {
      ...base,
      ...describeSystemSender(context),
      type: 'theirs',
      text,
      blurred: null,
      read,
      delivered: true,
    };
  }
  const blurs = !row.mine && row.blurs;
  return {
    ...base,
    screenName: row.screen_name ?? '',
    age: ageFrom(row.birth_year, context.app.clock),
    kind: row.kind,
    photo: smallPhoto(context, row.photo),
    type: row.source === 'like' ? 'like' : row.mine ? 'own' : 'theirs',
    text: blurs ? '' : row.preview,
    // What stands at this place of the conversation never changes, and so neither does its blurred shape.
    blurred: blurs ? blurText(row.preview, `${row.conversation_id} ${row.number}`) : null,
    ...receiptsOf(context, page, row),
  };
}

function receiptsOf(context: MemberContext, page: ListPage, row: ListRow) {
  if (!row.mine) return { read: row.number <= row.read_to, delivered: true };
  const hidden = hidesReceipts(context, { level: page.level, flow_id: page.flow_id, pays: row.pays });
  return {
    read: !hidden && row.number <= (row.other_read_to ?? 0),
    delivered: row.number <= (row.other_delivered_to ?? 0),
  };
}
