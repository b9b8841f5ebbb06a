/**
 * Measures and prints a table; `npm run bench -- NAME` runs one entry, `npm run bench -- guard` says
 * what became dearer, `npm run bench -- profile` where the time of a message goes. With `--save` the figures become those that later
 * runs are compared with.
 */

import { parseArgs } from 'node:util';
import { bootAndHtml } from './entries/boot-and-html.ts';
import { chat } from './entries/chat.ts';
import { compare } from './entries/compare.ts';
import { consolePages } from './entries/console.ts';
import { landing } from './entries/landing.ts';
import { node } from './entries/node.ts';
import { notifications } from './entries/notifications.ts';
import { payments } from './entries/payments.ts';
import { people } from './entries/people.ts';
import { phone } from './entries/phone.ts';
import { rank } from './entries/rank.ts';
import { signIn } from './entries/sign-in.ts';
import { verify } from './entries/verify.ts';
import { readBaseline, saveBaseline } from './lib/baseline.ts';
import { describeEntry, describePlan } from './lib/durations.ts';
import { writeFiguresPage } from './lib/figures-page.ts';
import { guard } from './lib/guard/guard.ts';
import { profile } from './lib/profile/profile.ts';
import { describeMachine, lastDurations, saveReport } from './lib/report.ts';
import type { Row } from './lib/report.ts';
import { runEntries } from './lib/run-entries.ts';
import { meetsGoal, printTable } from './lib/table.ts';

const entries: Record<string, () => Promise<Row[]>> = {
  'boot-and-html': bootAndHtml,
  chat,
  compare,
  console: consolePages,
  landing,
  node,
  notifications,
  payments,
  people,
  phone,
  rank,
  'sign-in': signIn,
  verify,
};

/** Settings that do not change what a row says. */
const ordinary = new Set(['BENCH_DATA', 'BENCH_PARTS']);

const { values: options, positionals: asked } = parseArgs({
  options: { save: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (asked[0] === 'guard') {
  await guard({ save: options.save || asked[1] === 'save' });
  process.exit();
}
if (asked[0] === 'profile') {
  await profile();
  process.exit();
}

const unknown = asked.filter((name) => !entries[name]);
if (unknown.length > 0) {
  console.error(`There is no entry ${unknown.join(', ')}. Known: ${Object.keys(entries).join(', ')}.`);
  process.exit(1);
}

const names = Object.keys(entries).filter((name) => asked.length === 0 || asked.includes(name));
const known = await lastDurations();
console.log(describePlan(names, known));
const before = await readBaseline();
const isTrial = Object.keys(process.env).some((name) => name.startsWith('BENCH_') && !ordinary.has(name));
const at = new Date();
const chosen = Object.fromEntries(Object.entries(entries).filter(([name]) => names.includes(name)));
const { rows, failed } = await runEntries(chosen, {
  onBegin: (name) => console.log(describeEntry(names, names.indexOf(name), known)),
  async onMeasured(measured) {
    await saveReport(at, measured);
    // A try with other numbers is no figure.
    if (isTrial) return;
    await writeFiguresPage({ rows: measured.rows, before: before.rows, at, machine: describeMachine() });
  },
});
printTable(rows, before);
if (options.save) await saveBaseline({ rows: valuesOf(rows) });
if (failed.length > 0) console.error(`Not measured, since they failed twice: ${failed.join(', ')}.`);
if (failed.length > 0 || rows.some((row) => meetsGoal(row) === false)) process.exitCode = 1;

function valuesOf(measured: readonly Row[]): Record<string, number> {
  return Object.fromEntries(
    measured.flatMap(({ what, value }) => (value === undefined ? [] : [[what, value]])),
  );
}
