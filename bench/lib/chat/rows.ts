import { median } from '../processes.ts';
import type { Row } from '../report.ts';
import type { Measured, Memory, Round } from './measure.ts';

const DURABLE_GOAL = { atLeast: 1 };
const CPU_GOAL = { atMost: 0.25 };
const ACK_GOAL = { atMost: 25 };
/** Beside the disk of the same seconds. */
const INSERT_GOAL = { atMost: 3 };
const BARE_MEMORY_GOAL = { atMost: 1.3 };
const EJABBERD_MEMORY_GOAL = { atMost: 0.25 };
/** Messages a second. */
const EJABBERD_GOAL = { atLeast: 4 };

/** What was measured, as the table shows it. What a machine lacks is not in it. */
export function rowsOf(rounds: readonly Round[]): Row[] {
  const middle = (read: (round: Round) => number) => median(rounds.map(read));
  const rows: Row[] = [
    {
      what: 'chat, at saturation',
      figures: { ...figuresOf(rounds.map((round) => round.ours)), ...pgbenchFigures(rounds) },
      ...(rounds[0]?.pgbench && {
        value: middle((round) => round.ours.perSecond / (round.pgbench?.perSecond ?? Number.NaN)),
        goal: DURABLE_GOAL,
      }),
    },
    {
      what: 'chat, at half of that: send to ack, p99 ms',
      figures: figuresOf(rounds.map(({ half }) => half)),
      value: middle(({ half }) => half.acknowledged.p99),
      goal: ACK_GOAL,
    },
    {
      what: 'chat, at half of that: send to ack, p99 ÷ p99 of a bare flushed insert',
      figures: { 'insert p99 ms': middle(({ insertP99 }) => insertP99) },
      value: middle(({ half, insertP99 }) => half.acknowledged.p99 / insertP99),
      goal: INSERT_GOAL,
    },
    {
      what: 'chat against bare Socket.IO that stores nothing',
      figures: figuresOf(rounds.map(({ bare }) => bare)),
      value: middle((round) => round.ours.perSecond / round.bare.perSecond),
    },
  ];
  const theirs = rounds.flatMap(({ ejabberd }) => ejabberd ?? []);
  if (theirs.length < rounds.length) return rows;
  const cpuOf = ({ serverCpu, databaseCpu }: Measured) => serverCpu + databaseCpu;
  return [
    ...rows,
    {
      what: 'chat, messages a second against ejabberd',
      figures: {},
      value: middle((round) => round.ours.perSecond / (round.ejabberd?.perSecond ?? Number.NaN)),
      goal: EJABBERD_GOAL,
    },
    {
      what: 'chat, CPU ms a message against ejabberd',
      figures: figuresOf(theirs),
      value: middle((round) => cpuOf(round.ours) / (round.ejabberd ? cpuOf(round.ejabberd) : Number.NaN)),
      goal: CPU_GOAL,
    },
  ];
}

export function memoryRowsOf(memory: readonly Memory[]): Row[] {
  const ours = { ours: median(memory.map((each) => each.ours)) };
  const theirs = memory.flatMap(({ ejabberd }) => ejabberd ?? []);
  return [
    {
      what: 'chat, KB an idle connection against bare Socket.IO',
      figures: { ...ours, bare: median(memory.map(({ bare }) => bare)) },
      value: median(memory.map((each) => each.ours / each.bare)),
      goal: BARE_MEMORY_GOAL,
    },
    ...(theirs.length < memory.length
      ? []
      : [
          {
            what: 'chat, KB an idle connection against ejabberd',
            figures: { ...ours, ejabberd: median(theirs) },
            value: median(memory.map((each) => each.ours / (each.ejabberd ?? Number.NaN))),
            goal: EJABBERD_MEMORY_GOAL,
          },
        ]),
  ];
}

function figuresOf(measured: readonly Measured[]): Row['figures'] {
  const middle = (read: (each: Measured) => number) => median(measured.map(read));
  return {
    'messages/s': middle(({ perSecond }) => perSecond),
    'ack p50 ms': middle(({ acknowledged }) => acknowledged.p50),
    'ack p99 ms': middle(({ acknowledged }) => acknowledged.p99),
    'delivery p50 ms': middle(({ delivered }) => delivered.p50),
    'delivery p99 ms': middle(({ delivered }) => delivered.p99),
    'CPU ms': middle(({ serverCpu }) => serverCpu),
    'database CPU ms': middle(({ databaseCpu }) => databaseCpu),
  };
}

function pgbenchFigures(rounds: readonly Round[]): Row['figures'] {
  const alone = rounds.flatMap(({ pgbench }) => pgbench ?? []);
  if (alone.length === 0) return {};
  return {
    'pgbench/s': median(alone.map(({ perSecond }) => perSecond)),
    'pgbench CPU ms': median(alone.map(({ databaseCpu }) => databaseCpu)),
  };
}
