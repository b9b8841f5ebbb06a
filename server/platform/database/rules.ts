import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { StartupFault } from '../config/startup-fault.ts';
import { isCollision, transact } from './database.ts';
import type { Database, DbOrTx } from './database.ts';

/** A function, a view or a trigger, as a file of rules makes it. */
export interface Rule {
  /** `function message_price`, `view plan_terms`, `trigger account_changed on account`: what follows `drop`. */
  name: string;
  /** From the root of the repository. */
  file: string;
  /** Where its statement begins there. */
  line: number;
  statement: string;
  checksum: string;
  /** A checksum of what PostgreSQL cannot replace: where it differs, the rule is dropped before it is made again. */
  signature: string;
  /** The functions and views that it may call, by name. */
  mentions: ReadonlySet<string>;
  /** A migration needs it, for an index or a generated column: it is made before the tables. */
  beforeTables: boolean;
}

/** A rule as it was applied last. */
interface AppliedRule {
  name: string;
  position: number;
  checksum: string;
  signature: string;
  /** A migration, or an operator, may have dropped it since. */
  stands: boolean;
}

/** Any number that nothing else locks: nodes that start at the same time apply rules one after the other. */
const LOCK = 7_270_463;

const serverFolder = join(import.meta.dirname, '../..');

/** All rules of the rooms, those that others need first. */
export async function readRules(folder = serverFolder): Promise<Rule[]> {
  const files = await Array.fromAsync(glob('*/rules/*.sql', { cwd: folder }));
  const texts = files.sort().map(async (file) => ({
    file: join('server', file),
    text: await readFile(join(folder, file), 'utf8'),
  }));
  return inOrder((await Promise.all(texts)).flatMap(readFileOfRules));
}

const heading = /^create (?:or replace )?(?:constraint )?(function|view|trigger) (\w+)/;
const code = /\$(\w*)\$[^]*?\$\1\$|'[^']*'|--.*/g;
const isCommentOrBlank = (line: string) => line === '' || line.startsWith('--');

/** A statement begins with a line of its own that says `create`, and comments after it are about the next one. */
function readFileOfRules({ file, text }: { file: string; text: string }): Rule[] {
  const lines = text.split('\n');
  const beginnings = lines.flatMap((line, index) => (line.startsWith('create ') ? [index] : []));
  const stray = lines.slice(0, beginnings[0]).findIndex((line) => !isCommentOrBlank(line));
  if (stray !== -1)
    throw new StartupFault(`${file}:${stray + 1}: a rule is a function, a view or a trigger.`);
  return beginnings.map((begins, index) => {
    const own = lines.slice(begins, beginnings[index + 1]);
    const statement = own.slice(0, own.findLastIndex((line) => !isCommentOrBlank(line)) + 1).join('\n');
    const [, kind, name = ''] = heading.exec(statement) ?? [];
    const withoutCode = statement.replaceAll(code, '');
    if (!kind || withoutCode.indexOf(';') !== withoutCode.length - 1)
      throw new StartupFault(
        `${file}:${begins + 1}: a rule is one function, view or trigger, up to a semicolon.`,
      );
    return {
      name:
        kind === 'trigger' ? `trigger ${name} on ${/\bon (\w+)/.exec(statement)?.[1]}` : `${kind} ${name}`,
      file,
      line: begins + 1,
      statement,
      checksum: hash(statement),
      signature: hash(unreplaceable(kind, statement)),
      mentions: mentionedIn(statement),
      beforeTables: lines[0] === '-- before: tables',
    };
  });
}

function unreplaceable(kind: string, statement: string): string {
  if (kind === 'function') return /^[^]*?(?=\bas \$|\breturn\s)/.exec(statement)?.[0] ?? statement;
  return kind === 'view' || statement.startsWith('create constraint') ? statement : '';
}

function mentionedIn(statement: string): Set<string> {
  const words = statement.replaceAll(/--.*/g, '').matchAll(/\b([a-z_]\w*)\b(\s*\()?/g);
  return new Set(Array.from(words, ([, word = '', call]) => `${call ? 'function' : 'view'} ${word}`));
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Those first that others call. The order follows from the text, so that no list of it can be wrong. */
function inOrder(rules: readonly Rule[]): Rule[] {
  const byName = new Map<string, Rule>();
  for (const rule of rules) {
    const other = byName.get(rule.name);
    if (other) throw new StartupFault(`${rule.file}:${rule.line}: ${rule.name} is also in ${other.file}.`);
    byName.set(rule.name, rule);
  }
  const ordered = new Set<Rule>();
  const visit = (rule: Rule, callers: readonly Rule[]) => {
    if (ordered.has(rule) || callers.at(-1) === rule) return;
    if (callers.includes(rule))
      throw new StartupFault(`${rule.file}:${rule.line}: ${rule.name} needs itself by way of others.`);
    for (const [name, needed] of byName) if (rule.mentions.has(name)) visit(needed, [...callers, rule]);
    ordered.add(rule);
  };
  for (const rule of rules) visit(rule, []);
  return [...ordered];
}

/** Makes what a migration needs and is not there yet. */
export async function applyRulesBeforeTables(tx: DbOrTx, rules: readonly Rule[]): Promise<void> {
  for (const rule of rules.filter(({ beforeTables }) => beforeTables)) {
    const { rows } = await sql`select from pg_proc where 'function ' || proname = ${rule.name}
      and pronamespace = current_schema::regnamespace`.execute(tx);
    if (rows.length === 0) await run(tx, rule.statement, rule);
  }
}

/** Applies what is not in the database as it is in the source. A start at which nothing has changed costs one select. */
export async function applyChangedRules(db: Database, rules: readonly Rule[]): Promise<void> {
  const { drop, make } = planChanges(rules, await readApplied(db));
  if (drop.length + make.length > 0) await transact(db, (tx) => applyRules(tx, rules));
}

/**
 * The same within a transaction. After a migration views are created again, because the columns of their tables were
 * read when they were made.
 */
export async function applyRules(
  tx: DbOrTx,
  rules: readonly Rule[],
  { migrated = false } = {},
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
  const { drop, make } = planChanges(rules, await readApplied(tx), migrated);
  for (const name of drop) {
    const command = name.replace(' ', ' if exists ');
    await run(
      tx,
      `drop ${command}`,
      rules.find((rule) => rule.name === name),
    );
  }
  for (const rule of make) await run(tx, rule.statement, rule);
  const rows = rules.map(({ name, checksum, signature }, position) => ({
    name,
    position,
    checksum,
    signature,
  }));
  await sql`delete from database_rule`.execute(tx);
  await sql`insert into database_rule (name, position, checksum, signature)
    select name, position, checksum, signature from json_to_recordset(${JSON.stringify(rows)}::json)
      as rule (name text, position integer, checksum text, signature text)`.execute(tx);
}

interface Changes {
  drop: string[];
  make: Rule[];
}

/**
 * A changed body is replaced where it stands. As soon as something has to be dropped, all that has changed is, with what calls it: nothing
 * is dropped by `cascade`, which would take a column or an index with it.
 */
function planChanges(rules: readonly Rule[], applied: readonly AppliedRule[], migrated = false): Changes {
  const known = new Map(applied.map((rule) => [rule.name, rule]));
  const sourced = new Set(rules.map(({ name }) => name));
  const outdated = (rule: Rule) => migrated && rule.name.startsWith('view ');
  const changed = rules.filter((rule) => {
    const last = known.get(rule.name);
    return !last?.stands || last.checksum !== rule.checksum || outdated(rule);
  });
  const removed = applied.filter(({ name }) => !sourced.has(name));
  const replaceable = changed.every((rule) => {
    const last = known.get(rule.name);
    return !last || (last.signature === rule.signature && !outdated(rule));
  });
  if (replaceable && removed.length === 0) return { drop: [], make: changed };
  const going = new Set([...changed, ...removed].map(({ name }) => name));
  for (const { name, mentions } of rules) if (!mentions.isDisjointFrom(going)) going.add(name);
  return {
    drop: applied
      .toSorted((one, other) => other.position - one.position)
      .map(({ name }) => name)
      .filter((name) => going.has(name)),
    make: rules.filter(({ name }) => going.has(name)),
  };
}

async function readApplied(db: DbOrTx): Promise<AppliedRule[]> {
  const { rows } = await sql<AppliedRule>`
    select name, position, checksum, signature, case split_part(name, ' ', 1)
      when 'function' then exists (select from pg_proc
        where proname = split_part(name, ' ', 2) and pronamespace = current_schema::regnamespace)
      when 'view' then to_regclass(split_part(name, ' ', 2)) is not null
      else exists (select from pg_trigger
        where tgname = split_part(name, ' ', 2) and tgrelid = to_regclass(split_part(name, ' ', 4))) end as stands
    from database_rule`.execute(db);
  return rows;
}

async function run(tx: DbOrTx, statement: string, rule: Rule | undefined): Promise<void> {
  try {
    await sql.raw(statement).execute(tx);
  } catch (error) {
    throw isCollision(error) || !(error instanceof Error) ? error : describeFault(error, statement, rule);
  }
}

function describeFault(error: Error, statement: string, rule: Rule | undefined): StartupFault {
  const { position, detail } = error as { position?: string; detail?: string };
  const before = statement.slice(0, Number(position ?? 1) - 1).split('\n').length - 1;
  const place = rule ? `${rule.file}:${rule.line + (statement === rule.statement ? before : 0)}` : statement;
  return new StartupFault([`${place}: ${error.message}`, detail].filter(Boolean).join('. '), {
    cause: error,
  });
}
