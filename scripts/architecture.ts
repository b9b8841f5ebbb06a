/**
 * Holds the order in which the rooms of the server and the folders of the site may use one another, and which room
 * writes which table.
 */

import { globSync, readFileSync } from 'node:fs';
import { resolveImport } from './lib/resolve-import.ts';
import { findForeignWriters } from './lib/table-writers.ts';

/**
 * The drawing. A room may use those above it, never those below, and it alone writes the tables beside its name.
 * Types may be named from anywhere: they are gone when it runs.
 */
const rooms: Record<string, string[]> = {
  platform:
    'audit database_rule job link_use rate_limit schedule schema_fingerprint sealing_key session work_rate'.split(
      ' ',
    ),
  analytics: ['event', 'event_other'],
  mails: ['mail', 'undeliverable_address'],
  countries: ['place', 'place_name', 'region'],
  brands: ['brand', 'brand_host', 'flow', 'plan'],
  accounts: [
    'account',
    'account_money',
    'arrival',
    'consent',
    'data_export',
    'erased_account',
    'identity',
    'passkey',
  ],
  profiles: ['block', 'photo', 'profile', 'profile_change', 'review', 'review_answer'],
  credits: ['balance', 'ledger_entry'],
  notifications: [
    'messenger_chat',
    'messenger_code',
    'notification',
    'notification_settings',
    'push_key',
    'push_token',
  ],
  discovery: [
    'deck',
    'held_reaction',
    'last_swipe',
    'reaction',
    'search_change',
    'search_chunk',
    'search_list',
  ],
  safety: [],
  messaging: ['chat_photo', 'conversation', 'inbox', 'message', 'system_message', 'waiting_reply'],
  companion: ['companion_stop', 'companion_use', 'companion_use_of_brand'],
  hosts: [
    'answered_conversation',
    'host_reply',
    'host_note',
    'message_translation',
    'reply_text',
    'scheduled_reply',
    'snippet',
    'quality_mark',
    'shift',
  ],
  feed: [],
  billing: [
    'bank_line',
    'dispute',
    'document',
    'document_counter',
    'money_entry',
    'payment_attempt',
    'payment_block',
    'payment_event',
    'payment_method',
    'payout',
    'provider_event',
    'provider_switch',
    'purchase',
    'purchase_consent',
    'receipt_due',
    'reconciliation',
    'reconciliation_difference',
    'refund',
    'renewal_notice',
    'settlement_entry',
    'spending_limit',
    'spending_pause',
    'subscription',
    'token_removal',
    'withdrawal_origin',
  ],
  moderation: [
    'appeal',
    'banned_picture',
    'moderation_case',
    'moderation_verdict',
    'photo_verification',
    'report',
    'report_message',
    'sanction',
  ],
  support: ['ticket', 'ticket_message'],
  staff: ['staff', 'staff_brand', 'staff_passkey', 'staff_session'],
  insight: ['conversion', 'cookie_consent', 'postback', 'trust_snapshot', 'uptime_minute'],
  // Fills every table before there are any members.
  demo: [],
};
const order = Object.keys(rooms);

/** Who else writes a table, and why. */
const secondWriters: Record<string, string> = {
  'hosts writes waiting_reply': 'a claim is a lease on the row of the member who waits',
  'companion writes waiting_reply': 'the wait ends where a companion has nothing to answer',
};

/**
 * The drawing of the site, read in the same way: lib knows nothing of the product, the shell serves every feature, a
 * feature may use those above it, and the app puts them together. Here types count too.
 */
const siteOrder = [
  'lib',
  'shell',
  'people',
  'billing',
  'notifications',
  'entry',
  'account',
  'chat',
  'discovery',
  'public',
  'app',
];

const found = new Map<string, string[]>();
const report = (what: string, where: string) => found.set(what, [...(found.get(what) ?? []), where]);
const roomOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1] ?? '';

const valueStatement = /^(?:import|export) (?!type )/gm;
const anyImport = /(?:from|import\()\s*'([.#][^']+)'/g;
const comment = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|^ *\/\/.*/gm;
const byBuilder = /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g;
const bySql = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?"?(\w+)"?/gi;

const importsIn = (file: string, text: string) =>
  Array.from(text.matchAll(anyImport), ([, path = '']) => resolveImport(file, path) ?? path);

/** Without those of types alone, which are not there when the program runs. */
const valueImportsIn = (file: string, text: string) =>
  Array.from(text.matchAll(valueStatement), ({ index }) =>
    text.slice(index, text.indexOf(';', index)),
  ).flatMap((statement) => importsIn(file, / from '[^']+'$/.exec(statement)?.[0] ?? ''));

const owners = new Map(order.flatMap((room) => (rooms[room] ?? []).map((table) => [table, room] as const)));
const uses = new Map<string, string[]>();
for (const file of globSync(`server/**/*.ts`).filter(
  (path) => !/\.test\.ts$|\.gen\.ts$|migrations\//.test(path),
)) {
  const room = roomOf(file);
  const text = readFileSync(file, 'utf8').replaceAll(comment, '');
  const imports = valueImportsIn(file, text);
  uses.set(file, imports);
  if (!order.includes(room)) continue;
  for (const used of imports) {
    const other = roomOf(used);
    if (order.indexOf(other) > order.indexOf(room)) report(`${room} uses ${other}`, `${file} uses ${used}`);
  }
  if (room === 'demo') continue;
  for (const [, table = ''] of [...text.matchAll(byBuilder), ...text.matchAll(bySql)]) {
    const owner = owners.get(table);
    if (owner && owner !== room && !secondWriters[`${room} writes ${table}`])
      report(`${room} writes ${table}`, `${file}: call ${owner} instead`);
  }
}

for (const { room, table, owner, place } of await findForeignWriters(owners))
  if (!secondWriters[`${room} writes ${table}`])
    report(`${room} writes ${table}`, `${place}: move it to ${owner}`);

/** Of a file of the site: `lib`, `shell`, `app`, or the name of its feature. */
const siteFolderOf = (file: string) => /^site\/src\/(?:features\/)?([^/]+)\//.exec(file)?.[1] ?? '';

for (const file of globSync('{site/src,packages}/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$/.test(path),
)) {
  const folder = siteFolderOf(file);
  if (file.startsWith('site/src/features/') && !siteOrder.includes(folder)) {
    report(`nobody knows where ${folder} stands`, 'name it in the order of the site');
  }
  const text = readFileSync(file, 'utf8').replaceAll(comment, '');
  for (const used of importsIn(file, text)) {
    if (file.startsWith('packages/')) {
      if (/^(site|console)\//.test(used)) report('packages use an app', `${file} uses ${used}`);
    } else if (
      siteOrder.includes(folder) &&
      siteOrder.indexOf(siteFolderOf(used)) > siteOrder.indexOf(folder)
    ) {
      report(`${folder} uses ${siteFolderOf(used)}`, `${file} uses ${used}`);
    }
  }
}

const schema = readFileSync('server/platform/database/database-types.gen.ts', 'utf8');
const [, declared = ''] = /export interface DB \{([^{}]*)\}/.exec(schema) ?? [];
for (const [, table = ''] of declared.matchAll(/^ *(\w+):/gm)) {
  if (!owners.has(table)) report(`nobody owns the table ${table}`, 'name it beside the room that writes it');
}

/** A file that needs itself to be loaded, over others. */
const done = new Set<string>();
function findCircles(file: string, path: readonly string[]): void {
  if (path.includes(file)) {
    report('files in a circle', [...path.slice(path.indexOf(file)), file].join(' → '));
    return;
  }
  if (done.has(file)) return;
  for (const used of uses.get(file) ?? []) findCircles(used, [...path, file]);
  done.add(file);
}
for (const file of uses.keys()) findCircles(file, []);

for (const [what, places] of found) {
  console.error(`${what}:\n  ${places.join('\n  ')}`);
  process.exitCode = 1;
}
