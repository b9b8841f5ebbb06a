import { expect, test } from 'vitest';
import { writeCsv } from './csv.ts';

const columns = [
  { title: 'Name', csv: ({ name }: { name: string; count: number }) => name },
  { title: 'Picture' },
  { title: 'Count', csv: ({ count }: { name: string; count: number }) => count },
];

test('an export has the columns that say something in words, with their heads', () => {
  expect(writeCsv(columns, [{ name: 'Anna, "Nina"', count: 3 }])).toBe('Name,Count\r\n"Anna, ""Nina""",3');
});

test('what a member wrote is never a formula of the spreadsheet', () => {
  expect(writeCsv(columns, [{ name: '=HYPERLINK("https://evil.example")', count: 0 }])).toContain(
    '"\'=HYPERLINK',
  );
});
