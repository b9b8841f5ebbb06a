/** Measures and prints a table; `npm run bench -- NAME` runs one entry. */

import { bootAndHtml } from './entries/boot-and-html.ts';
import { chat } from './entries/chat.ts';
import { compare } from './entries/compare.ts';
import { consolePages } from './entries/console.ts';
import { landing } from './entries/landing.ts';
import { notifications } from './entries/notifications.ts';
import { payments } from './entries/payments.ts';
import { people } from './entries/people.ts';
import { signIn } from './entries/sign-in.ts';
import { verify } from './entries/verify.ts';
import { lastReport, meetsGoal, printTable, saveReport } from './lib/report.ts';
import type { Row } from './lib/report.ts';

const entries: Record<string, () => Promise<Row[]>> = {
  'boot-and-html': bootAndHtml,
  chat,
  compare,
  console: consolePages,
  landing,
  notifications,
  payments,
  people,
  'sign-in': signIn,
  verify,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !entries[name]);
if (unknown.length > 0) {
  console.error(`There is no entry ${unknown.join(', ')}. Known: ${Object.keys(entries).join(', ')}.`);
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, measure] of Object.entries(entries)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`Measuring ${name} …`);
  rows.push(...(await measure()));
}
const before = await lastReport();
await saveReport(rows);
printTable(rows, before);
if (rows.some((row) => meetsGoal(row) === false)) process.exitCode = 1;
