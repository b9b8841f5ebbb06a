import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { passesLuhn } from '#contract/billing/card.ts';
import type { Database } from '#server/platform/database/database.ts';
import { PLACES } from '../stored-state.ts';

/** How the numbers of these tests begin. Nothing else does, so whatever begins so is one of them. */
export const VISA = '48291573';
export const AMEX = '37482915';
/** Banks say no to those that begin like this. */
export const REFUSED = '40000000000099';
/** Of the American Express cards. */
export const SECURITY_CODE = '7391';

let made = 0;

/** A number that passes for one and that was not used before. */
export function nextNumber(beginning = VISA): string {
  made += 1;
  const body = `${beginning}${String(made).padStart(beginning === AMEX ? 6 : 7, '0')}`;
  const check = Array.from({ length: 10 }, (_, digit) => String(digit)).find((digit) =>
    passesLuhn(`${body}${digit}`),
  );
  return `${body}${check}`;
}

/** Every shape in which digits may stand somewhere: plain, in groups, and as a part of something encoded. */
export function shapesOf(digits: string): string[] {
  const groups = digits.match(/.{1,4}/g) ?? [];
  const bytes = Buffer.from(digits);
  const encoded = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return text.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + bytes.length) * 4) / 3));
  });
  const spaced = ['', ' ', '-', '+', '%20', '\u00a0', '.'].map((between) => groups.join(between));
  return [...new Set([...spaced, bytes.toString('hex'), ...encoded])];
}

/** As a number or a text in JSON, also in JSON within JSON, and as a field of a form. */
export const codeShapes = ['"#"', String.raw`\"#\"`, ':#,', ':#}', '=#'].map((shape) =>
  shape.replace('#', SECURITY_CODE),
);

/** A hash of a card number without a key is as good as the number. */
export function hashesOf(number: string): string[] {
  return ['sha256', 'sha1', 'md5'].map((kind) => createHash(kind).update(number).digest('hex'));
}

const AROUND = 60;
const SHOWN = 5;

/** Where any of these stands in it, with a little of what stands around. All are looked for in one pass. */
export function findIn(where: string, content: Buffer, wanted: readonly string[]): string[] {
  const text = content.toString('latin1');
  const shapes = wanted.map((shape) => RegExp.escape(Buffer.from(shape).toString('latin1')));
  const found = text.matchAll(new RegExp(shapes.join('|'), 'g'));
  return Array.from(
    found.take(SHOWN),
    ({ 0: shape, index }) =>
      `${where}: ${text.slice(Math.max(0, index - AROUND), index + shape.length + AROUND)}`,
  );
}

export async function findInFiles(folder: string, wanted: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.push(...findIn(path, await readFile(path), wanted));
  }
  return found;
}

/** Looks through every row of every table, of whatever origin, but those that only the first start fills. */
export async function findInTables(db: Database, wanted: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and c.relname <> all (${PLACES}::text[])
    order by 1`.execute(db);
  const patterns = wanted.map((shape) => `%${shape.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text like any (${patterns}::text[]) limit 5`.execute(
      db,
    );
    found.push(...rows.flatMap(({ row }) => findIn(name, Buffer.from(row), wanted)));
  }
  return found;
}
