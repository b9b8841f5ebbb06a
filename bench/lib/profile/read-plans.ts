/** What `auto_explain` writes to the log of PostgreSQL: how often each statement ran, for how long, and what it fired. */

import { z } from 'zod';

export const EXPLAIN_TUNING = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  // The clock would cost more than most of what it measures.
  'auto_explain.log_timing': 'off',
  'auto_explain.log_triggers': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.sample_rate': '0.25',
};

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Index Name'?: string | undefined;
  'Actual Loops': number;
  Plans?: PlanNode[] | undefined;
}

const planNode: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Loops': z.number(),
  get Plans() {
    return z.array(planNode).optional();
  },
});

const plan = z.object({
  'Query Text': z.string(),
  Plan: planNode,
  Triggers: z
    .array(
      z.object({
        'Trigger Name': z.string(),
        'Constraint Name': z.string().optional(),
        Relation: z.string(),
        Calls: z.number(),
      }),
    )
    .default([]),
});

export interface StatementCost {
  statement: string;
  calls: number;
  milliseconds: number;
}

export interface PlanSums {
  statements: StatementCost[];
  /** Reads of tables and indexes. */
  reads: Count[];
  triggers: Count[];
}

interface Count {
  what: string;
  calls: number;
}

const SHOWN = 10;
const FIRST_LINE = /^(?:PostgreSQL: )?LOG: {2}duration: ([\d.]+) ms {2}plan:$/;
const LETTERS = 150;

/** Lines of the log, as they came. The heaviest first. */
export function sumUpPlans(lines: readonly string[]): PlanSums {
  const statements = new Map<string, StatementCost>();
  const reads = new Map<string, number>();
  const triggers = new Map<string, number>();
  for (const { milliseconds, text } of plansIn(lines)) {
    const read = plan.parse(JSON.parse(text));
    const statement = read['Query Text'].replaceAll(/\s+/g, ' ').trim();
    const known = statements.get(statement) ?? { statement, calls: 0, milliseconds: 0 };
    known.calls += 1;
    known.milliseconds += milliseconds;
    statements.set(statement, known);
    addReads(read.Plan, reads);
    for (const fired of read.Triggers) {
      const name = `${fired['Constraint Name'] ?? fired['Trigger Name']} on ${fired.Relation}`;
      triggers.set(name, (triggers.get(name) ?? 0) + fired.Calls);
    }
  }
  return {
    statements: [...statements.values()]
      .toSorted((a, b) => b.milliseconds - a.milliseconds)
      .slice(0, SHOWN)
      .map(({ statement, calls, milliseconds }) => ({
        statement: statement.slice(0, LETTERS),
        calls,
        milliseconds,
      })),
    reads: mostFrequent(reads),
    triggers: mostFrequent(triggers),
  };
}

function addReads(node: PlanNode, reads: Map<string, number>): void {
  const place = node['Index Name'] ?? node['Relation Name'];
  if (place !== undefined && node['Actual Loops'] > 0) {
    const what = `${node['Node Type']} ${place}`;
    reads.set(what, (reads.get(what) ?? 0) + node['Actual Loops']);
  }
  for (const inner of node.Plans ?? []) addReads(inner, reads);
}

function mostFrequent(counts: ReadonlyMap<string, number>): Count[] {
  return [...counts]
    .map(([what, calls]) => ({ what, calls }))
    .toSorted((a, b) => b.calls - a.calls)
    .slice(0, SHOWN);
}

function plansIn(lines: readonly string[]): { milliseconds: number; text: string }[] {
  const found: { milliseconds: number; text: string }[] = [];
  let current: { milliseconds: number; text: string } | undefined;
  for (const line of lines) {
    const text = line.replace(/^PostgreSQL: /, '');
    const [, duration] = FIRST_LINE.exec(line) ?? [];
    if (duration !== undefined) current = { milliseconds: Number(duration), text: '' };
    else if (current && /^\s/.test(text)) current.text += text.trim();
    else current = undefined;
    // The end of the outermost object is a line of its own.
    if (current && text === '\t}') {
      found.push(current);
      current = undefined;
    }
  }
  return found;
}
