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
import { describeEntry, describePlan } from './lib/durations.ts';
import { lastDurations, lastReport, meetsGoal, printTable, saveReport } from './lib/report.ts';
import type { Row } from './lib/report.ts';
import { runEntries } from './lib/run-entries.ts';

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

const names = Object.keys(entries).filter((name) => asked.length === 0 || asked.includes(name));
const known = await lastDurations();
console.log(describePlan(names, known));
const before = await lastReport();
const at = new Date();
const chosen = Object.fromEntries(Object.entries(entries).filter(([name]) => names.includes(name)));
const { rows, failed } = await runEntries(chosen, {
  onBegin: (name) => console.log(describeEntry(names, names.indexOf(name), known)),
  onMeasured: (measured) => saveReport(at, measured),
});
printTable(rows, before);
if (failed.length > 0) console.error(`Not measured, since they failed twice: ${failed.join(', ')}.`);
if (failed.length > 0 || rows.some((row) => meetsGoal(row) === false)) process.exitCode = 1;
