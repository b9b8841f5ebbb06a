const token = /("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r?\n|$)/y;

/** Rows of a CSV file. A field in quotation marks may hold commas, line breaks and doubled quotation marks. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  token.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    // A quotation mark in the wrong place: what comes after it cannot be trusted.
    if (!match) return rows;
    const [, field = '', end] = match;
    row.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}
