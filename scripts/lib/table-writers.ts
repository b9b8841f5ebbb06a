import { readRules } from '#server/platform/database/rules.ts';
import type { Rule } from '#server/platform/database/rules.ts';

interface Written {
  room: string;
  table: string;
  place: string;
}

const byBuilder = /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g;
const bySql = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?"?(\w+)"?/gi;
const comment = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|^ *\/\/.*/gm;
const assigned = /\bnew\.\w+ :=/;
const called = /\bexecute function (\w+)/;

const tablesIn = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, table = '']) => table);

/** The tables that a file of the server names in statements that write. */
export function tablesWrittenBy(room: string, file: string, source: string): Written[] {
  const text = source.replaceAll(comment, '');
  return [...tablesIn(text, byBuilder), ...tablesIn(text, bySql)].map((table) => ({
    room,
    table,
    place: file,
  }));
}

/** The tables that a function writes, and that of the row which the function of a trigger is about to fill. */
function tablesOf({ name, statement }: Rule, rules: readonly Rule[]): string[] {
  const [kind, , , table = ''] = name.split(' ');
  const text = statement.replaceAll(/--.*/g, '');
  if (kind === 'function') return tablesIn(text, bySql);
  const [, executed] = called.exec(text) ?? [];
  const filling = rules.find((rule) => rule.name === `function ${executed}`);
  return kind === 'trigger' && filling && assigned.test(filling.statement) ? [table] : [];
}

/** The tables that functions and triggers of the database write. */
export async function tablesWrittenByRules(): Promise<Written[]> {
  const rules = await readRules();
  return rules.flatMap((rule) => {
    const [, room = ''] = rule.file.split('/');
    return tablesOf(rule, rules).map((table) => ({ room, table, place: `${rule.file}:${rule.line}` }));
  });
}
