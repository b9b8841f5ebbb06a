import { stripVTControlCharacters } from 'node:util';

/** Something that went wrong, and what it said. */
export interface Failure {
  name: string;
  message: string;
}

/** What a part of `npm test` came to. */
export interface Outcome {
  passed: number;
  failures: Failure[];
  /** Passed, but only at the second attempt. */
  unsteady: Failure[];
}

/** The part of Playwright's report that is read. */
export interface JourneysReport {
  suites: JourneySuite[];
  errors: { message?: string }[];
}

interface JourneySuite {
  title: string;
  specs: { title: string; tests: Journey[] }[];
  suites?: JourneySuite[];
}

interface Journey {
  projectName: string;
  status: 'expected' | 'flaky' | 'unexpected' | 'skipped';
  results: { status: string; error?: { message?: string } }[];
}

export function readJourneys(report: JourneysReport): Outcome {
  const outcome: Outcome = { passed: 0, failures: [], unsteady: [] };
  for (const error of report.errors)
    outcome.failures.push({ name: 'outside a journey', message: error.message ?? '' });
  for (const [name, journey] of journeysOf(report.suites, [])) {
    const failed = journey.results.find(({ status }) => status !== 'passed');
    const failure = { name, message: failed?.error?.message ?? failed?.status ?? '' };
    if (journey.status === 'unexpected') outcome.failures.push(failure);
    if (journey.status === 'flaky') outcome.unsteady.push(failure);
    if (journey.status === 'expected' || journey.status === 'flaky') outcome.passed += 1;
  }
  return outcome;
}

function journeysOf(suites: JourneySuite[], path: string[]): [name: string, journey: Journey][] {
  return suites.flatMap((suite) => {
    const here = [...path, suite.title];
    const own = suite.specs.flatMap((spec) =>
      spec.tests.map((journey): [string, Journey] => {
        const project = journey.projectName ? ` (${journey.projectName})` : '';
        return [[...here, spec.title].join(' › ') + project, journey];
      }),
    );
    return [...own, ...journeysOf(suite.suites ?? [], here)];
  });
}

/** A part that ended badly and names nothing, or that left no report, failed as a whole. */
export function withExit(outcome: Outcome | undefined, title: string, exit: number | string): Outcome {
  if (!outcome)
    return { passed: 0, failures: [{ name: title, message: `left no report (${exit})` }], unsteady: [] };
  if (exit === 0 || outcome.failures.length > 0) return outcome;
  return { ...outcome, failures: [{ name: title, message: `ended with ${exit}` }] };
}

/** The closing lines. Often they are all that a reader of the log has. */
export function sumUp(outcomes: Outcome[]): string[] {
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const unsteady = outcomes.flatMap((outcome) => outcome.unsteady);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  return [
    ...(unsteady.length > 0 ? ['', 'Passed only at the second attempt:', ...unsteady.map(inOneLine)] : []),
    ...(failures.length > 0 ? ['', 'Failed:', ...failures.map(inOneLine)] : []),
    '',
    `${passed} passed, ${failures.length} failed`,
  ];
}

function inOneLine({ name, message }: Failure): string {
  const first = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
  return first === undefined ? `  ${name}` : `  ${name}: ${first}`;
}
