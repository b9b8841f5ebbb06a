/**
 * What the brand itself writes to a member: saved as sanitised HTML, read like a conversation that cannot be answered.
 */

import { join } from 'node:path';
import { sql } from 'kysely';
import sanitizeHtml from 'sanitize-html';
import type { Conversation, MessagePage } from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';
import { RESERVED_PROFILE_IDS, MESSAGES_PER_PAGE } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import { escapeHtml } from '#contract/kernel/text.ts';
import type { VisitorContext, MemberContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { readTexts } from '#server/platform/texts.ts';
import { plainMessage } from './describe-message.ts';
import en from './locales/en.json' with { type: 'json' };

/** Which messages are wanted: those before a number, or those after one. */
export type Range = { before: number; after?: undefined } | { after: number };

/** The reserved profile ids that the brand itself writes from. */
type SystemSender = (typeof RESERVED_PROFILE_IDS)[number];

export function findSystemSender(profileId: string): SystemSender | undefined {
  return RESERVED_PROFILE_IDS.find((id) => id === profileId);
}

/** The system sender as a conversation shows it: by the brand's name. */
export function describeSystemSender({ brand }: Pick<VisitorContext, 'brand'>) {
  return { screenName: brand.settings.title, age: null, kind: null, photo: null } as const;
}

interface SystemMessage {
  brandId: string;
  accountId: string;
  from: SystemSender;
  /** The same notice is given once. */
  notice: string | null;
  html: string;
  at: Date;
}

/** Saves a message of the system sender, as sanitised HTML. A message that is empty after that is left out. */
export async function saveSystemMessage(
  db: DbOrTx,
  { brandId, accountId, from, notice, html, at }: SystemMessage,
): Promise<void> {
  const clean = sanitiseHtml(html);
  if (plainTextOf(clean) === '') return;
  await db
    .insertInto('system_message')
    .values({
      brand_id: brandId,
      account_id: accountId,
      sender: from,
      id: newId(at.getTime()),
      notice,
      html: clean,
      at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The one notice that browsers show as HTML. */
const WELCOME = 'benvenuto';

export const words = readTexts(join(import.meta.dirname, 'locales'), en);

/** The first message that every member gets: the brand's own words, or ours where it has none. */
export async function welcomeMember(
  tx: Tx,
  { brand, language, accountId, at }: { brand: Brand; language: Language; accountId: string; at: Date },
): Promise<void> {
  const { title, welcome } = brand.settings;
  const text = welcome?.[language] || words[language].welcome;
  await saveSystemMessage(tx, {
    brandId: brand.id,
    accountId,
    from: RESERVED_PROFILE_IDS[0],
    notice: WELCOME,
    html: text.replaceAll('{title}', () => escapeHtml(title)),
    at,
  });
}

/** A page of the conversation with the system sender, which cannot be answered. */
export async function readSystemMessages(
  context: MemberContext,
  system: SystemSender,
  range: Range,
): Promise<MessagePage> {
  const { db } = context.app;
  const { brandId, accountId } = context;
  const rows = await selectSystemMessages(db, { brandId, accountId, sender: system });
  const visible = rows.filter(({ hidden }) => !hidden);
  const { shown, next } = pageOf(visible, range);
  return {
    messages: shown.map((row) => describeMessage(context, system, row)),
    next,
    conversation: describe(context, rows),
  };
}

function pageOf(
  rows: readonly SystemMessageRow[],
  range: Range,
): { shown: readonly SystemMessageRow[]; next: string | null } {
  if (range.after !== undefined) {
    const { after } = range;
    const newer = rows.filter(({ number }) => number > after);
    const shown = newer.slice(0, MESSAGES_PER_PAGE);
    return { shown, next: newer.length > shown.length ? String(shown.at(-1)?.number) : null };
  }
  const older = rows.filter(({ number }) => number < range.before);
  const shown = older.slice(-MESSAGES_PER_PAGE);
  return { shown, next: older.length > shown.length ? String(shown[0]?.number) : null };
}

function describeMessage(context: MemberContext, system: SystemSender, row: SystemMessageRow): Message {
  return {
    ...plainMessage,
    id: row.id,
    type: 'theirs',
    number: row.number,
    profileId: system,
    text: row.notice === WELCOME ? row.html : plainTextOf(row.html),
    name: context.brand.settings.title,
    at: row.at.getTime(),
    read: row.read,
    notice: row.notice,
  };
}

function describe(context: MemberContext, rows: readonly SystemMessageRow[]): Conversation {
  return {
    ...describeSystemSender(context),
    photoVerified: false,
    activity: null,
    answersAt: null,
    available: false,
    icebreaker: false,
    closed: 'system',
    inReview: false,
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

interface SystemMessageKey {
  brandId: string;
  accountId: string;
  sender: SystemSender;
}

interface SystemMessageRow {
  id: string;
  number: number;
  notice: string | null;
  html: string;
  at: Date;
  read: boolean;
  hidden: boolean;
}

/** Few are ever sent, so they are read without paging, up to this many. */
const MOST = 1_000;

/** All messages from one system sender, in order; a message's number is its place. */
async function selectSystemMessages(
  db: DbOrTx,
  { brandId, accountId, sender }: SystemMessageKey,
): Promise<SystemMessageRow[]> {
  const { rows } = await sql<SystemMessageRow>`
    select h.id, row_number() over (order by h.at, h.id)::int as number, h.notice, h.html, h.at,
      h.read_at is not null as read, h.hidden
    from system_message h
    where h.brand_id = ${brandId}::uuid and h.account_id = ${accountId}::uuid and h.sender = ${sender}::text
    order by h.at, h.id
    limit ${sql.lit(MOST)}`.execute(db);
  return rows;
}

/** Marks those up to a number as read. Answers whether any was unread. */
export async function markSystemMessagesRead(
  db: DbOrTx,
  { brandId, accountId, sender }: SystemMessageKey,
  { readTo, at }: { readTo: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update system_message h set read_at = ${at}::timestamptz
    from (
      select o.id, row_number() over (order by o.at, o.id) as number from system_message o
      where o.brand_id = ${brandId}::uuid and o.account_id = ${accountId}::uuid and o.sender = ${sender}::text
    ) as numbered
    where h.brand_id = ${brandId}::uuid and h.id = numbered.id and h.read_at is null
      and numbered.number <= ${readTo}::bigint
    returning h.id`.execute(db);
  return rows.length > 0;
}

/** One of them, or all. Answers whether there was any. */
export async function setSystemMessageHidden(
  db: DbOrTx,
  { brandId, accountId, sender }: SystemMessageKey,
  { id, hidden }: { id?: string; hidden: boolean },
): Promise<boolean> {
  const query = db
    .updateTable('system_message')
    .set({ hidden })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('sender', '=', sender);
  const rows = await (id === undefined ? query : query.where('id', '=', id)).returning('id').execute();
  return rows.length > 0;
}

/** A path of this site, a page elsewhere by https, or an address to write to. */
const allowedLink = /^(?:https:\/\/[^\s"'<>\\]+|mailto:[^\s"'<>\\&?]+|\/(?![/\\])[^\s"'<>\\]*)$/i;

const LONGEST_LINK = 500;

const allowedTags = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a'];

const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  // What stands between these is no text.
  nonTextTags: [
    'script',
    'style',
    'template',
    'title',
    'textarea',
    'iframe',
    'noscript',
    'svg',
    'math',
    'option',
  ],
};

/** A link that leads where it may not becomes a span. */
const optionsForLinks: sanitizeHtml.IOptions = {
  ...options,
  allowedTags: [...allowedTags, 'span'],
  transformTags: {
    a(_, { href = '' }) {
      const target = href.trim();
      const isAllowed = allowedLink.test(target) && target.length <= LONGEST_LINK;
      return isAllowed ? { tagName: 'a', attribs: { href: target } } : { tagName: 'span', attribs: {} };
    },
  },
};

/** What the system sender writes, with a few harmless tags and links in it, whatever was in it before. */
export function sanitiseHtml(html: string): string {
  // The span goes in a second pass, over tags that are closed by now: in one pass the end of it may stay behind.
  const withoutSpans = sanitizeHtml(sanitizeHtml(html, optionsForLinks), options);
  // A span may have kept one paragraph open inside another, which no browser shows like that.
  return sanitizeHtml(withoutSpans, options);
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** The words alone of what was sanitised. */
export function plainTextOf(html: string): string {
  return html
    .replace(/<br \/>|<\/(?:p|li|ul|ol)>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll('\u00a0', ' ')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
