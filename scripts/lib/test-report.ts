/** What `npm test` leaves to be opened: all that failed, with whole messages, and where each part wrote what it said. */

import { stripVTControlCharacters } from 'node:util';
import { escapeHtml } from '#contract/kernel/text.ts';
import type { Failure, Outcome } from './test-outcome.ts';

/** A part of `npm test`, after its end. */
export interface EndedStage {
  title: string;
  seconds: number;
  outcome: Outcome;
  /** The file beside the report that holds what it said. */
  log: string;
}

/** One line a part, in the order in which they began. */
export function describeStages(stages: readonly EndedStage[]): string[] {
  const width = Math.max(...stages.map(({ title }) => title.length));
  return stages.map((stage) => `  ${stage.title.padEnd(width)}  ${describeCounts(stage)}`);
}

function describeCounts({ seconds, outcome: { passed, failures, unsteady } }: EndedStage): string {
  const twice = unsteady.length > 0 ? `, ${unsteady.length} at the second attempt` : '';
  return `${passed} passed, ${failures.length} failed${twice} (${Math.round(seconds)} s)`;
}

export function renderReport(stages: readonly EndedStage[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tests</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  pre { overflow-x: auto; padding: 0.75rem; background: #8881; }
</style>
<h1>Tests</h1>
${stages.map(renderStage).join('\n')}
</html>
`;
}

function renderStage(stage: EndedStage): string {
  const { title, log, outcome } = stage;
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    `<p>${describeCounts(stage)}. <a href="${escapeHtml(log)}">What it said</a></p>`,
    ...renderFailures('Failed', outcome.failures),
    ...renderFailures('Passed only at the second attempt', outcome.unsteady),
  ].join('\n');
}

function renderFailures(title: string, failures: readonly Failure[]): string[] {
  if (failures.length === 0) return [];
  const each = failures.map(
    ({ name, message }) =>
      `<h4>${escapeHtml(name)}</h4>\n<pre>${escapeHtml(stripVTControlCharacters(message))}</pre>`,
  );
  return [`<h3>${title}</h3>`, ...each];
}
