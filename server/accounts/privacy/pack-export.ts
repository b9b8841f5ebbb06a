import { buffer } from 'node:stream/consumers';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Language } from '../../../contract/kernel/constants.ts';
import type { Brand } from '../../brands/directory.ts';
import type { App } from '../../app.ts';
import { dayInWords } from '../../countries/local-time.ts';
import { exportTopics } from './export-topics.ts';
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import it from './locales/it.json' with { type: 'json' };

/** The README of a copy. */
interface Words {
  title: string;
  intro: string;
  format: string;
  question: string;
  /** What each file holds, in the order in which they are listed. */
  topics: Record<string, string>;
}

export const words: Record<Language, Words> = { it, es, en, fr };

interface Wanted {
  brand: Brand;
  accountId: string;
  language: Language;
}

/** The whole copy is held in memory while it is stored. */
const MOST_BYTES = 100 * 1024 * 1024;

/** Everything we hold about a member as one zip file: a README, a JSON file a topic, and his photos. */
export async function packExport(app: App, { brand, accountId, language }: Wanted, signal: AbortSignal) {
  const { db, storage, clock } = app;
  const archive = openArchive(clock.now());
  archive.addText('README.txt', readme(brand, language, clock.now()));
  for (const { topic, read, listFiles } of exportTopics(app)) {
    signal.throwIfAborted();
    archive.addText(`${topic}.json`, asJson(await read(db, brand.id, accountId)));
    for (const { name, key } of (await listFiles?.(db, brand.id, accountId)) ?? []) {
      const file = await storage.get(key);
      if (file) archive.addFile(name, await buffer(file.stream));
    }
  }
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

function readme({ settings }: Brand, language: Language, now: Date): string {
  const { title, intro, format, question, topics } = words[language];
  const date = dayInWords(now, language, settings.country);
  const say = (text: string) =>
    text
      .replaceAll('{title}', () => settings.title)
      .replaceAll('{date}', () => date)
      .replaceAll('{email}', () => settings.support.email);
  const lines = Object.entries(topics).map(([topic, explained]) => `  ${topic}.json: ${explained}`);
  return `${[say(title), say(intro), format, lines.join('\n'), say(question)].join('\n\n')}\n`;
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
