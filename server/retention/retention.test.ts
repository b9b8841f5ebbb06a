import { LANGUAGES } from '#contract/kernel/constants.ts';
import { modules } from '#server/modules.ts';
import { DAY } from '#server/platform/clock.ts';
import { cleanUpJob } from '#server/platform/database/maintenance.ts';
import { expect, test } from '#testing/harness.ts';
import { agedRows } from '#testing/retention/aged-rows.ts';
import { retention, retentionRows } from './retention.ts';
import type { Retention } from './retention.ts';

const entries: readonly Retention[] = retention;
const handlers = [cleanUpJob(modules), ...modules.flatMap(({ jobs = [] }) => jobs)];

test('every table of the schema is in the list', async ({ db }) => {
  const tables = await db.introspection.getTables();
  const listed = new Set<string>(entries.flatMap((entry) => entry.tables));
  // Partitions are no tables of their own.
  const own = tables
    .filter(({ schema, isView }) => schema === 'public' && !isView)
    .map(({ name }) => name)
    .filter((name) => !/^(event_|kysely_)/.test(name));
  expect(own.filter((name) => !listed.has(name))).toEqual([]);
  expect([...listed].filter((name) => !own.includes(name))).toEqual([]);
});

test('every named job runs by itself, and every table of a person’s data has one', () => {
  const tasks = new Set([
    ...handlers.flatMap(({ cron }) => cron?.task ?? []),
    // Of those that each provider has by itself, all together.
    ...modules.flatMap(({ queues = [] }) => queues).map(({ name }) => name.split('.', 1)[0]),
  ]);
  for (const { data, job, basis } of entries)
    if (job === null) expect(['none', 'contract'], data).toContain(basis);
    else expect([...tasks], data).toContain(job);
});

const periods = entries.flatMap(({ data, tables, kept, job }) =>
  typeof kept === 'number' && job !== null ? tables.map((table) => ({ data, table, kept, job })) : [],
);

test.for(periods)(
  '$data: $job deletes what is past its time in $table, and nothing else',
  async ({ data, table, kept, job }, { app, world }) => {
    const member = await world.member();
    const now = app.clock.now().getTime();
    const rows = agedRows[`${data}.${table}`];
    if (!rows) throw new Error(`no rows to age for ${data}.${table}`);
    const isKept = await rows(member, [new Date(now - kept - 2 * DAY), new Date(now - kept + 2 * DAY)]);
    const handler = handlers.find(({ kind }) => kind.id === job);
    await handler?.run(app, {}, { attempt: 1, last: false, signal: new AbortController().signal });
    expect(await isKept()).toEqual([false, true]);
  },
);

test('readers read it in their own language', () => {
  const [first] = retentionRows('en');
  expect(first).toMatchObject({ period: 'as long as you have an account, then 30 days', basis: 'contract' });
  for (const language of LANGUAGES) {
    const rows = retentionRows(language);
    expect(rows).toHaveLength(retentionRows('en').length);
    for (const row of rows) for (const text of Object.values(row)) expect(text).not.toBe('');
  }
  expect(retentionRows('it').map(({ period }) => period)).toEqual(
    expect.arrayContaining(['90 giorni', '2 anni', '11 anni', '30 giorni', '1 anno']),
  );
});
