import type { ImportRecord } from '#contract/staff/import-columns.ts';
import { IMPORT_ROWS_MOST } from '#contract/staff/profile-imports.ts';

/** A file of rows, by the heads of its columns. */
export interface Table {
  heads: readonly string[];
  records: readonly ImportRecord[];
}

/** Why a file cannot be taken. */
export type TableFault = 'unreadable' | 'empty' | 'tooLong' | 'tooLarge';

export class TableError extends Error {
  override readonly name = 'TableError';
  readonly fault: TableFault;

  constructor(fault: TableFault) {
    super(fault);
    this.fault = fault;
  }
}

const MOST_BYTES = 100 * 1024 * 1024;
const MOST_COLUMNS = 100;

/** Rows of a CSV with heads, or a JSON list of objects. */
export async function readTable(file: Blob): Promise<Table> {
  if (file.size > MOST_BYTES) throw new TableError('tooLarge');
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  const isJson = /^\s*\[/.test(text);
  const table = isJson ? readJson(text) : await readCsv(text);
  if (table.records.length === 0 || table.heads.length === 0) throw new TableError('empty');
  if (table.records.length > IMPORT_ROWS_MOST) throw new TableError('tooLong');
  return { ...table, heads: table.heads.slice(0, MOST_COLUMNS) };
}

/** Spreadsheets on Windows often write their own alphabet. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function readJson(text: string): Table {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new TableError('unreadable');
  }
  if (!Array.isArray(list)) throw new TableError('unreadable');
  const isRecord = (row: unknown): row is ImportRecord =>
    typeof row === 'object' && row !== null && !Array.isArray(row);
  if (!list.every(isRecord)) throw new TableError('unreadable');
  return { heads: [...new Set(list.flatMap((row) => Object.keys(row)))], records: list };
}

async function readCsv(text: string): Promise<Table> {
  const { default: Papa } = await import('papaparse');
  const { data, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (head) => head.trim(),
  });
  const heads = (meta.fields ?? []).filter((head) => head !== '');
  return { heads, records: data };
}
