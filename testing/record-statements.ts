import pg from 'pg';

/** A statement as it went to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

type Query = (...args: unknown[]) => unknown;
const recordings = new Set<Statement[]>();

/**
 * What this process asks the database while the work is done, in that order. Connections are recorded that were opened
 * after this file was imported.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const recording: Statement[] = [];
  recordings.add(recording);
  try {
    await work();
  } finally {
    recordings.delete(recording);
  }
  return recording;
}

const prototype = pg.Client.prototype as unknown as { query: Query };
const { query } = prototype;
prototype.query = function recorded(this: pg.Client, ...args: unknown[]) {
  const statement = recordings.size > 0 ? statementOf(args) : undefined;
  if (statement) for (const recording of recordings) recording.push(statement);
  return query.apply(this, args);
};

function statementOf([first, second]: unknown[]): Statement | undefined {
  const values = Array.isArray(second) ? (second as unknown[]) : [];
  if (typeof first === 'string') return { text: first, values };
  if (typeof first !== 'object' || first === null || !('text' in first)) return undefined;
  const config = first as { text: string; values?: unknown[] };
  return { text: config.text, values: config.values ?? values };
}
