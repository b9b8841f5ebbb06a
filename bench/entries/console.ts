import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { startServer } from '#server/start.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Statement } from '#testing/record-statements.ts';
import { enterConsole, fillQueues, releaseAll } from '../lib/console-at-scale.ts';
import { loadStatements } from '../lib/load-statements.ts';
import { loadCalls } from '../lib/load.ts';
import type { Call, Load } from '../lib/load.ts';
import { scaleOf } from '../lib/people-at-scale.ts';
import { median } from '../lib/processes.ts';
import type { Child } from '../lib/processes.ts';
import { productEnvironment, startServerProcess } from '../lib/product.ts';
import type { Row } from '../lib/report.ts';
import { defaultFolder, openScaleDatabase, readHome } from '../lib/scale-folder.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const SECONDS = 2;
const HOST = 'it.localhost';
const CONNECTIONS = 10;
const SAMPLES = 40;
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000);
const WAITING = Number(process.env['BENCH_WAITING'] ?? 100_000);

/** Half of what its statements alone would do: the rest is HTTP, rights and describing the answer. */
const GOAL = { atLeast: 0.3 };

interface Subject {
  what: string;
  calls: Call[];
  reads: Statement[][];
  rounds: { ours: Load; statements: Load }[];
}

/** Pages of the console among many members and many who wait, beside the statements of the same requests alone. */
export async function consolePages(): Promise<Row[]> {
  const report = (what: string) => console.log(`  ${what}`);
  const database = await openScaleDatabase(`${defaultFolder()}-console`, scaleOf(PEOPLE, 0), report);
  const files = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  const handle = openDatabase({ url: database.url, poolSize: 2, onIdleError: () => {} });
  let server: Child | undefined;
  try {
    const { brandId } = await readHome(handle, new Date());
    await fillQueues(handle.pool, brandId, { waiting: WAITING, photos: WAITING }, report);
    const environment = {
      ...productEnvironment({
        databaseUrl: database.url,
        dataDir: files,
        roles: 'web,payment',
        unlimited: ['REQUESTS_ADDRESS'],
      }),
      DATABASE_POOL: String(CONNECTIONS),
    };
    const subjects = await prepare(environment);
    server = await startServerProcess(environment);
    await releaseAll(handle.pool);
    for (const { calls } of subjects) await loadCalls(server, calls, { seconds: 1, host: HOST });
    for (let round = 1; round <= ROUNDS; round += 1)
      for (const { what, calls, reads, rounds } of subjects) {
        report(`round ${round}: ${what}`);
        await releaseAll(handle.pool);
        const ours = await loadCalls(server, calls, {
          seconds: SECONDS,
          host: HOST,
          connections: CONNECTIONS,
          databasePid: database.pid,
        });
        await releaseAll(handle.pool);
        const options = { files, connections: CONNECTIONS, seconds: SECONDS };
        rounds.push({ ours, statements: await loadStatements(reads, database, options) });
      }
    return subjects.map(rowOf);
  } finally {
    await server?.stop();
    await handle.close();
    await database.stop();
    await rm(files, { recursive: true, force: true });
  }
}

/** Signs people in and finds out what each request asks of the database. */
async function prepare(environment: Record<string, string>): Promise<Subject[]> {
  const { app, port, stop } = await startServer(readConfig(environment), () => {});
  try {
    const enter = async (role: 'host' | 'moderator' | 'support') => ({
      authorization: `Bearer ${await enterConsole(app, role)}`,
    });
    const host = await enter('host');
    const moderator = await enter('moderator');
    const support = await enter('support');
    /** No host asks for the next one ten times at once: as many people as connections do. */
    const byMany = async (role: 'host' | 'moderator', path: string): Promise<Call[]> => {
      const calls: Call[] = [];
      for (let count = 0; count < CONNECTIONS; count += 1)
        calls.push({ path, headers: await enter(role), body: {} });
      return calls;
    };
    const wanted: Omit<Subject, 'reads' | 'rounds'>[] = [
      { what: 'queue page', calls: [{ path: '/staff/queue?list=new', headers: host }] },
      { what: 'queue counts', calls: [{ path: '/staff/queue/counts', headers: host }] },
      { what: 'next conversation', calls: await byMany('host', '/staff/queue/next') },
      { what: 'cases', calls: [{ path: '/staff/moderation/cases', headers: moderator }] },
      { what: 'next case', calls: await byMany('moderator', '/staff/moderation/next') },
      { what: 'members, newest', calls: [{ path: '/staff/members', headers: support }] },
      {
        what: 'members by the beginning of a name',
        calls: ['Ada 1', 'Bruno 7', 'Carla 33', 'Dario 90'].map((name) => ({
          path: `/staff/members?${new URLSearchParams({ text: name }).toString()}`,
          headers: support,
        })),
      },
      {
        what: 'members of a common name who pay',
        calls: ['Ada', 'Carla', 'Gaia', 'Nora'].map((text) => ({
          path: `/staff/members?${new URLSearchParams({ text, level: 'paying' }).toString()}`,
          headers: support,
        })),
      },
      {
        what: 'members by the beginning of an address',
        calls: ['member-1@', 'member-77', 'member-99123@'].map((text) => ({
          path: `/staff/members?${new URLSearchParams({ text }).toString()}`,
          headers: support,
        })),
      },
    ];
    const subjects: Subject[] = [];
    for (const subject of wanted) {
      const reads: Statement[][] = [];
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        const call = subject.calls[sample % subject.calls.length];
        if (call) reads.push(await recordStatements(() => fetchCall(port, call)));
      }
      subjects.push({ ...subject, reads, rounds: [] });
    }
    return subjects;
  } finally {
    await stop();
  }
}

async function fetchCall(port: number, { path, headers, body }: Call): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { host: HOST, ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`);
}

function rowOf({ what, reads, rounds }: Subject): Row {
  const middle = (read: (round: Subject['rounds'][number]) => number) => median(rounds.map(read));
  return {
    what: `console: ${what}`,
    figures: {
      'requests/s': middle(({ ours }) => ours.perSecond),
      'p50 ms': middle(({ ours }) => ours.p50),
      'p99 ms': middle(({ ours }) => ours.p99),
      'CPU ms': middle(({ ours }) => ours.cpuPerRequest),
      'database CPU ms': middle(({ ours }) => ours.databaseCpu ?? 0),
      statements: median(reads.map((statements) => statements.length)),
      'SQL/s': middle(({ statements }) => statements.perSecond),
      'SQL p50 ms': middle(({ statements }) => statements.p50),
      'SQL p99 ms': middle(({ statements }) => statements.p99),
    },
    value: middle(({ ours, statements }) => ours.perSecond / statements.perSecond),
    goal: GOAL,
  };
}
