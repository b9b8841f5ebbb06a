import type pg from 'pg';
import type { Statement } from './record-statements.ts';

/** Opens, ends or adjusts something, and looks at no table. */
const PLANLESS = /^\s*(begin|start|commit|rollback|set|listen|notify|savepoint|release)\b/i;

export const hasPlan = ({ text }: Statement) => !PLANLESS.test(text);
/** Only such statements are prepared. */
export const takesValues = ({ values }: Statement) => values.length > 0;

export interface Plans {
  /** As it is carried out with any values, where connections keep a plan for that; else with those at hand. */
  plan: string;
  /** What either of them reads from the first row to the last, or gathers in memory before it looks for one row. */
  faults: Fault[];
}

interface Fault {
  table: string;
  how: 'scanned' | 'gathered';
}

/** How the database goes about a statement. */
export async function explainStatement(db: pg.Pool, statement: Statement): Promise<Plans> {
  const { text, values } = statement;
  const given = findFaults(await explain(db, text, ', verbose', values));
  if (!takesValues(statement)) return { plan: await explain(db, text, ''), faults: given };
  const kept = findFaults(await explain(db, text, ', verbose, generic_plan'));
  return { plan: await explain(db, text, ', generic_plan'), faults: [...given, ...kept] };
}

/** So often a connection plans a prepared statement for its values before it decides whether to keep one plan. */
const TRIALS = 5;

/** Which of them a connection that is asked the same again and again goes on planning. Nothing is changed by it. */
export async function findReplanned<S extends Statement>(
  db: pg.Pool,
  statements: readonly S[],
): Promise<S[]> {
  const client = await db.connect();
  try {
    await client.query('begin');
    for (const [index, { text, values }] of statements.entries()) {
      for (let count = 0; count <= TRIALS; count += 1) {
        await client.query('savepoint before');
        // What cannot be done twice fails after it was planned.
        await client.query({ name: `trial ${index}`, text, values }).catch(() => {});
        await client.query('rollback to before');
      }
    }
    const { rows } = await client.query<{ name: string }>(
      'select name from pg_prepared_statements where generic_plans > 0',
    );
    const kept = new Set(rows.map(({ name }) => name));
    return statements.filter((_, index) => !kept.has(`trial ${index}`));
  } finally {
    client.release(true);
  }
}

/** Indexes of which a plan reads all that is in them, or all that a brand has there. Little at first, that may be much later. */
export function findWholeIndexes(plan: string): string[] {
  const scans = plan.matchAll(/Index (?:Only )?Scan (?:Backward )?using (\w+) .*\n *(.*)/g);
  return [...scans].flatMap(([, index = '', next = '']) =>
    /^Index Cond: (?!\(brand_id = [^)]*\)$)/.test(next) ? [] : index,
  );
}

async function explain(db: pg.Pool, text: string, options: string, values?: unknown[]): Promise<string> {
  const question = `explain (costs off${options}) ${text}`;
  const { rows } = await db.query<{ 'QUERY PLAN': string }>(question, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** Only the long form of a plan tells which of its parts are gathered. */
function findFaults(plan: string): Fault[] {
  const scanned = [...plan.matchAll(/Seq Scan on (?:\w+\.)?(\w+)/g)].map(([, table = '']) => table);
  const gathered = [...plan.matchAll(/hashed SubPlan (\d+)/g)].flatMap(([, number]) => {
    const [, part = ''] = plan.split(new RegExp(`^ *SubPlan ${number}$`, 'm'));
    return /Scan .*?on (?:\w+\.)?(\w+)/.exec(part)?.[1] ?? [];
  });
  return [
    ...scanned.map((table) => ({ table, how: 'scanned' as const })),
    ...gathered.map((table) => ({ table, how: 'gathered' as const })),
  ];
}
