/** What a copy of a member's data holds, and how it becomes one zip file. */

import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Language } from '#contract/kernel/constants.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { dayInWords, timeZoneIn } from '#server/countries/local-time.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readTexts } from '#server/platform/texts.ts';
import { MOST_EXPORTED, ownRows } from '../account-handlers.ts';
import type { ExportTopic } from '../account-handlers.ts';
import en from './locales/en.json' with { type: 'json' };
import { readablePage } from './readable-page.ts';

export const words = readTexts(join(import.meta.dirname, 'locales'), en);

interface Wanted {
  brand: Brand;
  accountId: string;
  language: Language;
}

/** The whole copy is held in memory while it is stored. */
const MOST_BYTES = 100 * 1024 * 1024;

/** Everything we hold about a member as one zip file: a README, a page to read, a JSON file a topic, and their photos. */
export async function packExport(app: App, { brand, accountId, language }: Wanted, signal: AbortSignal) {
  const { db, storage, clock } = app;
  const archive = openArchive(clock.now());
  archive.addText('README.txt', readme(brand, language, clock.now()));
  const explained: Record<string, string> = words[language].topics;
  const sections: Parameters<typeof readablePage>[0]['sections'][number][] = [];
  const names: Record<string, string> = { ...words[language].fields };
  for (const { topic, read, listFiles, names: namesOf } of exportTopics(app)) {
    signal.throwIfAborted();
    const content = await read(db, brand.id, accountId);
    archive.addText(`${topic}.json`, asJson(content));
    sections.push({ topic, explained: explained[topic] ?? topic, content });
    Object.assign(names, namesOf?.(language));
    for (const { name, key } of (await listFiles?.(db, brand.id, accountId)) ?? []) {
      const file = await storage.get(key);
      if (file) archive.addFile(name, await buffer(file.stream));
    }
  }
  const { title, intro, question } = sayIn(brand, language, clock.now());
  const timeZone = timeZoneIn(brand.settings.country, null);
  archive.addText(
    'index.html',
    readablePage({ language, title, intro, question, timeZone, sections, names }),
  );
  return archive.close();
}

function openArchive(mtime: Date) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the copy of the data is too large');
    chunks.push(chunk);
  });
  const add = (file: ZipDeflate | ZipPassThrough, data: Uint8Array) => {
    file.mtime = mtime;
    zip.add(file);
    file.push(data, true);
  };
  return {
    addText: (name: string, text: string) => add(new ZipDeflate(name), new TextEncoder().encode(text)),
    /** Pictures are packed already. */
    addFile: (name: string, data: Uint8Array) => add(new ZipPassThrough(name), data),
    close() {
      zip.end();
      return Buffer.concat(chunks);
    },
  };
}

/** The sentences about a copy, with the names and the day in them. */
function sayIn({ settings }: Brand, language: Language, now: Date) {
  const { title, intro, question } = words[language];
  const date = dayInWords(now, language, settings.country);
  const say = (text: string) =>
    text
      .replaceAll('{title}', () => settings.title)
      .replaceAll('{date}', () => date)
      .replaceAll('{email}', () => settings.support.email);
  return { title: say(title), intro: say(intro), question: say(question) };
}

function readme(brand: Brand, language: Language, now: Date): string {
  const { format, topics } = words[language];
  const { title, intro, question } = sayIn(brand, language, now);
  const lines = Object.entries(topics).map(([topic, explained]) => `  ${topic}.json: ${explained}`);
  return `${[title, intro, format, lines.join('\n'), question].join('\n\n')}\n`;
}

/** Readable, and in the spelling that JSON has: `createdAt`. */
function asJson(value: unknown): string {
  return `${JSON.stringify(camelCased(value ?? null), null, 2)}\n`;
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCased(part),
    ]),
  );
}

/** What this room holds about a member: everything but hashes, keys and tokens. */
const ownTopics: readonly ExportTopic[] = [
  { topic: 'account', read: readAccountFacts },
  { topic: 'settings', read: readChoices },
  {
    topic: 'consents',
    read: ownRows(
      'consent',
      ['kind', 'given', 'text_version', 'language', 'ip', 'user_agent', 'created_at'],
      'id',
    ),
  },
  { topic: 'arrival', read: readArrival },
  {
    topic: 'sessions',
    read: ownRows(
      'session',
      ['method', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'],
      'id',
    ),
  },
  { topic: 'passkeys', read: ownRows('passkey', ['name', 'created_at', 'last_used_at']) },
  { topic: 'identities', read: ownRows('identity', ['provider', 'subject', 'created_at']) },
  { topic: 'push_devices', read: ownRows('push_token', ['created_at']) },
  { topic: 'events', read: readEvents },
  // The words of mails are left out: a link in one of them may still open something.
  {
    topic: 'mails',
    read: ownRows('mail', ['subject', 'template', 'status', 'created_at', 'sent_at'], 'id'),
  },
  {
    topic: 'exports',
    read: ownRows('data_export', ['status', 'created_at', 'expires_at'], 'id'),
  },
];

/** All parts of a copy: those of this room and of the rooms above. */
export function exportTopics({ accountHandlers }: Pick<App, 'accountHandlers'>): ExportTopic[] {
  return [...ownTopics, ...accountHandlers.flatMap((room) => room.exports ?? [])];
}

export function readAccountFacts(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['email', 'email_confirmed_at', 'pending_email', 'tracker_id', 'status', 'level', 'flow_id'])
    .select(['seeks', 'language', 'surname', 'phone', 'accepted_at', 'closes_at', 'created_at'])
    .select(['disabled_at', 'disabled_until', 'disabled_reason'])
    .select(({ eb }) => eb('password_hash', 'is not', null).as('has_password'))
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

function readChoices(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['newsletter', 'notify_messages', 'notify_likes', 'notify_visits'])
    .select(['messages_from', 'staff_messages', 'paused_at', 'paused_until'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

function readArrival(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('arrival')
    .select(['way', 'source', 'campaign_id', 'click_campaign', 'click_id', 'cookie_consent_id', 'host'])
    .select(['claimed_ip', 'ip', 'user_agent', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Also events before they signed up, as far as they are known to be theirs. */
function readEvents(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('event')
    .select(['at', 'type', 'profile_id', 'details'])
    .where('brand_id', '=', brandId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('account_id', '=', accountId),
        eb(
          'tracker_id',
          '=',
          selectFrom('account')
            .select('account.tracker_id')
            .where('account.brand_id', '=', brandId)
            .where('account.id', '=', accountId),
        ),
      ]),
    )
    .orderBy('at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}
