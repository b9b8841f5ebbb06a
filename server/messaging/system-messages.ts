import type { Conversation, MessagePage } from '../../contract/chat/conversations.ts';
import type { Message } from '../../contract/chat/messages.ts';
import { MESSAGES_PER_PAGE } from '../../contract/kernel/constants.ts';
import type { MemberContext } from '../app.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { describeSystemSender } from './system-sender.ts';
import type { SystemSender } from './system-sender.ts';
import { insertSystemMessage, selectSystemMessages } from './system-queries.ts';
import type { SystemMessageRow } from './system-queries.ts';
import type { Place } from './message-mark.ts';
import { plainTextOf, sanitiseHtml } from './sanitise-html.ts';

/** The one notice that browsers show as HTML. */
export const WELCOME = 'benvenuto';

/** What the system has said. Nobody answers there. */
export async function readSystemMessages(
  context: MemberContext,
  system: SystemSender,
  place: Place,
): Promise<MessagePage> {
  const { db, brandId, accountId } = context;
  const rows = await selectSystemMessages(db, { brandId, accountId, sender: system });
  const visible = rows.filter(({ hidden }) => !hidden);
  const { shown, next } = pageOf(visible, place);
  return {
    messages: shown.map((row) => describeMessage(context, system, row)),
    next,
    conversation: describe(context, rows),
  };
}

function pageOf(
  rows: readonly SystemMessageRow[],
  place: Place,
): { shown: readonly SystemMessageRow[]; next: string | null } {
  if (place.after !== undefined) {
    const { after } = place;
    const newer = rows.filter(({ number }) => number > after);
    const shown = newer.slice(0, MESSAGES_PER_PAGE);
    return { shown, next: newer.length > shown.length ? String(shown.at(-1)?.number) : null };
  }
  const older = rows.filter(({ number }) => number < place.before);
  const shown = older.slice(-MESSAGES_PER_PAGE);
  return { shown, next: older.length > shown.length ? String(shown[0]?.number) : null };
}

function describeMessage(context: MemberContext, system: SystemSender, row: SystemMessageRow): Message {
  return {
    id: row.id,
    type: 'theirs',
    number: row.number,
    profileId: system,
    text: row.notice === WELCOME ? row.html : plainTextOf(row.html),
    blurred: null,
    name: context.brand.settings.title,
    at: row.at.getTime(),
    read: row.read,
    delivered: true,
    notice: row.notice,
    readyMade: false,
    icebreaker: false,
    invitation: false,
    photo: null,
    phoneCovered: false,
  };
}

function describe(context: MemberContext, rows: readonly SystemMessageRow[]): Conversation {
  return {
    ...describeSystemSender(context),
    activity: null,
    available: false,
    icebreaker: false,
    closed: 'system',
    cost: 0,
    credit: 'message',
    invitationPending: false,
    deliveredTo: 0,
    readTo: 0,
    ownReadTo: rows.findLast(({ read }) => read)?.number ?? 0,
    receiptsHidden: false,
    unread: rows.filter(({ read, hidden }) => !read && !hidden).length,
  };
}

interface Words {
  brandId: string;
  accountId: string;
  from: SystemSender;
  /** The same notice is given once. */
  notice: string | null;
  html: string;
  at: Date;
}

/** The system says something to a member, in harmless HTML. Where nothing is left of it, nothing is said. */
export async function saveSystemMessage(
  db: DbOrTx,
  { brandId, accountId, from, notice, html, at }: Words,
): Promise<void> {
  const clean = sanitiseHtml(html);
  if (plainTextOf(clean) === '') return;
  const id = newId(at.getTime());
  await insertSystemMessage(db, { brandId, accountId, sender: from, id, notice, html: clean, at });
}
