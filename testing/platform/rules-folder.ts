import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { readRules } from '#server/platform/database/rules.ts';
import type { Rule } from '#server/platform/database/rules.ts';
import { makeFolder } from '../database-fixtures.ts';

const server = join(import.meta.dirname, '../../server');

/** The rules of the rooms in a folder of their own, where a test changes them. Paths are as in `messaging/message-price.sql`. */
export class RulesFolder {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async copy(): Promise<RulesFolder> {
    const folder = await makeFolder();
    for await (const file of glob('*/rules/*.sql', { cwd: server }))
      await cp(join(server, file), join(folder, file));
    return new RulesFolder(folder);
  }

  read(): Promise<Rule[]> {
    return readRules(this.#folder);
  }

  async write(path: string, text: string): Promise<void> {
    const file = this.#file(path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async replace(path: string, what: string, by: string): Promise<void> {
    const text = await readFile(this.#file(path), 'utf8');
    if (!text.includes(what)) throw new Error(`${path} does not say ${what}`);
    await this.write(
      path,
      text.replace(what, () => by),
    );
  }

  async remove(path: string): Promise<void> {
    await rm(this.#file(path));
  }

  #file(path: string): string {
    return join(this.#folder, dirname(path), 'rules', path.slice(dirname(path).length));
  }
}

interface MadeRule {
  definition: string;
  /** Another one as soon as it was made again or replaced. */
  version: string;
}

/** What the database says of its functions, views and triggers. */
export async function readMadeRules(db: Database): Promise<Map<string, MadeRule>> {
  const { rows } = await sql<MadeRule & { name: string }>`
    select 'function ' || oid::regprocedure as name, pg_get_functiondef(oid) as definition, xmin::text as version
      from pg_proc where pronamespace = current_schema::regnamespace
    union all
    select 'view ' || oid::regclass, pg_get_viewdef(oid), xmin::text
      from pg_class where relkind = 'v' and relnamespace = current_schema::regnamespace
    union all
    select 'trigger ' || tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(pg_trigger.oid), pg_trigger.xmin::text
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = current_schema::regnamespace`.execute(db);
  return new Map(rows.map(({ name, ...rule }) => [name, rule]));
}
