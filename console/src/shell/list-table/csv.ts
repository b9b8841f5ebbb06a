/** Lists as files that spreadsheets open. */

import Papa from 'papaparse';

export type CsvValue = string | number | boolean | null | undefined;

interface CsvColumn<Row> {
  title: string;
  csv?: (row: Row) => CsvValue;
}

/** With its heads. What a spreadsheet would take for a formula is written as the text that it is. */
export function writeCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const written = columns.flatMap(({ title, csv }) => (csv ? [{ title, csv }] : []));
  const lines = rows.map((row) => written.map(({ csv }) => csv(row) ?? ''));
  return Papa.unparse([written.map(({ title }) => title), ...lines], { escapeFormulae: true });
}

/** The mark at the beginning tells spreadsheets that the letters are UTF-8. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
