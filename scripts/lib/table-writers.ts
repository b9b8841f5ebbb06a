import { readRules } from '#server/platform/database/rules.ts';
import type { Rule } from '#server/platform/database/rules.ts';

const written = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?(\w+)/gi;
const assigned = /\bnew\.\w+ :=/;
const called = /\bexecute function (\w+)/;

/** The tables that a function writes, and that of the row which the function of a trigger is about to fill. */
function tablesOf({ name, statement }: Rule, rules: readonly Rule[]): string[] {
  const [kind, , , table = ''] = name.split(' ');
  const text = statement.replaceAll(/--.*/g, '');
  if (kind === 'function') return Array.from(text.matchAll(written), ([, named = '']) => named);
  const [, executed] = called.exec(text) ?? [];
  const filling = rules.find((rule) => rule.name === `function ${executed}`);
  return kind === 'trigger' && filling && assigned.test(filling.statement) ? [table] : [];
}

/** Which rule of the database writes the table of another room, by the room that owns each table. */
export async function findForeignWriters(
  owners: ReadonlyMap<string, string>,
): Promise<{ room: string; table: string; owner: string; place: string }[]> {
  const rules = await readRules();
  return rules.flatMap((rule) => {
    const [, room = ''] = rule.file.split('/');
    return tablesOf(rule, rules).flatMap((table) => {
      const owner = owners.get(table);
      return owner && owner !== room ? [{ room, table, owner, place: `${rule.file}:${rule.line}` }] : [];
    });
  });
}
