import { UUID } from '../platform/ids.ts';
import type { ConversationPage, ConversationRow } from '../../contract/chat/conversations.ts';
import { CONVERSATIONS_PER_PAGE } from '../../contract/kernel/constants.ts';
import type { MemberContext } from '../app.ts';
import { ageFrom, smallPhoto } from '../profiles/profile-summary.ts';
import { blurText, previewOf } from './describe-message.ts';
import { describeSystemSender } from './system-messages.ts';
import { readListPage, sources } from './conversation-list.sql.ts';
import type { ListCursor, ListPage, ListRow } from './conversation-list.sql.ts';
import { hidesReceipts } from './receipts.ts';
import { plainTextOf } from './system-html.ts';
import { fail } from '../../contract/kernel/errors.ts';

export async function listConversations(
  context: MemberContext,
  { before }: { before?: string | undefined },
): Promise<ConversationPage> {
  const page = await readListPage(context.db, context, decodeCursor(before));
  const shown = page.rows.slice(0, CONVERSATIONS_PER_PAGE);
  const last = page.rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    rows: shown.map((row) => describe(context, page, row)),
    unread: page.unread,
    next: last ? encodeCursor(last) : null,
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
  const blurs = !row.mine && row.blurs;
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
  const hidden = hidesReceipts(context, { level: page.level, flow_id: page.flow_id, pays: row.pays });
  return {
    read: !hidden && row.number <= (row.other_read_to ?? 0),
    delivered: row.number <= (row.other_delivered_to ?? 0),
  };
}

/** Where the next page begins, as an opaque text for the client. */
function encodeCursor({ at, source, id }: ListCursor): string {
  return Buffer.from(`${at} ${source} ${id}`).toString('base64url');
}

function decodeCursor(text: string | undefined): ListCursor | undefined {
  if (text === undefined) return undefined;
  const [at = '', name, id = '', ...more] = Buffer.from(text, 'base64url').toString().split(' ');
  const source = sources.find((one) => one === name);
  const fits = source === 'system' ? /^[a-z\d]{1,10}$/ : new RegExp(`^${UUID}$`);
  if (!source || !/^\d{1,16}$/.test(at) || !fits.test(id) || more.length > 0) {
    return fail('request.malformed', {
      issues: [{ path: 'before', problem: 'must come from the last page' }],
    });
  }
  return { at: Number(at), source, id };
}
