import type { ConversationPage, ConversationRow } from '../../contract/chat/conversations.ts';
import { CONVERSATIONS_PER_PAGE } from '../../contract/kernel/constants.ts';
import type { MemberContext } from '../app.ts';
import { ageFrom } from '../profiles/age.ts';
import { smallPhoto } from '../profiles/small-photo.ts';
import { blurText } from './blur-text.ts';
import { describeSystemSender } from './system-sender.ts';
import { readMark, writeMark } from './list-mark.ts';
import { readListPage } from './list-queries.ts';
import type { ListPage, ListRow } from './list-queries.ts';
import { previewOf } from './preview.ts';
import { hidesReceipts } from './receipts.ts';
import { plainTextOf } from './sanitise-html.ts';

export async function listConversations(
  context: MemberContext,
  { before }: { before?: string | undefined },
): Promise<ConversationPage> {
  const page = await readListPage(context.db, context, readMark(before));
  const shown = page.rows.slice(0, CONVERSATIONS_PER_PAGE);
  const last = page.rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) => describe(context, page, row)),
    unread: page.unread,
    next: last ? writeMark(last) : null,
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
  const blurs = !row.mine && row.pays && page.replies_blurred;
  return {
    ...base,
    screenName: row.screen_name ?? '',
    age: ageFrom(row.birth_year, context.clock),
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
  const hidden = hidesReceipts(context, { level: page.level, flowId: page.flow_id, pays: row.pays });
  return {
    read: !hidden && row.number <= (row.other_read_to ?? 0),
    delivered: row.number <= (row.other_delivered_to ?? 0),
  };
}
