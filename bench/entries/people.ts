import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from '#testing/record-statements.ts';
import type { OwnCall } from '../lib/answer-length.ts';
import { startBareSealer, startBareServer } from '../lib/bare-neighbours.ts';
import { loadStatements } from '../lib/load-statements.ts';
import { loadCalls, timeAlone } from '../lib/load.ts';
import type { Load } from '../lib/load.ts';
import { scaleOf } from '../lib/people-at-scale.ts';
import type { PeopleCalls } from '../lib/people-calls.ts';
import { peopleEnvironment, POOL, preparePeople } from '../lib/prepare-people.ts';
import { median, quantile } from '../lib/processes.ts';
import type { Child } from '../lib/processes.ts';
import { startServerProcess } from '../lib/product.ts';
import type { Row } from '../lib/report.ts';
import { defaultFolder, openScaleDatabase } from '../lib/scale-folder.ts';
import type { ScaleDatabase } from '../lib/scale-folder.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const SECONDS = 2;
const HOST = 'it.localhost';
const ALONE = 1_000;
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000);

const SEALED_GOAL = { atLeast: 0.6 };
const DECK_GOAL = { atLeast: 0.4 };
const PROFILE_GOAL = { atLeast: 0.15 };
const TOWNS_GOAL = { atLeast: 0.4 };
const DEEP_GOAL = { atMost: 1.2 };
const DEVOTED_GOAL = { atMost: 1.5 };
const CITY_GOAL = { atMost: 5 };

type Sort = keyof Omit<PeopleCalls, 'deepest'>;

interface Subject {
  sort: Sort;
  what: string;
  calls: OwnCall[];
  reads: Statement[][];
  bytes: number;
  bare: Child;
  rounds: Round[];
}

interface Round {
  ours: Load;
  /** A bare route that answers, and where ours does seals, as much. */
  bare: Load;
  /** The statements of the same requests alone. */
  statements: Load;
}

/** Search, deck, one profile and towns among many people, beside their bare SQL and a bare route. */
export async function people(): Promise<Row[]> {
  const scale = scaleOf(PEOPLE);
  const report = (what: string) => console.log(`  ${what}`);
  const database = await openScaleDatabase(defaultFolder(), scale, report);
  const files = await mkdtemp(join(tmpdir(), 'serenata-bench-'));
  const children: Child[] = [];
  try {
    const environment = peopleEnvironment(database, files);
    const prepared = await preparePeople(environment, HOST, scale);
    const subjects: Subject[] = [];
    try {
      const wanted = Object.entries(namesOf(prepared.calls)) as [Sort, string][];
      for (const [sort, what] of wanted) {
        report(`looking at ${what}`);
        const calls = prepared.calls[sort];
        const { reads, bytes } = await prepared.look(calls);
        const sealed = calls[0]?.privateKey !== undefined;
        const bare = await (sealed ? startBareSealer(bytes) : startBareServer(bytes, 'application/json'));
        children.push(bare);
        subjects.push({ sort, what, calls, reads, bytes, bare, rounds: [] });
      }
    } finally {
      await prepared.stop();
    }
    const server = await startServerProcess(environment);
    children.push(server);
    for (const { calls } of subjects) await loadCalls(server, calls, { seconds: 1, host: HOST });
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const subject of subjects) {
        report(`round ${round}: ${subject.what}`);
        subject.rounds.push(await measure(subject, server, database, files));
      }
    }
    const rows = subjects.map(rowOf);
    return [
      ...rows,
      ...ratiosOf(subjects, prepared.calls.deepest),
      await timeCities(server, prepared.calls.city),
      { what: 'list of all women, built', figures: { people: scale.people, ms: prepared.listTook } },
    ];
  } finally {
    for (const child of children) await child.stop();
    await database.stop();
    await rm(files, { recursive: true, force: true });
  }
}

function namesOf({ deepest }: PeopleCalls): Record<Sort, string> {
  return {
    firstPage: 'search page 1',
    page50: 'search page 50',
    deepPage: `search page ${deepest}`,
    ageRange: 'search page 1, an age range',
    bigCity: 'search page 1, a big city',
    wholeCountry: 'search page 1, the whole country',
    newcomersDeck: "deck, a newcomer's",
    devotedDeck: 'deck after many swipes',
    profile: 'one profile',
    city: 'towns by their first letters',
  };
}

function goalOf(sort: Sort): NonNullable<Row['goal']> {
  if (sort === 'newcomersDeck' || sort === 'devotedDeck') return DECK_GOAL;
  if (sort === 'profile') return PROFILE_GOAL;
  return sort === 'city' ? TOWNS_GOAL : SEALED_GOAL;
}

async function measure(
  { calls, reads, bare }: Subject,
  server: Child,
  database: ScaleDatabase,
  files: string,
): Promise<Round> {
  const options = { seconds: SECONDS, host: HOST };
  const yardstick = await loadCalls(bare, calls, options);
  const ours = await loadCalls(server, calls, { ...options, databasePid: database.pid });
  return {
    bare: yardstick,
    ours,
    statements: await loadStatements(reads, database, { files, connections: POOL, seconds: SECONDS }),
  };
}

function rowOf({ sort, what, bytes, reads, rounds }: Subject): Row {
  const middle = (read: (round: Round) => number) => median(rounds.map(read));
  return {
    what,
    figures: {
      bytes,
      'requests/s': middle(({ ours }) => ours.perSecond),
      'p50 ms': middle(({ ours }) => ours.p50),
      'p99 ms': middle(({ ours }) => ours.p99),
      'CPU ms': middle(({ ours }) => ours.cpuPerRequest),
      'database CPU ms': middle(({ ours }) => ours.databaseCpu ?? 0),
      'bare/s': middle(({ bare }) => bare.perSecond),
      'bare CPU ms': middle(({ bare }) => bare.cpuPerRequest),
      statements: median(reads.map((statements) => statements.length)),
      'SQL/s': middle(({ statements }) => statements.perSecond),
      'SQL p50 ms': middle(({ statements }) => statements.p50),
      'SQL p99 ms': middle(({ statements }) => statements.p99),
      'SQL CPU ms': middle(({ statements }) => statements.cpuPerRequest),
    },
    value: middle(({ ours, bare }) => ours.perSecond / bare.perSecond),
    goal: goalOf(sort),
  };
}

/** How many times as long a request takes that should take as long as another. */
function ratiosOf(subjects: readonly Subject[], deepest: number): Row[] {
  const compare = (what: string, dear: Sort, cheap: Sort, goal: Row['goal']): Row => {
    const roundsOf = (wanted: Sort) => subjects.find(({ sort }) => sort === wanted)?.rounds ?? [];
    const middle = (read: (load: Load) => number) =>
      median(
        roundsOf(dear).map(({ ours }, index) => read(ours) / read(roundsOf(cheap)[index]?.ours ?? ours)),
      );
    return {
      what,
      figures: { 'CPU ratio': middle(({ cpuPerRequest }) => cpuPerRequest) },
      value: middle(({ perSecond }) => 1 / perSecond),
      ...(goal && { goal }),
    };
  };
  return [
    compare(`search page ${deepest} against page 1`, 'deepPage', 'firstPage', DEEP_GOAL),
    compare("deck after many swipes against a newcomer's", 'devotedDeck', 'newcomersDeck', DEVOTED_GOAL),
  ];
}

async function timeCities(server: Child, calls: readonly OwnCall[]): Promise<Row> {
  const took: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    took.push(await timeAlone(server, calls, { host: HOST, count: ALONE }));
  return {
    what: 'towns by their first letters, alone, p99 ms',
    figures: { 'p50 ms': median(took.map((some) => quantile(some, 0.5))) },
    value: median(took.map((some) => quantile(some, 0.99))),
    goal: CITY_GOAL,
  };
}
